/**
 * Exports of the operators' lists and reports as CSV. Instants in ms. The filter is the list's own
 * input without its page; rows never come from the client.
 */
import Type, { type Static } from "typebox";
import { exportKinds, type ExportKindName } from "../../export-kinds.ts";
import { shapesOf } from "../../operation.ts";
import type { operatorExports as routes } from "../../routes/operators/exports.ts";
import { Instant } from "../../values.ts";
import { Reason } from "./adjustments.ts";
import { Person } from "./people.ts";

const Kind = Type.Unsafe<ExportKindName>(Type.Union(exportKinds.map((kind) => Type.Literal(kind))));
const ExportId = Type.String({ pattern: "^EX\\d{14}$" });
const Filter = Type.Record(
  Type.String({ pattern: "^[A-Za-z]\\w{0,31}$" }),
  Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 20 },
);
const wanted = { kind: Kind, filter: Filter, reason: Reason };

const State = Type.Union([
  Type.Literal("queued"),
  Type.Literal("running"),
  Type.Literal("done"),
  Type.Literal("failed"),
  Type.Literal("cancelled"),
  /** Its file is deleted. */
  Type.Literal("gone"),
]);

export const ExportRow = Type.Object({
  exportId: Type.String(),
  kind: Kind,
  title: Type.String(),
  /** The filter in words, as it stands in the file's first line. */
  filterText: Type.String(),
  reason: Type.String(),
  /** Whole phones, which another person agreed to. */
  isClear: Type.Boolean(),
  maker: Person,
  isMine: Type.Boolean(),
  state: State,
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  /** How much of the span is written, in percent; absent where the list has no span. */
  progress: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  /** Why it failed. */
  fault: Type.Optional(Type.String()),
  createdAt: Instant,
  endedAt: Type.Optional(Instant),
  /** When the file is deleted; only of a finished export. */
  expiresAt: Type.Optional(Instant),
  downloads: Type.Integer({ minimum: 0 }),
  downloadedAt: Type.Optional(Instant),
});
export type ExportRow = Static<typeof ExportRow>;

const one = Type.Object({ exportId: ExportId });

export const operatorExports = shapesOf<typeof routes>()({
  list: {
    summary: "Exports, newest first: one's own, or with `audit:read` those of all operators",
    input: Type.Object({
      whose: Type.Optional(Type.Union([Type.Literal("mine"), Type.Literal("all")])),
      kind: Type.Optional(Kind),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({ list: Type.Array(ExportRow), nextCursor: Type.Optional(Type.String()) }),
    refusals: [],
  },
  create: {
    summary:
      "Begins an export of at most 200,000 rows; three at a time and ten a day for each operator",
    input: Type.Object(wanted),
    output: ExportRow,
    refusals: ["INPUT_INVALID", "EXPORT_LIMIT"],
  },
  proposeClear: {
    summary: "Proposes an export with whole phones; it begins when another person agrees",
    input: Type.Object(wanted),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: [],
  },
  detail: {
    summary: "One export with its rows and progress",
    input: one,
    output: ExportRow,
    refusals: ["NOT_FOUND"],
  },
  cancel: {
    summary: "Stops an export that is not finished; its file is deleted",
    input: one,
    output: ExportRow,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  link: {
    summary: "A link for one download within ten minutes, in the session that asked for it",
    input: one,
    output: Type.Object({ secret: Type.String(), name: Type.String(), until: Instant }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  file: {
    summary: "The file of a link, once: CSV in UTF-8 with a byte order mark and CRLF",
    input: Type.Object({
      exportId: ExportId,
      secret: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
    }),
    output: Type.Unsafe<AsyncIterable<Uint8Array>>(Type.String({ format: "binary" })),
    bytes: { type: "application/octet-stream", cacheSeconds: 0 },
    refusals: ["EXPORT_LINK"],
  },
});

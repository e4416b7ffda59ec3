/** The audit log as its readers see it. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorAudit as routes } from "../../routes/operators/audit.ts";
import { Instant, pageOf, paging } from "../../values.ts";
import { Uuid } from "./adjustments.ts";

/**
 * One call of an operator; `outcome` is `asked` while the result is unknown, `done`, or the
 * refusal's code.
 */
export const AuditEntry = Type.Object({
  entryId: Type.String(),
  operatorId: Type.String(),
  operatorName: Type.String(),
  operation: Type.String({ description: "operatorCatalog.setPrice" }),
  outcome: Type.String(),
  reason: Type.Optional(Type.String()),
  input: Type.Record(Type.String(), Type.Unknown()),
  requestId: Type.String(),
  address: Type.String(),
  /** What the handler noted: the object, and its fields before and after. */
  change: Type.Optional(
    Type.Object({
      object: Type.Optional(Type.String()),
      before: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      after: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
  /** The line's number in the operator's chain, its hash and the hash before it, hex. */
  seq: Type.Integer(),
  hash: Type.String(),
  previous: Type.String(),
  at: Instant,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const operatorAudit = shapesOf<typeof routes>()({
  list: {
    summary: "What operators did, newest first; `object` and `q` find one object or request",
    input: Type.Object({
      ...paging,
      operatorId: Type.Optional(Uuid),
      operation: Type.Optional(Type.String({ maxLength: 80 })),
      object: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
      outcome: Type.Optional(
        Type.Union([Type.Literal("done"), Type.Literal("refused"), Type.Literal("asked")]),
      ),
    }),
    output: pageOf(AuditEntry),
    refusals: [],
  },
  verify: {
    summary:
      "Check every line and every anchor from the first on; what lies in the file store is compared with the database",
    input: Type.Object({}),
    output: Type.Object({
      isWhole: Type.Boolean(),
      chains: Type.Integer(),
      anchors: Type.Integer(),
      /** Inconsistencies: an operator's id or a file of the store, and what is wrong with it. */
      faults: Type.Array(Type.Object({ subject: Type.String(), text: Type.String() })),
      /** The keys that signed anchors, SPKI in base64, each with the number of its first anchor. */
      keys: Type.Array(Type.Object({ publicKey: Type.String(), since: Type.Integer() })),
    }),
    refusals: [],
  },
});

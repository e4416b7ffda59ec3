/**
 * Defines a kind of export by the list's own operation of the contract: its permissions, its filter
 * and its rows are those of the list.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { ConsoleTopic, Input, Name, Output } from "@yunjing/contract/operations";
import { operations } from "@yunjing/contract/operations";
import Type, { type TObject, type TSchema } from "typebox";
import Value from "typebox/value";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { Call } from "../../../platform/http/call.ts";
import { jobCall } from "../../../platform/http/job-call.ts";
import type { Handler } from "../../../platform/http/handlers.ts";
import { Rendered } from "../../../platform/http/rendered.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { SHANGHAI_MS } from "../../../platform/shanghai.ts";
import type { Cell } from "../../../platform/csv.ts";
import type { Filter } from "../model.ts";
import type { ExportedLists } from "../port.ts";

export type KindDeps = {
  readonly context: Context;
  readonly db: Db;
  readonly lists: ExportedLists;
};

export type PageRequest = {
  readonly filter: Filter;
  readonly cursor: string | undefined;
  readonly pageSize: number;
  readonly operatorId: string;
  readonly isClear: boolean;
};

export type CellPage = {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly nextCursor: string | undefined;
};

/** A row without an owner, made from bytes of one export; `mark` finds the export by it. */
export type Canary = (bytes: Buffer) => { readonly mark: string; readonly row: readonly Cell[] };

export type ExportKind = {
  readonly title: string;
  /** One of them is needed, as for the list. */
  readonly permissions: readonly string[];
  /**
   * Returns the filter as the export stores it: a list without a span gets that of the first page,
   * so that all pages have the same. Refuses BAD_REQUEST for what the list does not know.
   */
  readonly accept: (filter: Filter, nowMs: number) => Filter;
  readonly read: (deps: KindDeps, request: PageRequest) => Promise<CellPage>;
  readonly canary?: Canary;
  /** True where the order of the rows means something, so that it carries no mark. */
  readonly isOrdered?: true;
  /** True where an export may show whole phones. */
  readonly mayBeClear?: boolean;
};

export type Column<Row> = { readonly head: string; readonly cell: (row: Row) => Cell };

/** Returns an instant in ms as `2026-11-23 15:04:05` in Shanghai. */
export const timeOf = (at: number | undefined): string =>
  at === undefined ? "" : new Date(at + SHANGHAI_MS).toISOString().slice(0, 19).replace("T", " ");

export const column = <Row>(head: string, cell: Column<Row>["cell"]): Column<Row> => ({
  head,
  cell,
});

const DAY_MS = 86_400_000;
const PAGING: ReadonlySet<string> = new Set(["cursor", "page", "pageSize"]);

/** Returns the schema of a list's filter: its input without the page, and nothing else. */
const filterSchemaOf = (input: TObject): TObject => {
  const fields = Object.entries(input.properties).filter(([name]) => !PAGING.has(name));
  return Type.Object(Object.fromEntries<TSchema>(fields), { additionalProperties: false });
};

/** Returns the call of the job: the operator's, with the permissions of this list alone. */
export const callOf = (operatorId: string, permissions: readonly string[]): Call =>
  jobCall("export", operatorId, permissions);

/** Refuses BAD_REQUEST, with the path of the field, for a filter that the schema does not allow. */
export function checkFilter(schema: TSchema, filter: Filter): Filter {
  if (Value.Check(schema, filter)) return filter;
  const [first] = Value.Errors(schema, filter);
  const field = ["filter", ...(first?.instancePath ?? "").split("/").filter(Boolean)].join(".");
  throw new Refusal("BAD_REQUEST", { field });
}

type Page<Row> = { readonly list: readonly Row[]; readonly nextCursor?: string | undefined };

export type ListKind<T extends ConsoleTopic, N extends Name<T>, Row> = {
  readonly title: string;
  readonly topic: T;
  readonly name: N;
  readonly handler: (lists: ExportedLists) => Handler<Input<T, N>, Output<T, N>>;
  readonly rows: (output: Output<T, N>) => Page<Row>;
  readonly columns: readonly Column<Row>[];
  /** The list covers 24 hours unless these fields bound it. */
  readonly boundedBy?: readonly string[];
  /** Adds what the list masks, to the rows of a clear export. */
  readonly clear?: (deps: KindDeps, rows: readonly Row[]) => Promise<readonly Row[]>;
  readonly canary?: (bytes: Buffer) => { readonly mark: string; readonly row: Row };
};

/** Defines a kind whose rows are those of a list of the contract. */
export function listKind<T extends ConsoleTopic, N extends Name<T>, Row>({
  topic,
  name,
  handler,
  rows,
  columns,
  boundedBy,
  clear,
  canary,
  ...kind
}: ListKind<T, N, Row>): ExportKind {
  const operation = operations.find((one) => one.topic === topic && one.name === name);
  invariant(operation?.permissions, "an exported list has permissions");
  const { permissions } = operation;
  const schema = filterSchemaOf(operation.input);
  const isInput = (value: unknown): value is Input<T, N> => Value.Check(operation.input, value);
  const cellsOf = (row: Row): Cell[] => columns.map(({ cell }) => cell(row));
  return {
    ...kind,
    permissions,
    accept: (filter, nowMs) => {
      checkFilter(schema, filter);
      if (!boundedBy || boundedBy.some((field) => ownValue(filter, field) !== undefined))
        return filter;
      const to = typeof filter["to"] === "number" ? filter["to"] : nowMs;
      return { from: to - DAY_MS, ...filter, to };
    },
    read: async (deps, { filter, cursor, pageSize, operatorId, isClear }) => {
      const input: unknown = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
      if (!isInput(input)) throw new Refusal("BAD_REQUEST", { field: "filter" });
      const call = callOf(operatorId, permissions);
      const output = await handler(deps.lists)({ ...input, pageSize }, call);
      invariant(!(output instanceof Rendered), "an exported list answers rows");
      const { list, nextCursor } = rows(output);
      const shown = isClear && clear ? await clear(deps, list) : list;
      return { heads: columns.map(({ head }) => head), rows: shown.map(cellsOf), nextCursor };
    },
    ...(clear ? { mayBeClear: true } : {}),
    ...(canary
      ? {
          canary: (bytes: Buffer) => {
            const { mark, row } = canary(bytes);
            return { mark, row: cellsOf(row) };
          },
        }
      : {}),
  };
}

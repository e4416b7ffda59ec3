/**
 * Parses the stages of one command into a query on a collection: methods in their order, each at
 * most once.
 */
import { isObject } from "../../platform/http/body.ts";
import type { Collection, OrderKey } from "./collection.ts";
import type { Condition, ParseContext } from "./condition.ts";
import { CommandFault, syntaxFault } from "./fault.ts";
import { limits } from "./limits.ts";
import { conditionOf } from "./where.ts";
import { type Stage, stagesOf } from "./wire.ts";

/** A hint for the client's developer; the client prints it. */
export type Warning = { readonly level: "warn"; readonly message: string };

type Verb =
  | { readonly verb: "get"; readonly isOne: boolean; readonly isCounted: boolean }
  | { readonly verb: "count" }
  | { readonly verb: "add"; readonly row: Readonly<Record<string, unknown>> }
  | { readonly verb: "update"; readonly changes: Readonly<Record<string, unknown>> }
  | { readonly verb: "remove" };

export type Query = Verb & {
  readonly collection: Collection;
  /** Absent: every row that the caller may see. */
  readonly condition: Condition | undefined;
  readonly order: readonly OrderKey[];
  readonly skip: number;
  readonly limit: number;
  /** The returned fields; always with `_id`. */
  readonly selectedFields: readonly string[];
  readonly warnings: readonly Warning[];
};

type Draft = {
  doc?: Condition;
  where?: Condition;
  order: OrderKey[];
  skip?: number;
  limit?: number;
  shown?: string[];
  notes: Warning[];
};

function orderKeyOf({ fields }: ParseContext, name: unknown, direction: unknown = "asc"): OrderKey {
  if (typeof name !== "string" || !fields.get(name)?.isSortable) {
    throw syntaxFault(`不能按 ${String(name).slice(0, 40)} 排序`);
  }
  if (direction !== "asc" && direction !== "desc") throw syntaxFault("排序方向只能是 asc 或 desc");
  return { field: name, isDescending: direction === "desc" };
}

/** `("a", "desc")`, `("a")` or `("a desc, b asc")`. */
function orderOf(reader: ParseContext, [first, second]: readonly unknown[]): OrderKey[] {
  if (typeof first !== "string" || first.length > limits.textLengthMax)
    throw syntaxFault("orderBy 需要字段名");
  if (second !== undefined) return [orderKeyOf(reader, first, second)];
  return first.split(",").map((part) => {
    const [name, direction, ...rest] = part.trim().split(/\s+/);
    if (rest.length > 0) throw syntaxFault("orderBy 格式不对");
    return orderKeyOf(reader, name, direction);
  });
}

/** `"a, b"` or `{a: true, b: 1}`. */
function namesOf(raw: unknown): string[] {
  if (typeof raw === "string" && raw.length <= limits.jqlLengthMax) {
    return raw.split(",").map((name) => name.trim());
  }
  if (!isObject(raw)) throw syntaxFault("field 需要字段名");
  return Object.entries(raw).map(([name, isWanted]) => {
    if (isWanted !== true && isWanted !== 1) throw syntaxFault("field 只支持列出需要的字段");
    return name;
  });
}

function selectedFieldsOf({ fields }: ParseContext, raw: unknown): string[] {
  const names = namesOf(raw).filter((name) => name !== "");
  for (const name of names) {
    if (!fields.has(name)) throw syntaxFault(`没有字段 ${name.slice(0, 40)}`);
  }
  return [...new Set(["_id", ...names])];
}

function integerOf(method: string, raw: unknown, least: number): number {
  if (typeof raw !== "number" || !Number.isInteger(raw) || raw < least)
    throw syntaxFault(`${method} 的值不对`);
  return raw;
}

const limitCappedWarning = (limit: number): Warning => ({
  level: "warn",
  message: `limit ${limit} 超过上限，按 ${limits.pageSizeMax} 返回`,
});

/** The effect of each method before the verb; each method is allowed once, except `orderBy`. */
const stageParsers = new Map<
  string,
  (draft: Draft, reader: ParseContext, params: readonly unknown[]) => void
>([
  [
    "doc",
    (draft, reader, [id]) => {
      draft.doc = conditionOf(reader, { _id: id });
    },
  ],
  [
    "where",
    (draft, reader, [where]) => {
      draft.where = conditionOf(reader, where);
    },
  ],
  [
    "orderBy",
    (draft, reader, params) => {
      draft.order.push(...orderOf(reader, params));
      if (draft.order.length > limits.orderKeysMax) throw syntaxFault("排序字段过多");
    },
  ],
  [
    "skip",
    (draft, _reader, [raw]) => {
      draft.skip = integerOf("skip", raw, 0);
      if (draft.skip > limits.skipMax) throw syntaxFault(`skip 不能超过 ${limits.skipMax}`);
    },
  ],
  [
    "limit",
    (draft, _reader, [raw]) => {
      const requested = integerOf("limit", raw, 1);
      draft.limit = Math.min(requested, limits.pageSizeMax);
      if (requested > limits.pageSizeMax) draft.notes.push(limitCappedWarning(requested));
    },
  ],
  [
    "field",
    (draft, reader, [raw]) => {
      draft.shown = selectedFieldsOf(reader, raw);
    },
  ],
]);

const readOptions = new Set(["getOne", "getCount"]);

function getOptionsOf(options: unknown): Verb {
  if (options !== undefined && !isObject(options)) throw syntaxFault("get 的参数不对");
  const wanted = Object.entries(options ?? {}).filter(([, value]) => Boolean(value));
  const unknown = wanted.find(([name]) => !readOptions.has(name));
  if (unknown) throw syntaxFault(`get 不支持 ${unknown[0].slice(0, 40)}`);
  const names = wanted.map(([name]) => name);
  return { verb: "get", isOne: names.includes("getOne"), isCounted: names.includes("getCount") };
}

function verbOf({ method, params }: Stage, isPart: boolean): Verb {
  const [first] = params;
  if (method === "getTemp" && isPart) return getOptionsOf(first);
  if (isPart) throw syntaxFault("multiSend 只支持子命令内使用 getTemp");
  switch (method) {
    case "get":
      return getOptionsOf(first);
    case "count":
    case "remove":
      return { verb: method };
    case "add":
      if (!isObject(first)) throw syntaxFault("add 一次只能新增一条");
      return { verb: "add", row: first };
    case "update":
      if (!isObject(first)) throw syntaxFault("update 需要对象");
      return { verb: "update", changes: first };
    default:
      throw syntaxFault(`不支持的方法 ${method.slice(0, 40)}`);
  }
}

function collectionOf(
  stage: Stage | undefined,
  known: ReadonlyMap<string, Collection>,
): Collection {
  const [name, ...more] = stage?.params ?? [];
  if (stage?.method !== "collection" || typeof name !== "string" || more.length > 0) {
    throw syntaxFault("命令需要以 collection 开始，且只能查询一个集合");
  }
  const collection = known.get(name);
  if (!collection) throw new CommandFault("COLLECTION_NOT_FOUND", `没有集合 ${name.slice(0, 40)}`);
  return collection;
}

/**
 * Parses one command; `isPart` means that it belongs to a multiCommand. Throws SYNTAX_ERROR,
 * COLLECTION_NOT_FOUND and the errors of its `where`.
 */
export function queryOf(
  raw: unknown,
  {
    collections,
    ...who
  }: { readonly collections: ReadonlyMap<string, Collection> } & Pick<
    ParseContext,
    "memberId" | "now"
  >,
  isPart = false,
): Query {
  const [first, ...rest] = stagesOf(isObject(raw) ? raw["$db"] : undefined);
  const last = rest.pop();
  const collection = collectionOf(first, collections);
  if (!last) throw syntaxFault("命令没有结尾的方法");
  const reader: ParseContext = { ...who, fields: collection.fields, testsLeft: limits.testsMax };
  const draft: Draft = { order: [], notes: [] };
  const seen = new Set<string>();
  for (const { method, params } of rest) {
    const step = stageParsers.get(method);
    if (!step) throw syntaxFault(`不支持的方法 ${method.slice(0, 40)}`);
    if (seen.has(method) && method !== "orderBy") throw syntaxFault(`${method} 只能用一次`);
    seen.add(method);
    step(draft, reader, params);
  }
  const verb = verbOf(last, isPart);
  const conditions = [draft.doc, draft.where].flatMap((one) => one ?? []);
  return {
    ...verb,
    collection,
    warnings: draft.notes,
    skip: draft.skip ?? 0,
    condition: conditions.length === 0 ? undefined : { all: conditions },
    order: [...draft.order, ...collection.order],
    limit: draft.limit ?? limits.pageSize,
    selectedFields: draft.shown ?? [...collection.fields.keys()],
  };
}

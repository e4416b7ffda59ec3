/**
 * A parsed condition: every field is known and every value has the field's type. Both the SQL and
 * the in-memory filter use it.
 *
 *    test       one comparison of one field
 *    condition  a test, or conditions of which all or any must hold
 *
 * There is no "not". A field without a value matches `neq`, `nin`, `exists: false` and `eq null`,
 * and no other test.
 */
import { INSTANT_MAX } from "@yunjing/contract/values";
import { isStorable } from "../../platform/storable.ts";
import { LoginNeeded, syntaxFault } from "./fault.ts";
import { limits } from "./limits.ts";
import { type Pattern, patternOf } from "./pattern.ts";

export type FieldType = "text" | "number" | "flag" | "instant" | "list";
export type Field = {
  readonly type: FieldType;
  readonly isFilterable: boolean;
  readonly isSortable: boolean;
};
export type Fields = ReadonlyMap<string, Field>;

/** In a condition an instant is always a Date. */
export type Scalar = string | number | boolean | Date;
export const comparisons = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;
export type Comparison = (typeof comparisons)[number];

export type Test =
  | { readonly op: Comparison; readonly value: Scalar }
  | { readonly op: "in" | "nin"; readonly values: readonly Scalar[] }
  | { readonly op: "exists"; readonly is: boolean }
  | { readonly op: "like"; readonly pattern: Pattern };

export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly field: string; readonly type: FieldType; readonly test: Test };

/** The context of parsing a condition; `testsLeft` counts the remaining allowed tests. */
export type ParseContext = {
  readonly fields: Fields;
  readonly memberId: string | undefined;
  readonly now: Date;
  testsLeft: number;
};

/**
 * Returns the value of a `$env` variable; the client's address is not available. Throws LoginNeeded
 * for the uid of an anonymous caller, and SYNTAX_ERROR for unknown names.
 */
export function environmentValue(reader: ParseContext, name: unknown): string | Date {
  if (name === "now") return reader.now;
  if (name !== "uid") throw syntaxFault(`不支持的云端变量 ${String(name).slice(0, 40)}`);
  if (reader.memberId === undefined) throw new LoginNeeded();
  return reader.memberId;
}

function textOf(raw: unknown): string | undefined {
  if (typeof raw !== "string") return undefined;
  if (raw.length > limits.textLengthMax) throw syntaxFault("值过长");
  if (!isStorable(raw)) throw syntaxFault("值含有不允许的字符");
  return raw;
}

function instantOf(raw: unknown): Date | undefined {
  if (typeof raw !== "number" && !(raw instanceof Date)) return undefined;
  const ms = Math.trunc(Number(raw));
  return ms >= 0 && ms <= INSTANT_MAX ? new Date(ms) : undefined;
}

function scalarOf(type: FieldType, raw: unknown): Scalar | undefined {
  switch (type) {
    case "text":
      return textOf(raw);
    case "number":
      return typeof raw === "number" && Number.isFinite(raw) ? raw : undefined;
    case "flag":
      return typeof raw === "boolean" ? raw : undefined;
    case "instant":
      return instantOf(raw);
    case "list":
      return undefined;
  }
}

function valueFor(name: string, { type }: Field, raw: unknown): Scalar {
  const value = scalarOf(type, raw);
  if (value === undefined) throw syntaxFault(`字段 ${name} 的值类型不对`);
  return value;
}

/**
 * Returns a field that can be filtered by. Throws SYNTAX_ERROR for an unknown field or one that
 * cannot be filtered by.
 */
export function filterableField({ fields }: ParseContext, name: string): Field {
  const field = fields.get(name);
  if (!field?.isFilterable) throw syntaxFault(`不能按字段 ${name.slice(0, 40)} 查询`);
  return field;
}

function parseTest(name: string, field: Field, op: string, raw: unknown): Test {
  const comparison = comparisons.find((known) => known === op);
  if (comparison) {
    if (raw !== null) return { op: comparison, value: valueFor(name, field, raw) };
    if (comparison === "eq" || comparison === "neq") return { op: "exists", is: op === "neq" };
    throw syntaxFault("空值只能用 == 或 != 比较");
  }
  if (op === "in" || op === "nin") {
    if (!Array.isArray(raw) || raw.length > limits.valuesMax) {
      throw syntaxFault(`in 需要至多 ${limits.valuesMax} 个值的列表`);
    }
    return { op, values: raw.map((one: unknown) => valueFor(name, field, one)) };
  }
  if (op === "exists") {
    if (typeof raw !== "boolean") throw syntaxFault("exists 需要 true 或 false");
    return { op, is: raw };
  }
  throw syntaxFault(`不支持的操作符 ${op.slice(0, 40)}`);
}

function countTest(reader: ParseContext): void {
  reader.testsLeft -= 1;
  if (reader.testsLeft < 0) throw syntaxFault(`条件不能多于 ${limits.testsMax} 个`);
}

/**
 * Returns one comparison. Throws SYNTAX_ERROR for an unknown field or operator, or a value of
 * another type.
 */
export function testCondition(
  reader: ParseContext,
  name: string,
  op: string,
  raw: unknown,
): Condition {
  countTest(reader);
  const field = filterableField(reader, name);
  return { field: name, type: field.type, test: parseTest(name, field, op, raw) };
}

/**
 * Returns a LIKE test for a regular expression that is plain text. Throws SYNTAX_ERROR for any
 * other expression.
 */
export function likeCondition(
  reader: ParseContext,
  name: string,
  { source, flags }: { readonly source: unknown; readonly flags: unknown },
): Condition {
  countTest(reader);
  const field = filterableField(reader, name);
  if (field.type !== "text") throw syntaxFault(`字段 ${name} 不能用正则查询`);
  return {
    field: name,
    type: field.type,
    test: { op: "like", pattern: patternOf(textOf(source), flags) },
  };
}

/** Throws SYNTAX_ERROR when conditions are nested too deeply. */
export function checkDepth(depth: number): void {
  if (depth > limits.depthMax) throw syntaxFault(`条件嵌套不能超过 ${limits.depthMax} 层`);
}

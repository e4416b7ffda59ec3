/**
 * A `where` given as text (JQL), read by our own small grammar; whatever is outside of it is a SYNTAX_ERROR.
 *
 *   any        = all { "||" all }
 *   all        = one { "&&" one }
 *   one        = "(" any ")" | "!" "(" field "in" list ")" | regexp ".test(" field ")"
 *              | field op value | value op field | field "in" list
 *   op         = "==" | "!=" | ">" | ">=" | "<" | "<="
 *   value      = number | text | "true" | "false" | "null" | "$cloudEnv_uid" | "$cloudEnv_now" | "$env.uid" | "$env.now"
 *   list       = "[" [ value { "," value } ] "]"
 *   regexp     = "/…/" [ "i" ] | "new RegExp(" text [ "," text ] ")"
 */
import { ownValue } from "@yunjing/contract/own-value";
import {
  type Condition,
  environment,
  likeOf,
  notTooDeep,
  type Reader,
  testOf,
} from "./condition.ts";
import { syntax } from "./fault.ts";
import { type Cursor, cursorOn } from "./jql-tokens.ts";

const OPERATORS = new Map([
  ["==", "eq"],
  ["!=", "neq"],
  [">", "gt"],
  [">=", "gte"],
  ["<", "lt"],
  ["<=", "lte"],
]);
/** The operator that says the same with both sides exchanged. */
const FLIPPED: Readonly<Record<string, string>> = { gt: "lt", gte: "lte", lt: "gt", lte: "gte" };
const CONSTANTS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const ENVIRONMENT = /^(?:\$cloudEnv_|\$env\.)(\w+)$/;

type Side = { readonly field: string } | { readonly value: unknown };

function sideOf(reader: Reader, cursor: Cursor): Side {
  const token = cursor.take();
  if (token.kind === "number" || token.kind === "text") return { value: token.value };
  if (token.kind !== "word") throw syntax("where 缺少字段或值");
  const constant = CONSTANTS.get(token.value);
  if (constant !== undefined) return { value: constant };
  const [, name] = ENVIRONMENT.exec(token.value) ?? [];
  return name === undefined ? { field: token.value } : { value: environment(reader, name) };
}

function fieldOf(reader: Reader, cursor: Cursor): string {
  const side = sideOf(reader, cursor);
  if (!("field" in side)) throw syntax("where 这里需要字段");
  return side.field;
}

function valueOf(reader: Reader, cursor: Cursor): unknown {
  const side = sideOf(reader, cursor);
  if ("field" in side) throw syntax("where 不能拿字段与字段比较");
  return side.value;
}

function listOf(reader: Reader, cursor: Cursor): unknown[] {
  cursor.expect("[");
  if (cursor.skip("]")) return [];
  const values: unknown[] = [];
  do values.push(valueOf(reader, cursor));
  while (cursor.skip(","));
  cursor.expect("]");
  return values;
}

function excluded(reader: Reader, cursor: Cursor): Condition {
  cursor.expect("(");
  const field = fieldOf(reader, cursor);
  cursor.expect("in");
  const condition = testOf(reader, field, "nin", listOf(reader, cursor));
  cursor.expect(")");
  return condition;
}

function textOf(cursor: Cursor): string {
  const token = cursor.take();
  if (token.kind !== "text") throw syntax("RegExp 需要文本");
  return token.value;
}

/** `new` is taken already. */
function madeExpression(cursor: Cursor) {
  cursor.expect("RegExp");
  cursor.expect("(");
  const source = textOf(cursor);
  const flags = cursor.skip(",") ? textOf(cursor) : "";
  cursor.expect(")");
  return { source, flags };
}

function searched(
  reader: Reader,
  cursor: Cursor,
  expression: { readonly source: string; readonly flags: string },
): Condition {
  for (const sign of [".", "test", "("]) cursor.expect(sign);
  const condition = likeOf(reader, fieldOf(reader, cursor), expression);
  cursor.expect(")");
  return condition;
}

function compared(reader: Reader, cursor: Cursor): Condition {
  const left = sideOf(reader, cursor);
  if ("field" in left && cursor.skip("in")) {
    return testOf(reader, left.field, "in", listOf(reader, cursor));
  }
  const sign = cursor.take();
  const op = sign.kind === "sign" ? OPERATORS.get(sign.value) : undefined;
  if (op === undefined) throw syntax("where 缺少比较符");
  if ("field" in left) return testOf(reader, left.field, op, valueOf(reader, cursor));
  return testOf(reader, fieldOf(reader, cursor), ownValue(FLIPPED, op) ?? op, left.value);
}

function one(reader: Reader, cursor: Cursor, depth: number): Condition {
  if (cursor.skip("(")) {
    const inner = any(reader, cursor, depth + 1);
    cursor.expect(")");
    return inner;
  }
  if (cursor.skip("!")) return excluded(reader, cursor);
  const expression = cursor.takeExpression();
  if (expression) return searched(reader, cursor, expression);
  if (cursor.skip("new")) return searched(reader, cursor, madeExpression(cursor));
  return compared(reader, cursor);
}

function all(reader: Reader, cursor: Cursor, depth: number): Condition {
  const parts = [one(reader, cursor, depth)];
  while (cursor.skip("&&")) parts.push(one(reader, cursor, depth));
  return { all: parts };
}

function any(reader: Reader, cursor: Cursor, depth: number): Condition {
  notTooDeep(depth);
  const parts = [all(reader, cursor, depth)];
  while (cursor.skip("||")) parts.push(all(reader, cursor, depth));
  return { any: parts };
}

/** Throws SYNTAX_ERROR for anything outside the grammar, and what `testOf` throws. */
export function jqlCondition(reader: Reader, text: string): Condition {
  const cursor = cursorOn(text);
  const condition = any(reader, cursor, 1);
  if (!cursor.isAtEnd()) throw syntax("where 末尾有多余的内容");
  return condition;
}

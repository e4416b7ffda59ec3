/**
 * Parses a `where` given as text (JQL) with our own small grammar. Everything outside the grammar
 * is a SYNTAX_ERROR.
 *
 *    any        = all { "||" all }
 *    all        = one { "&&" one }
 *    one        = "(" any ")" | "!" "(" field "in" list ")" | regexp ".test(" field ")"
 *               | field op value | value op field | field "in" list
 *    op         = "==" | "!=" | ">" | ">=" | "<" | "<="
 *    value      = number | text | "true" | "false" | "null" | "$cloudEnv_uid" | "$cloudEnv_now" | "$env.uid" | "$env.now"
 *    list       = "[" [ value { "," value } ] "]"
 *    regexp     = "/…/" [ "i" ] | "new RegExp(" text [ "," text ] ")"
 */
import { ownValue } from "@yunjing/contract/own-value";
import {
  type Condition,
  environmentValue,
  likeCondition,
  checkDepth,
  type ParseContext,
  testCondition,
} from "./condition.ts";
import { syntaxFault } from "./fault.ts";
import { type Cursor, createCursor } from "./jql-tokens.ts";

const OPERATORS = new Map([
  ["==", "eq"],
  ["!=", "neq"],
  [">", "gt"],
  [">=", "gte"],
  ["<", "lt"],
  ["<=", "lte"],
]);
/** The operator with the same meaning when both sides are exchanged. */
const FLIPPED: Readonly<Record<string, string>> = { gt: "lt", gte: "lte", lt: "gt", lte: "gte" };
const CONSTANTS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const ENVIRONMENT = /^(?:\$cloudEnv_|\$env\.)(\w+)$/;

type Side = { readonly field: string } | { readonly value: unknown };

function parseOperand(reader: ParseContext, cursor: Cursor): Side {
  const token = cursor.take();
  if (token.kind === "number" || token.kind === "text") return { value: token.value };
  if (token.kind !== "word") throw syntaxFault("where 缺少字段或值");
  const constant = CONSTANTS.get(token.value);
  if (constant !== undefined) return { value: constant };
  const [, name] = ENVIRONMENT.exec(token.value) ?? [];
  return name === undefined ? { field: token.value } : { value: environmentValue(reader, name) };
}

function fieldOf(reader: ParseContext, cursor: Cursor): string {
  const side = parseOperand(reader, cursor);
  if (!("field" in side)) throw syntaxFault("where 这里需要字段");
  return side.field;
}

function valueOf(reader: ParseContext, cursor: Cursor): unknown {
  const side = parseOperand(reader, cursor);
  if ("field" in side) throw syntaxFault("where 不能拿字段与字段比较");
  return side.value;
}

function listOf(reader: ParseContext, cursor: Cursor): unknown[] {
  cursor.expect("[");
  if (cursor.skip("]")) return [];
  const values: unknown[] = [];
  do values.push(valueOf(reader, cursor));
  while (cursor.skip(","));
  cursor.expect("]");
  return values;
}

function parseNotIn(reader: ParseContext, cursor: Cursor): Condition {
  cursor.expect("(");
  const field = fieldOf(reader, cursor);
  cursor.expect("in");
  const condition = testCondition(reader, field, "nin", listOf(reader, cursor));
  cursor.expect(")");
  return condition;
}

function textOf(cursor: Cursor): string {
  const token = cursor.take();
  if (token.kind !== "text") throw syntaxFault("RegExp 需要文本");
  return token.value;
}

/** `new` has already been consumed. */
function parseRegExpConstructor(cursor: Cursor) {
  cursor.expect("RegExp");
  cursor.expect("(");
  const source = textOf(cursor);
  const flags = cursor.skip(",") ? textOf(cursor) : "";
  cursor.expect(")");
  return { source, flags };
}

function parseRegExpTest(
  reader: ParseContext,
  cursor: Cursor,
  expression: { readonly source: string; readonly flags: string },
): Condition {
  for (const sign of [".", "test", "("]) cursor.expect(sign);
  const condition = likeCondition(reader, fieldOf(reader, cursor), expression);
  cursor.expect(")");
  return condition;
}

function parseComparison(reader: ParseContext, cursor: Cursor): Condition {
  const left = parseOperand(reader, cursor);
  if ("field" in left && cursor.skip("in")) {
    return testCondition(reader, left.field, "in", listOf(reader, cursor));
  }
  const sign = cursor.take();
  const op = sign.kind === "sign" ? OPERATORS.get(sign.value) : undefined;
  if (op === undefined) throw syntaxFault("where 缺少比较符");
  if ("field" in left) return testCondition(reader, left.field, op, valueOf(reader, cursor));
  return testCondition(reader, fieldOf(reader, cursor), ownValue(FLIPPED, op) ?? op, left.value);
}

function parsePrimary(reader: ParseContext, cursor: Cursor, depth: number): Condition {
  if (cursor.skip("(")) {
    const inner = parseOr(reader, cursor, depth + 1);
    cursor.expect(")");
    return inner;
  }
  if (cursor.skip("!")) return parseNotIn(reader, cursor);
  const expression = cursor.takeExpression();
  if (expression) return parseRegExpTest(reader, cursor, expression);
  if (cursor.skip("new")) return parseRegExpTest(reader, cursor, parseRegExpConstructor(cursor));
  return parseComparison(reader, cursor);
}

function parseAnd(reader: ParseContext, cursor: Cursor, depth: number): Condition {
  const parts = [parsePrimary(reader, cursor, depth)];
  while (cursor.skip("&&")) parts.push(parsePrimary(reader, cursor, depth));
  return { all: parts };
}

function parseOr(reader: ParseContext, cursor: Cursor, depth: number): Condition {
  checkDepth(depth);
  const parts = [parseAnd(reader, cursor, depth)];
  while (cursor.skip("||")) parts.push(parseAnd(reader, cursor, depth));
  return { any: parts };
}

/** Throws SYNTAX_ERROR for anything outside the grammar, and the errors of `testCondition`. */
export function parseJql(reader: ParseContext, text: string): Condition {
  const cursor = createCursor(text);
  const condition = parseOr(reader, cursor, 1);
  if (!cursor.isAtEnd()) throw syntaxFault("where 末尾有多余的内容");
  return condition;
}

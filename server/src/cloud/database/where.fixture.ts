/**
 * Fixtures for tests of conditions: a table of fields, a caller, and the compiled result of a
 * `where`.
 */
import { PgDialect } from "drizzle-orm/pg-core";
import { conditionSql } from "./compile.ts";
import type { Field, FieldType, ParseContext } from "./condition.ts";
import { limits } from "./limits.ts";
import { conditionOf } from "./where.ts";

const field = (type: FieldType, isFilterable = true): Field => ({
  type,
  isFilterable,
  isSortable: true,
});
export const fields = new Map<string, Field>([
  ["_id", field("text")],
  ["title", field("text")],
  ["state", field("text")],
  ["user_id", field("text")],
  ["n", field("number")],
  ["hot", field("flag")],
  ["at", field("instant")],
  ["shown", field("text", false)],
]);
export const NOW = new Date("2026-11-20T04:00:00Z");
export const reader = (memberId?: string): ParseContext => ({
  fields,
  memberId,
  now: NOW,
  testsLeft: limits.testsMax,
});
const dialect = new PgDialect();
export const compiled = (where: unknown, memberId = "m-1") => {
  const { sql, params } = dialect.sqlToQuery(conditionSql(conditionOf(reader(memberId), where)));
  return { sql, params };
};
export const command = (...stages: readonly (readonly [string, ...unknown[]])[]) => ({
  $db: [{ $method: "command" }, ...stages.map(([$method, ...$param]) => ({ $method, $param }))],
});

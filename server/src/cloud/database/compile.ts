/**
 * Compiles a query to SQL: the column names come from the collection's table of fields, and every
 * value is a parameter. The source already selects only the caller's own rows, so no condition can
 * reach other rows.
 */
import { type SQL, sql } from "drizzle-orm";
import type { OrderKey } from "./collection.ts";
import type { Comparison, Condition, FieldType, Scalar, Test } from "./condition.ts";
import { likeText } from "./pattern.ts";
import type { Query } from "./query.ts";

const OPERATORS: Readonly<Record<Exclude<Comparison, "neq">, SQL>> = {
  eq: sql.raw("="),
  gt: sql.raw(">"),
  gte: sql.raw(">="),
  lt: sql.raw("<"),
  lte: sql.raw("<="),
};
/** `list` fields can be neither filtered nor sorted by. */
const TYPES: Readonly<Record<Exclude<FieldType, "list">, SQL>> = {
  text: sql.raw("::text"),
  number: sql.raw("::numeric"),
  flag: sql.raw("::boolean"),
  instant: sql.raw("::timestamptz"),
};

const columnOf = (field: string): SQL => sql`r.${sql.identifier(field)}`;
/** Compares texts by code point, as everywhere else, not by the collation of a language. */
const comparable = (field: string, type: FieldType): SQL =>
  type === "text" ? sql`${columnOf(field)} COLLATE "C"` : columnOf(field);

const castOf = (type: FieldType): SQL => (type === "list" ? sql`` : TYPES[type]);
const bind = (type: FieldType, value: Scalar): SQL => sql`${sql.param(value)}${castOf(type)}`;

function testSql(field: string, type: FieldType, test: Test): SQL {
  const column = columnOf(field);
  switch (test.op) {
    case "exists":
      return test.is ? sql`${column} IS NOT NULL` : sql`${column} IS NULL`;
    case "like": {
      const likeOperator = sql.raw(test.pattern.isCaseInsensitive ? "ILIKE" : "LIKE");
      return sql`${column} ${likeOperator} ${likeText(test.pattern)}::text`;
    }
    case "in":
    case "nin": {
      const values = sql`${sql.param([...test.values])}${castOf(type)}[]`;
      return test.op === "in"
        ? sql`${column} = ANY (${values})`
        : sql`(${column} IS NULL OR ${column} <> ALL (${values}))`;
    }
    case "neq":
      return sql`${column} IS DISTINCT FROM ${bind(type, test.value)}`;
    default:
      return sql`${comparable(field, type)} ${OPERATORS[test.op]} ${bind(type, test.value)}`;
  }
}

/** A single part needs no parentheses. */
function joined(parts: readonly Condition[], operator: "AND" | "OR"): SQL {
  const [first, ...more] = parts.map(conditionSql);
  if (first === undefined) return sql.raw(operator === "AND" ? "true" : "false");
  return more.length === 0 ? first : sql`(${sql.join([first, ...more], sql.raw(` ${operator} `))})`;
}

/** Returns a condition over rows `r` as SQL. An empty `all` is true, an empty `any` is false. */
export function conditionSql(condition: Condition): SQL {
  if ("field" in condition) return testSql(condition.field, condition.type, condition.test);
  return "all" in condition ? joined(condition.all, "AND") : joined(condition.any, "OR");
}

const orderSql = ({ fields }: Query["collection"], { field, isDescending }: OrderKey): SQL =>
  sql`${comparable(field, fields.get(field)?.type ?? "text")} ${sql.raw(isDescending ? "DESC" : "ASC")} NULLS LAST`;

/** Instants are returned as ms. */
const selectedFieldSql = ({ fields }: Query["collection"], field: string): SQL =>
  fields.get(field)?.type === "instant"
    ? sql`floor(extract(epoch FROM ${columnOf(field)}) * 1000)::bigint AS ${sql.identifier(field)}`
    : columnOf(field);

const matchingRowsSql = ({ condition }: Query, rows: SQL): SQL =>
  sql`FROM (${rows}) r WHERE ${conditionSql(condition ?? { all: [] })}`;

/** Returns the SQL of one page of the rows. */
export const pageSql = (query: Query, rows: SQL): SQL => sql`
  SELECT ${sql.join(
    query.selectedFields.map((field) => selectedFieldSql(query.collection, field)),
    sql`, `,
  )} ${matchingRowsSql(query, rows)}
  ORDER BY ${sql.join(
    query.order.map((key) => orderSql(query.collection, key)),
    sql`, `,
  )} LIMIT ${query.limit}::integer OFFSET ${query.skip}::integer`;

/** Returns the SQL that counts all matching rows. */
export const countSql = (query: Query, rows: SQL): SQL =>
  sql`SELECT count(*)::integer AS total ${matchingRowsSql(query, rows)}`;

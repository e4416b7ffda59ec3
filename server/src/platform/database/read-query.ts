/**
 * Read queries defined once: run alone, as a step of a transaction, or combined with other modules'
 * queries in one statement.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { type SQL, sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "./pool.ts";

/**
 * `text` selects rows, in which an instant is milliseconds or text; `toResult` converts them to the
 * result.
 */
export type ReadQuery<Row, T> = {
  readonly name: string;
  readonly text: string;
  readonly toResult: (rows: readonly Row[]) => T;
};

/**
 * Converts a text with `$1`, `$2` … into a statement of the query layer, where nothing is prepared.
 */
export const bindParameters = (text: string, values: readonly unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((piece, at) =>
        at % 2 === 0 ? sql.raw(piece) : sql`${sql.param(values[Number(piece) - 1])}`,
      ),
  );

/** Runs one read query alone: prepared, unless it is a step of a transaction. */
export async function runReadQuery<Row extends Record<string, unknown>, T>(
  db: Db | Tx,
  { name, text, toResult }: ReadQuery<Row, T>,
  values: readonly unknown[],
): Promise<T> {
  if ("$client" in db) return toResult(await runPrepared<Row>(db, { name, text }, values));
  const { rows } = await db.execute(bindParameters(text, values));
  // The text belongs to the read query, which declares the type of its rows.
  return toResult(rows as readonly Record<string, unknown>[] as readonly Row[]);
}

type ReadQueries = Readonly<Record<string, ReadQuery<never, unknown>>>;
type CombinedResult<R extends ReadQueries> = {
  readonly [K in keyof R]: ReturnType<R[K]["toResult"]>;
};

/**
 * Combines several read queries over the same values into one prepared statement: one round trip,
 * one snapshot in time. Each is a table expression of its own, because on a cluster their rows lie
 * on different nodes (decision 0195).
 */
export function combineReadQueries<R extends ReadQueries>(name: string, readings: R) {
  const keys = Object.keys(readings);
  const parts = Object.entries(readings).map(
    ([key, { text }]) =>
      `"${key}" AS MATERIALIZED (SELECT coalesce(json_agg(r), '[]') AS found FROM (${text}) r)`,
  );
  const columns = keys.map((key) => `"${key}".found AS "${key}"`);
  const tables = keys.map((key) => `"${key}"`);
  const statement = {
    name,
    text: `WITH ${parts.join(",\n")} SELECT ${columns.join(", ")} FROM ${tables.join(", ")}`,
  };
  return async (db: Db, values: readonly unknown[]): Promise<CombinedResult<R>> => {
    const [row] = await runPrepared<Record<string, never[]>>(db, statement, values);
    const read = Object.entries(readings).map(([key, { toResult }]) => [
      key,
      toResult(ownValue(row, key) ?? []),
    ]);
    return Object.fromEntries(read);
  };
}

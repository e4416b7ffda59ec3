/**
 * The connection pool and the typed query layer: bounded, with time-outs, and unable to crash the
 * process.
 */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Log } from "../log.ts";

/** Can begin transactions: the first parameter of actions that have their own transaction. */
export type Db = NodePgDatabase & { readonly $client: pg.Pool };
/** An open transaction: the first parameter of actions that are part of another's transaction. */
export type Tx = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

export type PoolOptions = {
  readonly url: string;
  readonly log: Log;
  /** Eight suits two cores; sixteen is slower (performance.md). */
  readonly size?: number;
};

// Money and counts are well below 2^53; bigint columns are read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint column exceeds the safe range");
  return value;
});

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Opens a pool. Errors of idle and checked-out connections are logged; the pool replaces them. */
export function openDatabase({ url, log, size = 8 }: PoolOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: "yunjing",
  });
  const note = (error: Error) => log.warn({ err: error }, "a database connection was lost");
  pool.on("error", note);
  pool.on("connect", (client) => client.on("error", note));
  return drizzle({ client: pool });
}

/** Closes the pool after its running queries. */
export const closeDatabase = (db: Db): Promise<void> => db.$client.end();

/** Read once: the environment is slow to read, and does not change. */
const isPrepared = process.env["DATABASE_PREPARED"] !== "0";

export type PreparedStatement = { readonly name: string; readonly text: string };

/**
 * Runs one hot statement, prepared by name unless `DATABASE_PREPARED=0` (PgBouncer in transaction
 * mode).
 */
export async function runPrepared<Row>(
  db: Db,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const query = { text: statement.text, values: [...values] };
  const result = await db.$client.query<Row & pg.QueryResultRow>(
    isPrepared ? { ...query, name: statement.name } : query,
  );
  return result.rows;
}

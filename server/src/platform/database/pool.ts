/**
 * The connection pool and the typed query layer: bounded, with time-outs, and unable to crash the
 * process.
 */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Log } from "../log.ts";
import { notificationsSent } from "./notify.ts";

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

/** SQLSTATEs of an ordinary "no": a violated constraint, a conflict, a refusal of a function. */
const REFUSED = /^(23|40|YJ)/;

/**
 * Makes the pool keep the connection of a statement that the database has refused. The library
 * closes it after every error, and a new connection and its first call of a function take 30 ms.
 */
function keepRefusingConnections(pool: pg.Pool): void {
  const query = async (...statement: readonly unknown[]): Promise<unknown> => {
    const client = await pool.connect();
    let isKept = false;
    try {
      const result: unknown = await Reflect.apply(client.query, client, statement);
      isKept = true;
      return result;
    } catch (error) {
      isKept = error instanceof pg.DatabaseError && REFUSED.test(error.code ?? "");
      throw error;
    } finally {
      client.release(!isKept);
    }
  };
  Object.assign(pool, { query });
}

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
  keepRefusingConnections(pool);
  return drizzle({ client: pool });
}

/** Closes the pool after its running queries and the notifications of what is committed. */
export async function closeDatabase(db: Db): Promise<void> {
  await notificationsSent(db.$client);
  await db.$client.end();
}

/** Pools whose statements are not prepared by name. */
const unprepared = new WeakSet<pg.Pool>();

/** Sends the statements of this pool without names from now on. */
export const sendUnprepared = (db: Db): void => void unprepared.add(db.$client);

export type PreparedStatement = { readonly name: string; readonly text: string };

/**
 * Returns whether PostgreSQL refused a prepared statement because its columns have changed since, as
 * an upgrade without a pause changes them. It refuses before it runs anything.
 */
const planIsStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === "0A000" &&
  error.routine === "RevalidateCachedQuery";

/** Runs one hot statement, prepared by name unless the pool's statements are sent unprepared. */
export async function runPrepared<Row>(
  db: Db,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const query = { text: statement.text, values: [...values] };
  const run = (wanted: pg.QueryConfig) => db.$client.query<Row & pg.QueryResultRow>(wanted);
  if (unprepared.has(db.$client)) return (await run(query)).rows;
  try {
    return (await run({ ...query, name: statement.name })).rows;
  } catch (error) {
    if (!planIsStale(error)) throw error;
    // The pool has closed that connection; others may hold the same plan, so this one has no name.
    return (await run(query)).rows;
  }
}

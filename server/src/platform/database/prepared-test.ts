/**
 * Tests at start whether statements that are prepared by name work through the pool. A pooler in
 * transaction mode may run each transaction of a connection on another server connection, which
 * does not know the name.
 */
import type pg from "pg";
import type { Log } from "../log.ts";
import { databaseError } from "./failure.ts";
import { type Db, sendUnprepared } from "./pool.ts";

const PROBE = { name: "yunjing_prepared_test", text: "SELECT pg_backend_pid()" };
/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const DUPLICATE_PREPARED_STATEMENT = "42P05";
const UNKNOWN_PREPARED_STATEMENT = "26000";

/** Runs the probe on a connection; false when its name is unknown to the server, or taken. */
async function runProbe(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query(PROBE);
    return true;
  } catch (error) {
    const code = databaseError(error)?.code;
    if (code === DUPLICATE_PREPARED_STATEMENT || code === UNKNOWN_PREPARED_STATEMENT) return false;
    throw error;
  }
}

/**
 * Prepares one statement on two connections in turn. A pooler that goes round its server connections
 * runs the second probe on another one than the first. One that prefers the connection used last
 * gives it to the transaction of `second`, and then another one to `first`.
 */
async function preparedStatementsWork(first: pg.PoolClient, second: pg.PoolClient) {
  if (!(await runProbe(first)) || !(await runProbe(first))) return false;
  await second.query("BEGIN");
  try {
    return (await runProbe(second)) && (await runProbe(first));
  } finally {
    await second.query("ROLLBACK");
  }
}

/**
 * Sends the statements of this pool unprepared when prepared ones do not work through it, and says
 * so once. Throws when the database cannot be reached.
 */
export async function testPreparedStatements(db: Db, log: Log): Promise<void> {
  const first = await db.$client.connect();
  try {
    const second = await db.$client.connect();
    try {
      if (await preparedStatementsWork(first, second)) return;
      sendUnprepared(db);
      log.warn(
        "prepared statements do not work through this pooler: statements are sent unprepared; set DATABASE_PREPARED=0 to skip this test",
      );
    } finally {
      // A failed probe leaves its name behind: the pool opens new connections instead.
      second.release(true);
    }
  } finally {
    first.release(true);
  }
}

/** Reads the database of a running product from a test. */
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { createLog } from "@yunjing/server/platform/log";
import { onTestFinished } from "vitest";

/** Opens a database without a log; it is closed at the end of the test. */
export function openQuietly(url: string): Db {
  const db = openDatabase({ url, log: createLog("silent"), size: 2 });
  onTestFinished(() => closeDatabase(db));
  return db;
}

/** Returns the column `n` of the statement's only row. */
export async function countOf(db: Db, statement: string): Promise<number> {
  const found = await db.$client.query<{ n: number }>(statement);
  return Number(found.rows[0]?.n);
}

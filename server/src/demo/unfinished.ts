/**
 * Notices a start that ended while it laid out the demo: a file stands beside the embedded database from
 * the first row until the last. The next start then begins anew with an empty database.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "../platform/database/pool.ts";

/** `--reset` removes it with the other files of a data directory. */
const FILE = "demo-unfinished";
const fileIn = (dataDir: string): string => join(dataDir, FILE);

export const isDemoUnfinished = (dataDir: string): boolean => existsSync(fileIn(dataDir));

/**
 * Marks the demo as begun, in a database without members only: what a member has made there is never
 * removed.
 */
export async function markDemoBegun(db: Db, dataDir: string): Promise<void> {
  const { rows } = await db.execute(sql`SELECT 1 FROM member LIMIT 1`);
  if (rows.length === 0) writeFileSync(fileIn(dataDir), "");
}

export const markDemoFinished = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** SQL statements about the recorded syncs of stores and menus. */
import { sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

export type NewRun = {
  readonly runId: string;
  readonly startedAt: Date;
  readonly stores: number;
  readonly added: number;
  readonly removed: number;
  readonly menus: number;
  /** Why nothing was changed. */
  readonly problem: string | undefined;
  /** The operator; undefined for the job. */
  readonly startedBy: string | undefined;
  readonly now: Now;
};

export async function insertRun(db: Db, run: NewRun): Promise<void> {
  const { runId, startedAt, stores, added, removed, menus, problem, startedBy, now } = run;
  await db.execute(sql`
    INSERT INTO dining_sync_run (run_id, started_at, ended_at, stores, added, removed, menus, problem, started_by)
    VALUES (${runId}, ${startedAt}, ${sqlNow(now)}, ${stores}, ${added}, ${removed}, ${menus}, ${problem ?? null},
            ${startedBy ?? null})`);
}

export async function deleteOldRuns(db: Db, now: Now): Promise<void> {
  await db.execute(
    sql`DELETE FROM dining_sync_run WHERE started_at < ${sqlNow(now)} - interval '30 days'`,
  );
}

const ms = (column: string) => sql.raw(`(${epochMsSql(column)})::float8`);

export type RunRow = Position & {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly stores: number;
  readonly added: number;
  readonly removed: number;
  readonly menus: number;
  readonly isDone: boolean;
  readonly startedBy: string | null;
};

const columns = sql`run_id::text AS id, ${microsSql("started_at")} AS micros, ${ms("started_at")} AS "startedAt",
  ${ms("ended_at")} AS "endedAt", stores, added, removed, menus, problem IS NULL AS "isDone",
  started_by AS "startedBy"`;

export async function readRun(db: Db, runId: string): Promise<RunRow | undefined> {
  const { rows } = await db.execute<RunRow>(
    sql`SELECT ${columns} FROM dining_sync_run WHERE run_id = ${runId}::uuid`,
  );
  return rows[0];
}

/** Returns a page of runs, the newest first, and one more when there is a next page. */
export async function listRuns(
  db: Db,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<RunRow[]> {
  const row = { time: sql`started_at`, id: sql`run_id::text` };
  const { rows } = await db.execute<RunRow>(sql`
    SELECT ${columns} FROM dining_sync_run WHERE ${afterPosition(row, after, "descending")}
    ORDER BY ${byPosition(row, "descending")} LIMIT ${limit + 1}`);
  return rows;
}

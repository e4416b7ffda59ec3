/**
 * SQL statements on the progress of a reconciliation pass, and on the ends of its slices.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { SliceKind } from "../check.ts";

/** How far one check of a run has come. */
export type Progress = {
  readonly position: string | null;
  readonly slices: number;
  readonly found: number;
  readonly opened: number;
  readonly ms: number;
  /** The longest slice of the check. */
  readonly longestMs: number;
  readonly isCapped: boolean;
  readonly error: string | null;
  readonly hasEnded: boolean;
};

export const NO_PROGRESS: Progress = {
  position: null,
  slices: 0,
  found: 0,
  opened: 0,
  ms: 0,
  longestMs: 0,
  isCapped: false,
  error: null,
  hasEnded: false,
};

type Key = { readonly runId: string; readonly check: string };

export async function readProgress(db: Db, { runId, check }: Key): Promise<Progress> {
  const { rows } = await db.execute<Progress>(sql`
    SELECT position, slices, found, opened, ms, longest_ms AS "longestMs", is_capped AS "isCapped", error,
           ended_at IS NOT NULL AS "hasEnded"
    FROM recon_progress WHERE run_id = ${runId} AND check_name = ${check}`);
  return rows[0] ?? NO_PROGRESS;
}

/** Stores what a check has compared; what has ended stays as it is. */
export async function saveProgress(
  db: Db,
  { runId, check, now, ...at }: Key & Progress & { readonly now: Now },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO recon_progress (run_id, check_name, position, slices, found, opened, ms, longest_ms, is_capped, error,
                                ended_at)
    VALUES (${runId}, ${check}, ${at.position}, ${at.slices}, ${at.found}, ${at.opened}, ${at.ms}, ${at.longestMs},
            ${at.isCapped}, ${at.error}, CASE WHEN ${at.hasEnded} THEN ${sqlNow(now)} END)
    ON CONFLICT (run_id, check_name) DO UPDATE
      SET position = excluded.position, slices = excluded.slices, found = excluded.found, opened = excluded.opened,
          ms = excluded.ms, longest_ms = excluded.longest_ms, is_capped = excluded.is_capped, error = excluded.error, ended_at = excluded.ended_at
      WHERE recon_progress.ended_at IS NULL`);
}

/**
 * Returns the pass to go on with: the newest full run that is unfinished and began less than
 * `youngerThanMs` ago.
 */
export async function findUnfinishedPass(
  db: Db,
  { youngerThanMs, now }: { readonly youngerThanMs: number; readonly now: Now },
): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM recon_run
    WHERE kind = 'full' AND state = 'running'
      AND started_at > ${sqlNow(now)} - ${youngerThanMs} * interval '1 ms'
      AND started_at >= (SELECT max(started_at) FROM recon_run WHERE kind = 'full')
    ORDER BY started_at DESC, id DESC LIMIT 1`);
  return rows[0]?.id;
}

/** A pass that is running: how many checks have ended, and how many slices were compared. */
export type PassProgress = {
  readonly ended: number;
  readonly slices: number;
  /** The check it is at; null between two checks. */
  readonly check: string | null;
};

/** Returns the progress of the unfinished pass, if there is one. */
export async function readPassProgress(db: Db, runId: string): Promise<PassProgress> {
  const { rows } = await db.execute<PassProgress>(sql`
    SELECT (count(*) FILTER (WHERE ended_at IS NOT NULL))::integer AS ended,
           coalesce(sum(slices), 0)::integer AS slices,
           max(check_name) FILTER (WHERE ended_at IS NULL) AS check
    FROM recon_progress WHERE run_id = ${runId}`);
  return rows[0] ?? { ended: 0, slices: 0, check: null };
}

/** The key at which a slice of about `rows` rows after `after` ends; null at the end of the table. */
const lastKey = (
  table: string,
  { key, after, rows }: { key: SQL; after: SQL; rows: number },
): SQL => sql`
  (SELECT ${key} FROM ${sql.raw(table)} WHERE ${after} ORDER BY ${key} OFFSET ${rows - 1} LIMIT 1)`;

type SliceStart = {
  readonly after: string | null;
  readonly rows: number;
  /** A check that reads members' postings counts them; one that reads a few rows of each member does not. */
  readonly countsPostings: boolean;
};

/**
 * Returns where the slice after a position ends, as text, or null when it is the last. A slice of
 * members ends after so many members or, where it counts them, so many of their postings, whichever
 * comes first; one of days has at least a day.
 */
export async function sliceEnd(
  db: Pick<Db, "execute">,
  by: SliceKind,
  { after, rows, countsPostings }: SliceStart,
): Promise<string | null> {
  const ends: Readonly<Record<SliceKind, () => SQL>> = {
    member: () => {
      const place = {
        key: sql`member_id`,
        after: after === null ? sql`true` : sql`member_id > ${after}::uuid`,
        rows,
      };
      if (!countsPostings) return lastKey("member", place);
      return sql`least(${lastKey("member", place)}, ${lastKey("ledger_txn", place)})`;
    },
    code: () => {
      const place = {
        key: sql`code_mac`,
        after: after === null ? sql`true` : sql`code_mac > ${after}::bytea`,
        rows,
      };
      return lastKey("code", place);
    },
    day: () => {
      const start = sql`(${after}::date::timestamp AT TIME ZONE 'Asia/Shanghai')`;
      const place = {
        key: sql`created_at`,
        after: after === null ? sql`true` : sql`created_at >= ${start}`,
        rows,
      };
      return sql`((${lastKey("ledger_transfer", place)} AT TIME ZONE 'Asia/Shanghai')::date + 1)`;
    },
  };
  const { rows: found } = await db.execute<{ end: string | null }>(
    sql`SELECT ${ends[by]()}::text AS "end"`,
  );
  return found[0]?.end ?? null;
}

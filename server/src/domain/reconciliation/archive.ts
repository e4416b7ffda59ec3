/**
 * Which history and which reconciliation runs are archived: history of rows whose lifecycle has
 * ended, all of it older than the limit, and runs that found nothing and that no case names.
 */
import { sql } from "drizzle-orm";
import { ARCHIVE_SLICE, type ArchiveSlice, type ArchiveSource } from "../../platform/archive.ts";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql } from "../../platform/database/sql.ts";
import { platformArchiveEvents } from "../../sql/platform.ts";
import { isEndedBefore } from "./ended-histories.ts";

type OldRow = { readonly id: string; readonly line: string; readonly at: number };

/** Returns a slice of these rows; undefined without rows. */
function sliceOf(
  rows: readonly OldRow[],
  remove: (tx: Tx, ids: readonly string[], archive: string) => Promise<number>,
): ArchiveSlice | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  return {
    lines: rows.map(({ line }) => line),
    fromAt: first.at,
    toAt: last.at,
    remove: (tx, archive) =>
      remove(
        tx,
        rows.map(({ id }) => id),
        archive,
      ),
  };
}

async function oldEvents(
  { clock }: Context,
  db: Db,
  before: Date,
): Promise<ArchiveSlice | undefined> {
  const { rows } = await db.execute<OldRow & { memberId: string }>(sql`
    SELECT e.id, e.member_id AS "memberId", row_to_json(e)::text AS line, ${sql.raw(epochMsSql("e.at"))} AS at
    FROM event e WHERE e.at < ${before} AND ${isEndedBefore(before)}
    ORDER BY e.at, e.member_id, e.id LIMIT ${ARCHIVE_SLICE}`);
  const members = rows.map(({ memberId }) => memberId);
  return sliceOf(rows, (tx, ids, archive) =>
    platformArchiveEvents(tx, { members, ids, archive, now: clock.sql() }),
  );
}

async function oldRuns(db: Db, before: Date): Promise<ArchiveSlice | undefined> {
  const { rows } = await db.execute<OldRow>(sql`
    SELECT r.id, row_to_json(r)::text AS line, ${sql.raw(epochMsSql("r.started_at"))} AS at
    FROM recon_run r
    WHERE r.started_at < ${before} AND r.state = 'done' AND r.found = 0
      AND NOT EXISTS (SELECT FROM recon_case c WHERE c.run_id = r.id)
    ORDER BY r.started_at, r.id LIMIT ${ARCHIVE_SLICE}`);
  return sliceOf(rows, async (tx, ids) => {
    const removed = await tx.execute(
      sql`DELETE FROM recon_run WHERE id = ANY (${sql.param(ids)}::uuid[])`,
    );
    return removed.rowCount ?? 0;
  });
}

export const eventArchive = (context: Context): ArchiveSource => ({
  name: "event",
  keptDays: () => context.settings.eventsKeptDays,
  next: (db, before) => oldEvents(context, db, before),
});

export const runArchive = (context: Context): ArchiveSource => ({
  name: "recon-run",
  keptDays: () => context.settings.reconRunsKeptDays,
  next: oldRuns,
});

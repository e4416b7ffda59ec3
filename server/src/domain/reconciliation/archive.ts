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
import { endedCodes, isEndedBefore, isOfCodeBefore } from "./ended-histories.ts";

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

type OldEvent = OldRow & { readonly memberId: string };

function sliceOfEvents({ clock }: Context, rows: readonly OldEvent[]): ArchiveSlice | undefined {
  const members = rows.map(({ memberId }) => memberId);
  return sliceOf(rows, (tx, ids, archive) =>
    platformArchiveEvents(tx, { members, ids, archive, now: clock.sql() }),
  );
}

const eventColumns = sql`
  e.id, e.member_id AS "memberId", row_to_json(e)::text AS line, ${sql.raw(epochMsSql("e.at"))} AS at`;

/** The oldest events of what lies with its member. */
async function oldEvents(
  context: Context,
  db: Db,
  before: Date,
): Promise<ArchiveSlice | undefined> {
  const { rows } = await db.execute<OldEvent>(sql`
    SELECT ${eventColumns} FROM event e WHERE e.at < ${before} AND ${isEndedBefore(before)}
    ORDER BY e.at, e.member_id, e.id LIMIT ${ARCHIVE_SLICE}`);
  return sliceOfEvents(context, rows);
}

type CodeEvent = OldEvent & {
  readonly codeId: string;
  /** The instant as the database formats it, to the microsecond. */
  readonly instant: string;
};

/** The oldest events of codes that ended; events of others are passed over, a slice at a time. */
async function oldCodeEvents(
  context: Context,
  db: Db,
  before: Date,
): Promise<ArchiveSlice | undefined> {
  let last: CodeEvent | undefined;
  do {
    const beyond = last
      ? sql`AND (e.at, e.member_id, e.id) > (${last.instant}::timestamptz, ${last.memberId}::uuid, ${last.id}::uuid)`
      : sql``;
    const { rows } = await db.execute<CodeEvent>(sql`
      SELECT ${eventColumns}, e.entity_id AS "codeId", e.at::text AS instant
      FROM event e WHERE e.at < ${before} AND ${isOfCodeBefore(before)} ${beyond}
      ORDER BY e.at, e.member_id, e.id LIMIT ${ARCHIVE_SLICE}`);
    const codeIds = [...new Set(rows.map(({ codeId }) => codeId))];
    const ended = await endedCodes(db, codeIds, before);
    const slice = sliceOfEvents(
      context,
      rows.filter(({ codeId }) => ended.has(codeId)),
    );
    if (slice) return slice;
    last = rows.at(-1);
  } while (last);
  return undefined;
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
  next: async (db, before) =>
    (await oldEvents(context, db, before)) ?? (await oldCodeEvents(context, db, before)),
});

export const runArchive = (context: Context): ArchiveSource => ({
  name: "recon-run",
  keptDays: () => context.settings.reconRunsKeptDays,
  next: oldRuns,
});

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
import { lifecycles } from "./lifecycles.ts";

/**
 * Histories that no page and no rule reads once their row has ended. The others stay: orders,
 * supplier orders, refunds, codes and withdrawals show their history for good, and settings of
 * members and goods have no end.
 */
export const archivedHistories = [
  "coupon",
  "invite_binding",
  "payment",
  "payment_return",
  "ticket",
  "topup_refund",
] as const;

/** SQL: event `e` belongs to a row that is in a final state of its lifecycle. */
const hasEnded = sql.raw(
  archivedHistories
    .map((history) => {
      const lifecycle = lifecycles.find((one) => one.history === history);
      if (!lifecycle || lifecycle.final.length === 0)
        throw new Error(`the lifecycle of ${history} has no end`);
      const { table, column } = lifecycle.stored;
      const final = lifecycle.final.map((state) => `'${state}'`).join(", ");
      return `(e.entity = '${history}' AND EXISTS (SELECT FROM ${table} r
        WHERE r.member_id = e.member_id AND r.id = e.entity_id AND r.${column} IN (${final})))`;
    })
    .join(" OR "),
);

type OldRow = { readonly id: string; readonly line: string; readonly at: number };

/** Returns a slice of these rows; undefined without rows. */
function sliceOf(
  rows: readonly OldRow[],
  remove: (tx: Tx, ids: readonly string[]) => Promise<number>,
): ArchiveSlice | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  return {
    lines: rows.map(({ line }) => line),
    fromAt: first.at,
    toAt: last.at,
    remove: (tx) =>
      remove(
        tx,
        rows.map(({ id }) => id),
      ),
  };
}

async function oldEvents(db: Db, before: Date): Promise<ArchiveSlice | undefined> {
  const { rows } = await db.execute<OldRow & { memberId: string }>(sql`
    SELECT e.id, e.member_id AS "memberId", row_to_json(e)::text AS line, ${sql.raw(epochMsSql("e.at"))} AS at
    FROM event e
    WHERE e.at < ${before} AND (${hasEnded}) AND NOT EXISTS (
      SELECT FROM event n WHERE n.member_id = e.member_id AND n.entity_id = e.entity_id AND n.at >= ${before})
    ORDER BY e.at, e.member_id, e.id LIMIT ${ARCHIVE_SLICE}`);
  const members = rows.map(({ memberId }) => memberId);
  return sliceOf(rows, (tx, ids) => platformArchiveEvents(tx, { members, ids }));
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
  next: oldEvents,
});

export const runArchive = (context: Context): ArchiveSource => ({
  name: "recon-run",
  keptDays: () => context.settings.reconRunsKeptDays,
  next: oldRuns,
});

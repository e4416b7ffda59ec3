/**
 * Counts of a campaign's bindings and rewards: the sums of the entries of `invite_count`. Each binding
 * and each reward writes an entry of its own, which a job adds to the campaign's (decision 0155).
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";

/**
 * The statement that adds to the figures of campaigns, for use in a larger one. `of` selects
 * `campaign_id, id, bound, effective, held`; a binding without a campaign counts nowhere.
 */
export const addInviteCounts = (of: SQL): SQL => sql`
  INSERT INTO invite_count AS n (campaign_id, entry_id, bound, effective, held)
  SELECT campaign_id, id, bound, effective, held FROM (${of}) made WHERE campaign_id IS NOT NULL
  ON CONFLICT (campaign_id, entry_id) DO UPDATE
  SET bound = n.bound + excluded.bound, effective = n.effective + excluded.effective, held = n.held + excluded.held`;

/** How many entries are added to those of their campaigns at once. */
const ENTRIES_AT_ONCE = 5_000;

/**
 * Adds entries to those of their campaigns, in one statement, so that every reader sees the same sums
 * before and after. Of several at once, one adds an entry. Returns how many entries there were.
 */
export async function foldInviteCounts(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    WITH gone AS (
      DELETE FROM invite_count n USING (
        SELECT campaign_id, entry_id FROM invite_count WHERE entry_id <> campaign_id
        LIMIT ${ENTRIES_AT_ONCE}) old
      WHERE n.campaign_id = old.campaign_id AND n.entry_id = old.entry_id
      RETURNING n.*
    ), folded AS (
      INSERT INTO invite_count AS n (campaign_id, entry_id, bound, effective, frozen_fen, settled_fen, points, held)
      SELECT campaign_id, campaign_id, sum(bound), sum(effective), sum(frozen_fen), sum(settled_fen), sum(points),
             sum(held)
      FROM gone GROUP BY campaign_id ORDER BY campaign_id
      ON CONFLICT (campaign_id, entry_id) DO UPDATE
      SET bound = n.bound + excluded.bound, effective = n.effective + excluded.effective,
          frozen_fen = n.frozen_fen + excluded.frozen_fen, settled_fen = n.settled_fen + excluded.settled_fen,
          points = n.points + excluded.points, held = n.held + excluded.held
    )
    SELECT count(*)::int AS folded FROM gone`);
  return rows[0]?.folded ?? 0;
}

/** The advisory lock of a recount; any number not used elsewhere works. */
const RECOUNT_LOCK = 7_261_013;

/**
 * Adds the difference between bindings and rewards and their figures, as entries of this id; one
 * statement, so that both are of one moment. A build before the figures binds without counting
 * (decision 0200). Returns how many campaigns had wrong figures.
 */
export async function recountInvites(tx: Tx, entryId: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${RECOUNT_LOCK})`);
  const { rows } = await tx.execute<{ corrected: number }>(sql`
    WITH part AS (
      SELECT campaign_id, 1 AS bound, (state = 'EFFECTIVE')::integer AS effective, 0 AS frozen_fen, 0 AS settled_fen,
             0 AS points, 0 AS held
      FROM invite_binding WHERE campaign_id IS NOT NULL
      UNION ALL
      SELECT campaign_id, 0, 0, CASE WHEN kind = 'cash' AND state IN ('FROZEN', 'HELD') THEN amount ELSE 0 END,
             CASE WHEN kind = 'cash' AND state = 'SETTLED' THEN amount ELSE 0 END,
             CASE WHEN kind = 'points' AND state = 'SETTLED' THEN amount ELSE 0 END, (state = 'HELD')::integer
      FROM invite_reward
      UNION ALL
      SELECT campaign_id, -bound, -effective, -frozen_fen, -settled_fen, -points, -held FROM invite_count
    ), difference AS (
      SELECT campaign_id, sum(bound) AS bound, sum(effective) AS effective, sum(frozen_fen) AS frozen_fen,
             sum(settled_fen) AS settled_fen, sum(points) AS points, sum(held) AS held
      FROM part GROUP BY 1
    ), added AS (
      INSERT INTO invite_count (campaign_id, entry_id, bound, effective, frozen_fen, settled_fen, points, held)
      SELECT campaign_id, ${entryId}::uuid, bound, effective, frozen_fen, settled_fen, points, held FROM difference
      WHERE (bound, effective, frozen_fen, settled_fen, points, held) <> (0, 0, 0, 0, 0, 0)
      RETURNING 1
    )
    SELECT count(*)::int AS corrected FROM added`);
  return rows[0]?.corrected ?? 0;
}

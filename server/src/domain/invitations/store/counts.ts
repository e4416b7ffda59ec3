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
 * before and after. Safe when several run at once. Returns how many entries there were.
 */
export async function foldInviteCounts(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    WITH gone AS (
      DELETE FROM invite_count n USING (
        SELECT campaign_id, entry_id FROM invite_count WHERE entry_id <> campaign_id
        LIMIT ${ENTRIES_AT_ONCE} FOR UPDATE SKIP LOCKED) old
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

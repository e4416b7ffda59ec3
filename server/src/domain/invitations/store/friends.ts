/**
 * SQL statements for the inviter's view: friends with their rewards, and the sums. All under the
 * inviter's member ID.
 */
import { sql } from "drizzle-orm";
import type { Position } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { AppealState, BindingState, RewardState } from "../lifecycle.ts";
import type { GivenGift } from "../model.ts";

export type FriendRow = {
  readonly id: string;
  readonly friend: string;
  readonly bindingState: BindingState;
  readonly bindingReason: string | null;
  readonly boundAt: number;
  readonly inviteeId: string;
  readonly validUntil: number;
  readonly isOver: boolean;
  readonly micros: number;
  readonly rewardState: RewardState | null;
  readonly kind: GivenGift["kind"] | null;
  readonly amount: number | null;
  readonly firstAmount: number | null;
  readonly reason: string | null;
  readonly freezeUntil: number | null;
  readonly settledAt: number | null;
  readonly rewardId: string | null;
  readonly appeal: AppealState | null;
  readonly reply: string | null;
  /** Until when an appeal can be made, in ms; null when none can. */
  readonly appealUntil: number | null;
};

/**
 * The latest first, after a position in the list. A binding transferred to another inviter is not
 * listed.
 */
export async function friendsOf(
  db: Db,
  memberId: string,
  page: { after: Position | undefined; limit: number; appealMs: number; now: Now },
): Promise<FriendRow[]> {
  const { after, limit, appealMs, now } = page;
  const from =
    after === undefined
      ? sql``
      : sql`AND (f.bound_at, f.binding_id) <
            ('epoch'::timestamptz + ${after.micros} * interval '1 microsecond', ${after.id}::uuid)`;
  const found = await db.execute<FriendRow>(sql`
    SELECT f.binding_id AS id, f.friend, f.state AS "bindingState", f.reason AS "bindingReason",
           ${sql.raw(epochMsSql("f.bound_at"))} AS "boundAt", f.invitee_id AS "inviteeId",
           ${sql.raw(epochMsSql("f.valid_until"))} AS "validUntil", f.valid_until < ${sqlNow(now)} AS "isOver",
           (extract(epoch FROM f.bound_at) * 1000000)::bigint AS micros, r.state AS "rewardState", r.kind, r.amount,
           r.first_amount AS "firstAmount", r.reason, ${sql.raw(epochMsSql("r.freeze_until"))} AS "freezeUntil",
           ${sql.raw(epochMsSql("r.settled_at"))} AS "settledAt", r.id AS "rewardId", a.state AS appeal, a.reply,
           CASE WHEN a.state IS NULL AND coalesce(r.ended_at, r.freeze_until) + ${appealMs} * interval '1 ms' > ${sqlNow(now)}
                  AND (r.state, r.reason) IN (('HELD', 'risk'), ('REJECTED', 'risk_rejected'))
             THEN ${sql.raw(epochMsSql("coalesce(r.ended_at, r.freeze_until)"))} + ${appealMs} END AS "appealUntil"
    FROM invite_friend f LEFT JOIN invite_reward r
      ON r.member_id = f.member_id AND r.binding_id = f.binding_id AND r.rule = 'inviter'
    LEFT JOIN invite_appeal a ON a.member_id = f.member_id AND a.reward_id = r.id
    WHERE f.member_id = ${memberId} AND f.state <> 'MOVED' ${from}
    ORDER BY f.bound_at DESC, f.binding_id DESC LIMIT ${limit}`);
  return found.rows;
}

export type Totals = {
  readonly invited: number;
  readonly effective: number;
  readonly pendingFen: number;
  readonly settledFen: number;
  readonly pendingPoints: number;
  readonly settledPoints: number;
  readonly owedFen: number;
};

export async function totalsOf(db: Db, memberId: string): Promise<Totals> {
  const found = await db.execute<Totals>(sql`
    SELECT f.*, r.* FROM (
      SELECT count(*) FILTER (WHERE state <> 'MOVED')::int AS invited,
             count(*) FILTER (WHERE state = 'EFFECTIVE')::int AS effective
      FROM invite_friend WHERE member_id = ${memberId}
    ) f, (
      SELECT coalesce(sum(amount) FILTER (WHERE kind = 'cash' AND state IN ('FROZEN', 'HELD')), 0)::bigint
               AS "pendingFen",
             coalesce(sum(amount) FILTER (WHERE kind = 'cash' AND state = 'SETTLED'), 0)::bigint AS "settledFen",
             coalesce(sum(amount) FILTER (WHERE kind = 'points' AND state IN ('FROZEN', 'HELD')), 0)::bigint
               AS "pendingPoints",
             coalesce(sum(amount) FILTER (WHERE kind = 'points' AND state = 'SETTLED'), 0)::bigint AS "settledPoints",
             coalesce(sum(owed_fen), 0)::bigint AS "owedFen"
      FROM invite_reward WHERE member_id = ${memberId} AND rule = 'inviter'
    ) r`);
  const none = { invited: 0, effective: 0, pendingFen: 0, settledFen: 0 };
  return found.rows[0] ?? { ...none, pendingPoints: 0, settledPoints: 0, owedFen: 0 };
}

/** SQL statements on rewards, each under its receiver's member ID, and on their rules. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { stateChangeSql } from "../../../platform/entity-history.ts";
import { moveOf } from "../../../platform/lifecycle.ts";
import { rewardLifecycle } from "../lifecycle.ts";
import type { InvitationBinding, GivenGift, Reward, Rule, Side } from "../model.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { invitationsCut, invitationsReward, invitationsSettle } from "../../../sql/invitations.ts";
import { addInviteCounts } from "./counts.ts";

type Queryable = Db | Tx;
export type RewardKey = { readonly memberId: string; readonly id: string };

/**
 * Returns the version of the rule that a binding was created under, and whether its campaign still
 * runs.
 */
export async function ruleOf(
  db: Queryable,
  key: { campaignId: string; version: number },
  now: Now,
): Promise<Rule | undefined> {
  const found = await db.execute<Rule>(sql`
    SELECT r.campaign_id AS "campaignId", r.version, r.inviter, r.invitee, r.month_cap AS "monthCap", c.name,
           c.is_on AND c.starts_at <= ${sqlNow(now)} AND c.ends_at > ${sqlNow(now)} AS "isRunning"
    FROM invite_rule r JOIN invite_campaign c USING (campaign_id)
    WHERE r.campaign_id = ${key.campaignId} AND r.version = ${key.version}`);
  return found.rows[0];
}

export type NewReward = {
  readonly id: string;
  readonly txnId: string;
  readonly memberId: string;
  readonly binding: InvitationBinding;
  readonly rule: Rule;
  readonly side: Side;
  readonly gift: GivenGift;
  readonly orderId: string;
  readonly friend: string;
  readonly amount: number;
  readonly costFen: number;
  readonly baseFen: number;
  readonly freezeMs: number;
  /** Why no reward is given, regardless of the retained cash. */
  readonly cancelReason: string | undefined;
};

/** Returns the reward's state, or `replay` when it was created before. */
export function callReward(
  tx: Tx,
  wanted: NewReward,
  now: Now,
): Promise<ResultOf<typeof invitationsReward>> {
  const { binding, rule, side, gift, memberId, cancelReason = null, ...more } = wanted;
  const reward = {
    ...more,
    bindingId: binding.id,
    inviteeId: binding.memberId,
    rule: side,
    kind: gift.kind,
    campaignId: rule.campaignId,
    version: rule.version,
    title: wanted.friend,
    terms: { ...gift, firstBaseFen: wanted.baseFen },
    monthCap: side === "inviter" ? rule.monthCap : null,
    cancelReason,
  };
  return invitationsReward(tx, { member: memberId, reward, now });
}

/** Returns null when there was nothing to settle: too early, or already ended. */
export const callSettle = (
  tx: Tx,
  { memberId, id }: RewardKey,
  reviewer: string | null,
  now: Now,
): Promise<ResultOf<typeof invitationsSettle>> =>
  invitationsSettle(tx, { member: memberId, id, reviewer, now });

export type RewardReduction = {
  readonly amount: number;
  readonly costFen: number;
  readonly baseFen: number;
  /** The end state when nothing is left and the reward was not settled. */
  readonly to: "CANCELLED" | "REJECTED";
  readonly reason: string;
  readonly actor: string;
};
/** Returns null when nothing changed. */
export const callReduce = (
  tx: Tx,
  { memberId, id }: RewardKey,
  { to: endState, ...cut }: RewardReduction,
  now: Now,
): Promise<ResultOf<typeof invitationsCut>> =>
  invitationsCut(tx, { member: memberId, id, cut: { ...cut, endState }, now });

/** FROZEN → HELD. Returns false when the reward was in another state. */
export async function holdReward(
  tx: Tx,
  key: RewardKey,
  why: { reason: string; score: number; now: Now },
): Promise<boolean> {
  const { from, to } = moveOf(rewardLifecycle, "hold");
  const recorded = stateChangeSql(
    {
      memberId: key.memberId,
      entity: "invite_reward",
      entityId: key.id,
      name: "hold",
      from: "FROZEN",
      to,
      by: "system",
      now: why.now,
    },
    "moved",
  );
  const moved = await tx.execute(sql`
    WITH moved AS (UPDATE invite_reward SET state = ${to}, reason = ${why.reason}, risk_score = ${why.score}
    WHERE member_id = ${key.memberId} AND id = ${key.id}
      AND state = ANY(${sql.param([...from])}::text[])
    RETURNING campaign_id, id),
    counted AS (${addInviteCounts(sql`SELECT campaign_id, id, 0 AS bound, 0 AS effective, 1 AS held FROM moved`)}),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return moved.rowCount === 1;
}

const rewardsQuery = sql.raw(`
  SELECT member_id AS "memberId", id, binding_id AS "bindingId", rule, invitee_id AS "inviteeId", order_id AS "orderId",
         friend, kind, terms, first_amount AS "firstAmount", amount, base_fen AS "baseFen", cost_fen AS "costFen", state,
         reason, ${epochMsSql("freeze_until")} AS "freezeUntil", taken, owed_fen AS "owedFen", risk_score AS "riskScore",
         reviewer, ${epochMsSql("created_at")} AS "createdAt", ${epochMsSql("settled_at")} AS "settledAt"
  FROM invite_reward`);

export async function findReward(db: Queryable, key: RewardKey): Promise<Reward | undefined> {
  const found = await db.execute<Reward>(
    sql`${rewardsQuery} WHERE member_id = ${key.memberId} AND id = ${key.id}`,
  );
  return found.rows[0];
}

/** Returns the reward of one side of a binding. */
export async function rewardOf(
  db: Queryable,
  memberId: string,
  bindingId: string,
  side: Side,
): Promise<Reward | undefined> {
  const found = await db.execute<Reward>(sql`
    ${rewardsQuery} WHERE member_id = ${memberId} AND binding_id = ${bindingId} AND rule = ${side}`);
  return found.rows[0];
}

/**
 * Returns rewards whose freeze is over, the longest due first: of one member, or of all members by
 * the index of due rewards.
 */
export async function dueRewards(
  db: Db,
  now: Now,
  limit: number,
  memberId?: string,
): Promise<RewardKey[]> {
  const whose = memberId === undefined ? sql`` : sql`AND member_id = ${memberId}`;
  const found = await db.execute<RewardKey>(sql`
    SELECT member_id AS "memberId", id FROM invite_reward
    WHERE state = 'FROZEN' AND freeze_until <= ${sqlNow(now)} ${whose} ORDER BY freeze_until, id LIMIT ${limit}`);
  return found.rows;
}

/** Returns when a campaign ends, in ms. */
export async function campaignEnd(db: Queryable, campaignId: string): Promise<number | undefined> {
  const found = await db.execute<{ endsAt: number }>(sql`
    SELECT ${sql.raw(epochMsSql("ends_at"))} AS "endsAt" FROM invite_campaign WHERE campaign_id = ${campaignId}`);
  return found.rows[0]?.endsAt;
}

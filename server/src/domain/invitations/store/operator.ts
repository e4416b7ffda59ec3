/**
 * SQL statements for operators: campaigns with their figures, and queries over all bindings and
 * held rewards.
 */
import type {
  InvitationBinding as ShownBinding,
  InviteCampaign,
} from "@yunjing/contract/schemas/operators/invitations";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { Gift, Reward } from "../model.ts";

type Queryable = Db | Tx;

export type CampaignDraft = {
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly budgetFen: number;
  readonly inviter: Gift;
  readonly invitee: Gift;
  readonly monthCap: number;
};

/**
 * A budget of this size is split into buckets, so that many transactions can charge it
 * concurrently.
 */
const BUCKETED_FROM_FEN = 10_000_000;
const BUCKETS = 16;

export async function insertCampaign(
  tx: Tx,
  campaignId: string,
  draft: CampaignDraft,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO invite_campaign (campaign_id, name, is_on, starts_at, ends_at)
    VALUES (${campaignId}, ${draft.name}, true, ${new Date(draft.startsAt)}, ${new Date(draft.endsAt)})`);
  const count = draft.budgetFen >= BUCKETED_FROM_FEN ? BUCKETS : 1;
  const share = Math.floor(draft.budgetFen / count);
  for (let bucket = 0; bucket < count; bucket++) {
    const total = bucket === 0 ? draft.budgetFen - share * (count - 1) : share;
    await tx.execute(sql`
      INSERT INTO invite_budget (campaign_id, bucket, total_fen) VALUES (${campaignId}, ${bucket}, ${total})`);
  }
}

export async function insertRule(
  tx: Tx,
  rule: { campaignId: string; version: number; draft: CampaignDraft; now: Now },
): Promise<boolean> {
  const { draft } = rule;
  const made = await tx.execute(sql`
    INSERT INTO invite_rule (campaign_id, version, inviter, invitee, month_cap, starts_at)
    VALUES (${rule.campaignId}, ${rule.version}, ${JSON.stringify(draft.inviter)}::jsonb,
            ${JSON.stringify(draft.invitee)}::jsonb, ${draft.monthCap}, ${sqlNow(rule.now)})
    ON CONFLICT (campaign_id, version) DO NOTHING`);
  return made.rowCount === 1;
}

export async function updateCampaign(
  tx: Tx,
  campaignId: string,
  change: CampaignDraft & { isOn: boolean },
): Promise<void> {
  await tx.execute(sql`
    UPDATE invite_campaign SET name = ${change.name}, is_on = ${change.isOn},
      starts_at = ${new Date(change.startsAt)}, ends_at = ${new Date(change.endsAt)}
    WHERE campaign_id = ${campaignId}`);
}

/**
 * Changes a budget by an amount; a reduction is limited to the unused part. Returns whether the
 * full change was applied.
 */
export async function changeBudget(tx: Tx, campaignId: string, byFen: number): Promise<boolean> {
  if (byFen > 0) {
    await tx.execute(sql`
      UPDATE invite_budget SET total_fen = total_fen + ${byFen} WHERE campaign_id = ${campaignId} AND bucket = 0`);
    return true;
  }
  let left = -byFen;
  for (let bucket = 0; bucket < BUCKETS && left > 0; bucket++) {
    const { rows } = await tx.execute<{ free: number }>(sql`
      SELECT total_fen - used_fen AS free FROM invite_budget
      WHERE campaign_id = ${campaignId} AND bucket = ${bucket} FOR NO KEY UPDATE`);
    const part = Math.min(left, rows[0]?.free ?? 0);
    if (part === 0) continue;
    await tx.execute(sql`
      UPDATE invite_budget SET total_fen = total_fen - ${part} WHERE campaign_id = ${campaignId} AND bucket = ${bucket}`);
    left -= part;
  }
  return left === 0;
}

/** Returns all campaigns, or one; the latest first. */
export async function campaignsOf(db: Queryable, campaignId?: string): Promise<InviteCampaign[]> {
  const which = campaignId === undefined ? sql`` : sql`WHERE c.campaign_id = ${campaignId}`;
  const found = await db.execute<InviteCampaign>(sql`
    WITH b AS MATERIALIZED (
      SELECT campaign_id, sum(total_fen) AS total, sum(used_fen) AS used FROM invite_budget GROUP BY campaign_id
    ), w AS MATERIALIZED (
      SELECT campaign_id, sum(bound) AS bound, sum(effective) AS effective, sum(frozen_fen) AS frozen,
             sum(settled_fen) AS settled, sum(points) AS points, sum(held) AS held
      FROM invite_count GROUP BY campaign_id
    ), r AS MATERIALIZED (
      SELECT DISTINCT ON (campaign_id) * FROM invite_rule ORDER BY campaign_id, version DESC
    )
    SELECT c.campaign_id AS "campaignId", c.name, c.is_on AS "isOn", ${sql.raw(epochMsSql("c.starts_at"))} AS "startsAt",
           ${sql.raw(epochMsSql("c.ends_at"))} AS "endsAt", r.version, r.inviter, r.invitee, r.month_cap AS "monthCap",
           coalesce(b.total, 0)::bigint AS "budgetFen", coalesce(b.used, 0)::bigint AS "usedFen",
           coalesce(w.bound, 0)::int AS bound, coalesce(w.effective, 0)::int AS effective,
           coalesce(w.frozen, 0)::bigint AS "frozenFen", coalesce(w.settled, 0)::bigint AS "settledFen",
           coalesce(w.points, 0)::bigint AS "givenPoints", coalesce(w.held, 0)::int AS held
    FROM invite_campaign c JOIN r ON r.campaign_id = c.campaign_id
    LEFT JOIN b ON b.campaign_id = c.campaign_id LEFT JOIN w ON w.campaign_id = c.campaign_id
    ${which} ORDER BY c.starts_at DESC, c.campaign_id`);
  return found.rows;
}

type BindingRow = Omit<
  ShownBinding,
  "earnedOrderId" | "reason" | "riskScore" | "riskVerdict" | "device" | "payer"
> &
  Position & {
    readonly device: string | null;
    readonly payer: string | null;
    readonly earnedOrderId: string | null;
    readonly reason: string | null;
    readonly riskScore: number | null;
    readonly riskVerdict: string | null;
  };

/** Scans the bindings of all members when no member is given: for operators only. */
export async function findBindings(
  db: Db,
  {
    memberId,
    inviterId,
    after,
    limit,
  }: KeysetPage & {
    readonly memberId: string | undefined;
    readonly inviterId: string | undefined;
  },
): Promise<BindingRow[]> {
  const byTime = byUuid("bound_at", "id");
  const found = await db.execute<BindingRow>(sql`
    SELECT id AS "bindingId", member_id AS "memberId", inviter_id AS "inviterId", channel, state,
           ${sql.raw(epochMsSql("bound_at"))} AS "boundAt", ${sql.raw(epochMsSql("valid_until"))} AS "validUntil",
           earned_order_id AS "earnedOrderId", reason, risk_score AS "riskScore", risk_verdict AS "riskVerdict",
           risk_reasons AS "riskReasons", right(encode(device_hash, 'hex'), 8) AS device,
           right(encode(payer_hash, 'hex'), 8) AS payer, ${positionColumns("bound_at", "id")}
    FROM invite_binding
    WHERE (${memberId ?? null}::uuid IS NULL OR member_id = ${memberId ?? null})
      AND (${inviterId ?? null}::uuid IS NULL OR inviter_id = ${inviterId ?? null})
      AND ${afterPosition(byTime, after, "descending")}
    ORDER BY ${byPosition(byTime, "descending")} LIMIT ${limit + 1}`);
  return found.rows;
}

export type HeldRow = Pick<
  Reward,
  | "memberId"
  | "bindingId"
  | "inviteeId"
  | "kind"
  | "amount"
  | "costFen"
  | "baseFen"
  | "reason"
  | "createdAt"
> & {
  readonly rewardId: string;
  readonly riskScore: number | null;
  readonly appeal: string | null;
  readonly appealedAt: number | null;
};

/**
 * Returns held rewards, and rejected ones under appeal with their possible value, the oldest first.
 * Scans all members by the two indexes of waiting rewards.
 */
export async function findHeldRewards(db: Db): Promise<HeldRow[]> {
  const found = await db.execute<HeldRow>(sql`
    WITH waits AS (
      SELECT member_id, id FROM invite_reward WHERE state = 'HELD'
      UNION SELECT member_id, reward_id FROM invite_appeal WHERE state = 'WAITING'
    )
    SELECT r.id AS "rewardId", r.member_id AS "memberId", r.binding_id AS "bindingId", r.invitee_id AS "inviteeId", r.kind,
           CASE r.state WHEN 'HELD' THEN r.amount ELSE r.first_amount END AS amount,
           CASE WHEN r.state = 'HELD' THEN r.cost_fen WHEN r.kind = 'coupon' THEN (r.terms->>'costFen')::bigint
                ELSE r.first_amount END AS "costFen",
           r.base_fen AS "baseFen", r.reason, r.risk_score AS "riskScore", a.words AS appeal,
           ${sql.raw(epochMsSql("a.appealed_at"))} AS "appealedAt", ${sql.raw(epochMsSql("r.created_at"))} AS "createdAt"
    FROM waits JOIN invite_reward r USING (member_id, id) LEFT JOIN invite_appeal a
      ON a.member_id = r.member_id AND a.reward_id = r.id AND a.state = 'WAITING'
    WHERE r.state IN ('HELD', 'REJECTED') ORDER BY r.created_at LIMIT 200`);
  return found.rows;
}

/** Returns the ids of rewards under review and of appealed ones, the latest first. */
export async function latestHeldRewards(db: Db, limit: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id, created_at AS at FROM invite_reward WHERE state = 'HELD'
      UNION ALL SELECT reward_id, appealed_at FROM invite_appeal WHERE state = 'WAITING') w
    ORDER BY at DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}

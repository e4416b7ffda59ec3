/**
 * SQL statements on bindings, under the invitee's member ID, and on friends, under the inviter's.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { stateChangeSql } from "../../../platform/entity-history.ts";
import { invariant } from "../../../platform/refusal.ts";
import { fromStates, moveOf } from "../../../platform/lifecycle.ts";
import { bindingLifecycle } from "../lifecycle.ts";
import type { InvitationBinding, Channel, RiskDecision } from "../model.ts";
import { addInviteCounts } from "./counts.ts";

type Queryable = Db | Tx;

export type NewBinding = {
  readonly id: string;
  readonly memberId: string;
  readonly inviterId: string;
  readonly code: string;
  readonly channel: Channel;
  readonly campaign: { readonly campaignId: string; readonly version: number } | undefined;
  /** Since when both are members, in ms; the inviter has been one for longer. */
  readonly inviterSince: number;
  readonly memberSince: number;
  readonly visit: { readonly visitId: string; readonly visitedAt: number } | undefined;
  readonly bindingMs: number;
  readonly actor: string;
  readonly signals: {
    readonly device: Buffer | null;
    readonly ip: Buffer | null;
    readonly agent: Buffer | null;
    readonly phoneSegment: Buffer | null;
  };
  readonly now: Now;
};

const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));

/** Returns false when the member already has an active binding. */
export async function insertBinding(tx: Tx, binding: NewBinding): Promise<boolean> {
  const { signals, visit, now } = binding;
  const made = await tx.execute(sql`
    WITH made AS (INSERT INTO invite_binding (member_id, id, inviter_id, code, channel, state, campaign_id, rule_version, inviter_since,
      member_since, visit_id, visited_at, bound_at, valid_until, actor, device_hash, ip_hash, agent_hash,
      phone_segment_hash, visit_ms)
    VALUES (${binding.memberId}, ${binding.id}, ${binding.inviterId}, ${binding.code}, ${binding.channel}, 'BOUND',
      ${binding.campaign?.campaignId ?? null}, ${binding.campaign?.version ?? null}, ${new Date(binding.inviterSince)},
      ${new Date(binding.memberSince)}, ${visit?.visitId ?? null}, ${instant(visit?.visitedAt)}, ${sqlNow(now)},
      ${sqlNow(now)} + make_interval(secs => ${binding.bindingMs / 1000}), ${binding.actor}, ${signals.device}, ${signals.ip},
      ${signals.agent}, ${signals.phoneSegment},
      ${visit ? Math.max(0, binding.memberSince - visit.visitedAt) : null})
    ON CONFLICT (member_id) WHERE state IN ('BOUND', 'EFFECTIVE') DO NOTHING RETURNING campaign_id, id),
    counted AS (${addInviteCounts(sql`SELECT campaign_id, id, 1 AS bound, 0 AS effective, 0 AS held FROM made`)})
    SELECT FROM made`);
  return made.rowCount === 1;
}

/** Inserts the inviter's view of a binding in its current state. */
export async function insertFriend(
  tx: Tx,
  binding: InvitationBinding,
  friend: string,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO invite_friend (member_id, binding_id, invitee_id, friend, state, reason, bound_at, valid_until)
    SELECT inviter_id, id, member_id, ${friend}, state, reason, bound_at, valid_until FROM invite_binding
    WHERE member_id = ${binding.memberId} AND id = ${binding.id}
    ON CONFLICT (member_id, binding_id) DO NOTHING`);
}

const bindingsQuery = sql.raw(`
  SELECT member_id AS "memberId", id, inviter_id AS "inviterId", state, channel, code, campaign_id AS "campaignId",
         rule_version AS "ruleVersion", ${epochMsSql("bound_at")} AS "boundAt", ${epochMsSql("valid_until")} AS "validUntil",
         earned_order_id AS "earnedOrderId", reason, risk_verdict AS "riskVerdict", risk_score AS "riskScore",
         ${epochMsSql("member_since")} AS "memberSince"
  FROM invite_binding`);

/** Returns a member's active binding: waiting, effective, or expired. */
export async function findActiveBinding(
  db: Queryable,
  memberId: string,
): Promise<InvitationBinding | undefined> {
  const found = await db.execute<InvitationBinding>(
    sql`${bindingsQuery} WHERE member_id = ${memberId} AND state IN ('BOUND', 'EFFECTIVE')`,
  );
  return found.rows[0];
}

export async function findBinding(
  db: Queryable,
  key: { memberId: string; id: string },
): Promise<InvitationBinding | undefined> {
  const found = await db.execute<InvitationBinding>(
    sql`${bindingsQuery} WHERE member_id = ${key.memberId} AND id = ${key.id}`,
  );
  return found.rows[0];
}

/** Returns the binding for which an order earned rewards, in any state. */
export async function findBindingOfOrder(
  db: Queryable,
  memberId: string,
  orderId: string,
): Promise<InvitationBinding | undefined> {
  const found = await db.execute<InvitationBinding>(
    sql`${bindingsQuery} WHERE member_id = ${memberId} AND earned_order_id = ${orderId}`,
  );
  return found.rows[0];
}

/** The entity, member and time of a binding's history row. */
const bindingChange = ({ memberId, id }: Pick<InvitationBinding, "memberId" | "id">, now: Now) =>
  ({ memberId, entity: "invite_binding", entityId: id, now }) as const;

/**
 * BOUND → EFFECTIVE by an order, once per member. Returns false when the binding was in another
 * state by then. Stores both hashes for the risk check.
 */
export async function markEffective(
  tx: Tx,
  binding: InvitationBinding,
  by: { orderId: string; payer: Buffer | null; account: Buffer | null; now: Now },
): Promise<boolean> {
  const { from, to } = moveOf(bindingLifecycle, "earn");
  const recorded = stateChangeSql(
    {
      ...bindingChange(binding, by.now),
      name: "earn",
      from: "BOUND",
      to,
      by: "system",
    },
    "moved",
  );
  const moved = await tx.execute(sql`
    WITH moved AS (UPDATE invite_binding SET state = ${to}, earned_order_id = ${by.orderId}, effective_at = ${sqlNow(by.now)},
                              payer_hash = ${by.payer}, account_hash = ${by.account}
    WHERE member_id = ${binding.memberId} AND id = ${binding.id}
      AND state = ANY(${sql.param([...from])}::text[])
    RETURNING campaign_id, id),
    counted AS (${addInviteCounts(sql`SELECT campaign_id, id, 0 AS bound, 1 AS effective, 0 AS held FROM moved`)}),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return moved.rowCount === 1;
}

/**
 * Ends an active binding permanently; `actor` is `system` or `operator:<id>`. Returns false when it
 * had already ended.
 */
export async function endBinding(
  tx: Tx,
  binding: Pick<InvitationBinding, "memberId" | "id">,
  end: { state: "REJECTED" | "MOVED"; reason: string; actor: string; now: Now },
): Promise<boolean> {
  const event = end.state === "MOVED" ? "transfer" : "reject";
  const from = fromStates(bindingLifecycle, event);
  const recorded = stateChangeSql(
    {
      ...bindingChange(binding, end.now),
      name: event,
      from: sql`moved.was`,
      to: end.state,
      by: end.actor,
    },
    "moved",
  );
  const moved = await tx.execute(sql`
    WITH old AS (
      SELECT state AS was FROM invite_binding
      WHERE member_id = ${binding.memberId} AND id = ${binding.id} FOR NO KEY UPDATE),
    moved AS (UPDATE invite_binding SET state = ${end.state}, reason = ${end.reason}, ended_at = ${sqlNow(end.now)}
    FROM old
    WHERE member_id = ${binding.memberId} AND id = ${binding.id}
      AND state = ANY(${sql.param([...from])}::text[])
    RETURNING old.was, campaign_id, id),
    counted AS (${addInviteCounts(sql`
      SELECT campaign_id, id, 0 AS bound, -1 AS effective, 0 AS held FROM moved WHERE was = 'EFFECTIVE'`)}),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return moved.rowCount === 1;
}

/** Updates the inviter's view of the binding. Returns the friend's masked name. */
export async function syncFriend(tx: Tx, binding: InvitationBinding): Promise<string> {
  const moved = await tx.execute<{ friend: string }>(sql`
    UPDATE invite_friend SET state = ${binding.state}, reason = ${binding.reason}
    WHERE member_id = ${binding.inviterId} AND binding_id = ${binding.id} RETURNING friend`);
  const [row] = moved.rows;
  invariant(row, "a binding has its inviter's row");
  return row.friend;
}

export async function storeRiskDecision(
  tx: Tx,
  binding: Pick<InvitationBinding, "memberId" | "id">,
  decision: RiskDecision,
): Promise<void> {
  await tx.execute(sql`
    UPDATE invite_binding SET risk_score = ${decision.score}, risk_verdict = ${decision.decision},
                              risk_reasons = ${JSON.stringify(decision.reasons)}::jsonb
    WHERE member_id = ${binding.memberId} AND id = ${binding.id}`);
}

/** Returns the running campaign and the current version of its rule, or `undefined`. */
export async function runningCampaign(
  db: Queryable,
  now: Now,
): Promise<{ campaignId: string; version: number } | undefined> {
  const found = await db.execute<{ campaignId: string; version: number }>(sql`
    SELECT c.campaign_id AS "campaignId", r.version FROM invite_campaign c JOIN invite_rule r USING (campaign_id)
    WHERE c.is_on AND c.starts_at <= ${sqlNow(now)} AND c.ends_at > ${sqlNow(now)} AND r.starts_at <= ${sqlNow(now)}
    ORDER BY c.starts_at DESC, c.campaign_id, r.version DESC LIMIT 1`);
  return found.rows[0];
}

/**
 * Copies the binding for another inviter, with its original signals, but without what it earned.
 */
export async function copyBindingToInviter(
  tx: Tx,
  was: InvitationBinding,
  to: { id: string; inviterId: string; inviterSince: number; actor: string },
): Promise<void> {
  await tx.execute(sql`
    WITH made AS (INSERT INTO invite_binding (member_id, id, inviter_id, code, channel, state, campaign_id, rule_version,
      inviter_since, member_since, visit_id, visited_at, bound_at, valid_until, effective_at, actor, device_hash, ip_hash, agent_hash,
      phone_segment_hash, payer_hash, account_hash, visit_ms)
    SELECT member_id, ${to.id}, ${to.inviterId}, code, 'operator', ${was.state}, campaign_id, rule_version,
           ${new Date(to.inviterSince)}, member_since, visit_id, visited_at, bound_at, valid_until, effective_at,
           ${to.actor}, device_hash, ip_hash, agent_hash, phone_segment_hash, payer_hash, account_hash, visit_ms
    FROM invite_binding WHERE member_id = ${was.memberId} AND id = ${was.id} RETURNING campaign_id, id, state)
    ${addInviteCounts(sql`
      SELECT campaign_id, id, 1 AS bound, (state = 'EFFECTIVE')::integer AS effective, 0 AS held FROM made`)}`);
}

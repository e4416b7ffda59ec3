/**
 * Changes rewards over time, after refunds or by review: settles, holds, reduces or claws them
 * back.
 */
import type { Context } from "../../../platform/context.ts";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { grantCoupon } from "../../coupons/actions.ts";
import { creditPoints as grantPoints } from "../../points/actions.ts";
import { findRetainedCash } from "../../refunds/actions.ts";
import { amountOf, REJECTED_TEXT, type Reward, type RiskDecision } from "../model.ts";
import type { RiskCheck } from "../port.ts";
import { createRiskCheck } from "../risk/risk-check.ts";
import { findBindingOfOrder, endBinding, findBinding, syncFriend } from "../store/bindings.ts";
import { closeAppeal } from "../store/appeals.ts";
import {
  callReduce,
  callSettle,
  type RewardReduction,
  dueRewards,
  findReward,
  holdReward,
  type RewardKey,
  rewardOf,
} from "../store/rewards.ts";
import { assessRisk } from "./assess-risk.ts";

export const amountDataOf = ({ kind }: Reward, amount: number): Record<string, number> =>
  kind === "cash" ? { amountFen: amount } : kind === "points" ? { points: amount } : {};

const endStates: ReadonlySet<string> = new Set(["CANCELLED", "REJECTED", "CLAWED_BACK"]);

/** Reduces a reward or ends it. Notifies its member of an end. */
export async function reduceReward(
  context: Context,
  tx: Tx,
  reward: Reward,
  cut: RewardReduction,
): Promise<boolean> {
  const done = await callReduce(tx, reward, cut, context.clock.sql());
  if (done && endStates.has(done.state)) {
    const data = { ...amountDataOf(reward, reward.amount), reasonCode: cut.reason };
    const { memberId, id: ref } = reward;
    const { actor } = cut;
    const end = { state: "DENIED", reviewer: actor, actor, now: context.clock.sql() } as const;
    await closeAppeal(tx, reward, end);
    await publishEvent(context, tx, { memberId, kind: "invite.cancelled", ref, data });
  }
  return done !== null;
}

/** Reduces a reward to match the retained cash of its order; never raises it. */
export async function reduceToRetainedCash(
  context: Context,
  tx: Tx,
  reward: Reward,
): Promise<void> {
  const retainedFen = await findRetainedCash(tx, {
    ownerId: reward.inviteeId,
    orderId: reward.orderId,
  });
  const { amount, costFen } = amountOf(reward.terms, retainedFen, reward.terms.firstBaseFen);
  if (amount >= reward.amount) return;
  const end = { to: "CANCELLED", reason: "refund", actor: "system" } as const;
  await reduceReward(context, tx, reward, { amount, costFen, baseFen: retainedFen, ...end });
}

async function grantReward(context: Context, tx: Tx, reward: Reward): Promise<void> {
  const { memberId, id, terms, amount } = reward;
  if (terms.kind === "points") {
    const reason = {
      kind: "invite_points",
      ref: id,
      actor: "system",
      title: reward.friend,
    } as const;
    await grantPoints(context, tx, { memberId, points: amount, ...reason });
  } else if (terms.kind === "coupon") {
    const { templateId } = terms;
    await grantCoupon(context, tx, { memberId, templateId, source: "invite", ref: id });
  }
}

/**
 * Pays out a reward that is due, or that `reviewer` has approved. Runs under the receiving member's
 * ID.
 */
export async function payOut(
  context: Context,
  tx: Tx,
  key: RewardKey,
  reviewer: string | null,
): Promise<boolean> {
  const before = await findReward(tx, key);
  if (!before) return false;
  await reduceToRetainedCash(context, tx, before);
  const settled = await callSettle(tx, key, reviewer, context.clock.sql());
  if (!settled) return false;
  const now = context.clock.sql();
  if (reviewer !== null) {
    const actor = `operator:${reviewer}`;
    await closeAppeal(tx, key, { state: "GRANTED", reviewer, actor, now });
  }
  const reward = { ...before, amount: settled.amount };
  await grantReward(context, tx, reward);
  const data = { ...amountDataOf(reward, settled.amount), reasonCode: "settled" };
  await publishEvent(context, tx, {
    memberId: key.memberId,
    kind: "invite.settled",
    ref: key.id,
    data,
  });
  return true;
}

/**
 * Repeats the risk check of the binding, under the invitee's member ID. A missing or rejected
 * binding counts as a rejection.
 */
const reassessRisk = (
  context: Context,
  db: Db,
  riskCheck: RiskCheck,
  reward: Reward,
): Promise<RiskDecision | undefined> =>
  transaction(db, async (tx) => {
    const key = { memberId: reward.inviteeId, id: reward.bindingId };
    const binding = await findBinding(tx, key);
    if (!binding || binding.state === "REJECTED") {
      return { score: binding?.riskScore ?? 100, reasons: [], decision: "reject" };
    }
    const decision = await assessRisk(context, tx, riskCheck, binding);
    if (decision.decision === "reject") {
      const end = { state: "REJECTED", reason: REJECTED_TEXT } as const;
      await endBinding(tx, key, { ...end, actor: "system", now: context.clock.sql() });
      await syncFriend(tx, { ...binding, ...end });
    }
    return decision;
  });

async function settleOne(context: Context, db: Db, riskCheck: RiskCheck, key: RewardKey) {
  const reward = await findReward(db, key);
  if (reward?.state !== "FROZEN") return;
  // A reward granted by an operator gets no risk check, because the check would repeat its earlier
  // decision.
  const isGranted = reward.reviewer !== null;
  const decision = isGranted ? undefined : await reassessRisk(context, db, riskCheck, reward);
  const none = { amount: 0, costFen: 0, baseFen: reward.baseFen, actor: "system" } as const;
  const pay = async (tx: Tx) => {
    if (decision?.decision === "reject") {
      await reduceReward(context, tx, reward, { ...none, to: "REJECTED", reason: "risk_rejected" });
    } else if (decision?.decision === "hold") {
      const why = { reason: "risk", score: decision.score, now: context.clock.sql() };
      await holdReward(tx, key, why);
    } else {
      await payOut(context, tx, key, null);
    }
  };
  await transaction(db, pay).catch(async (error: unknown) => {
    // The coupon campaign may be over by now: the reward is cancelled. All other errors are
    // retried.
    if (!raisedRefusal(error)) throw error;
    const gone = { ...none, to: "CANCELLED", reason: "coupon_gone" } as const;
    await transaction(db, (tx) => reduceReward(context, tx, reward, gone));
  });
}

const REWARDS_AT_ONCE = 200;

/**
 * Settles the due rewards of all members or of one; safe at any time and concurrently. Returns how
 * many were processed. Throws failures at the end, so that one failure does not delay the other
 * rewards.
 */
export async function settleRewards(
  context: Context,
  db: Db,
  {
    riskCheck = createRiskCheck(context),
    memberId,
  }: { riskCheck?: RiskCheck; memberId?: string } = {},
): Promise<number> {
  const due = await dueRewards(db, context.clock.sql(), REWARDS_AT_ONCE, memberId);
  const failures = await runEach(due, (key) => settleOne(context, db, riskCheck, key));
  throwFailures(failures, "some rewards were not settled");
  return due.length;
}

/**
 * Handles a refund of an order: reduces both members' rewards to the retained cash. Safe to call
 * repeatedly, and for any order.
 */
export async function handleOrderRefunded(
  context: Context,
  db: Db,
  { memberId, orderId }: { memberId: string; orderId: string },
): Promise<void> {
  const binding = await findBindingOfOrder(db, memberId, orderId);
  if (!binding) return;
  for (const [owner, side] of [
    [binding.inviterId, "inviter"],
    [memberId, "invitee"],
  ] as const) {
    await transaction(db, async (tx) => {
      const reward = await rewardOf(tx, owner, binding.id, side);
      if (reward) await reduceToRetainedCash(context, tx, reward);
    });
  }
}

/**
 * Appeals: a member requests a review of a reward that the risk check withheld, and an operator
 * decides once.
 */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { normalizeWhitespace } from "../../../platform/normalize-whitespace.ts";
import {
  type OperatorProof,
  propose,
  refuseOwnAccount,
  requireProofToPropose,
} from "../../approvals/actions.ts";
import type { ApprovalHandler } from "../../approvals/model.ts";
import { refuseMerged } from "../../members/actions.ts";
import { findRetainedCash } from "../../refunds/actions.ts";
import { APPEAL_LENGTH_MAX, amountOf, type Reward } from "../model.ts";
import { callAppeal, callDeny, callGrant } from "../store/appeals.ts";
import { findReward, type RewardKey } from "../store/rewards.ts";
import { appealText, reasonText } from "../texts.ts";
import { amountDataOf, reduceToRetainedCash } from "./settle.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Safe to retry: while the appeal waits, its first text stays. Refuses INPUT_INVALID for an empty
 * text, NOT_FOUND, APPEAL_NONE, APPEAL_DECIDED, APPEAL_LATE, ACCOUNT_MERGED.
 */
export async function appeal(
  context: Context,
  db: Db,
  { words, ...key }: RewardKey & { readonly words: string },
): Promise<Output<"invite", "appeal">> {
  const text = normalizeWhitespace(words);
  if (text === "" || [...text].length > APPEAL_LENGTH_MAX) throw new Refusal("INPUT_INVALID");
  const openMs = context.settings.inviteAppealMs;
  const outcome = await transaction(db, async (tx) => {
    await refuseMerged(tx, key.memberId);
    return callAppeal(tx, key, { words: text, openMs }, context.clock.sql());
  });
  switch (outcome) {
    case "waiting":
      return { rewardId: key.id, state: "waiting", stateText: appealText("waiting") };
    case "missing":
      throw new Refusal("NOT_FOUND");
    case "none":
      throw new Refusal("APPEAL_NONE");
    case "decided":
      throw new Refusal("APPEAL_DECIDED");
    case "late":
      throw new Refusal("APPEAL_LATE", { days: Math.round(openMs / DAY_MS) });
  }
}

/**
 * Returns the current value of a granted reward: a held one is reduced to its retained cash, a
 * rejected one is recomputed.
 */
async function currentValueOf(context: Context, tx: Tx, reward: Reward) {
  if (reward.state === "HELD") {
    await reduceToRetainedCash(context, tx, reward);
    const now = await findReward(tx, reward);
    invariant(now, "a reward is never deleted");
    return now;
  }
  const order = { ownerId: reward.inviteeId, orderId: reward.orderId };
  const retainedFen = await findRetainedCash(tx, order);
  return {
    ...amountOf(reward.terms, retainedFen, reward.terms.firstBaseFen),
    baseFen: retainedFen,
  };
}

/** Refuses NOT_FOUND, STATE_CHANGED, and INVITE_DENIED when there is nothing left to grant. */
async function grantAppeal(
  context: Context,
  tx: Tx,
  key: RewardKey,
  { reviewer, isAlone }: { reviewer: string; isAlone: boolean },
): Promise<"granted" | "needs_two"> {
  const reward = await findReward(tx, key);
  if (!reward) throw new Refusal("NOT_FOUND");
  if (reward.state !== "HELD" && reward.state !== "REJECTED") throw new Refusal("STATE_CHANGED");
  const worth = await currentValueOf(context, tx, reward);
  if (worth.amount === 0)
    throw new Refusal("INVITE_DENIED", { reason: reasonText("nothing_kept") });
  if (isAlone && worth.costFen > context.settings.inviteReviewAloneFen) return "needs_two";
  const { amount, costFen, baseFen } = worth;
  const freezeMs = context.settings.inviteFreezeMs;
  const grant = { amount, costFen, baseFen, freezeMs, reviewer };
  const outcome = await callGrant(tx, key, grant, context.clock.sql());
  if (outcome === "budget") throw new Refusal("INVITE_DENIED", { reason: reasonText("budget") });
  if (outcome === "over") throw new Refusal("STATE_CHANGED");
  const { memberId, id: ref } = key;
  const data = amountDataOf(reward, amount);
  await publishEvent(context, tx, { memberId, kind: "invite.appeal_granted", ref, data });
  return "granted";
}

async function denyAppeal(
  context: Context,
  tx: Tx,
  key: RewardKey,
  { reviewer, reply }: { reviewer: string; reply: string },
): Promise<void> {
  if (!(await findReward(tx, key))) throw new Refusal("NOT_FOUND");
  const outcome = await callDeny(tx, key, { reviewer, reply }, context.clock.sql());
  if (outcome === "over") throw new Refusal("STATE_CHANGED");
  const { memberId, id: ref } = key;
  await publishEvent(context, tx, { memberId, kind: "invite.appeal_denied", ref, data: { reply } });
}

export const APPEAL_APPROVAL = "invite_appeal";

export type AppealDecision =
  | { readonly state: "granted" | "denied" }
  | { readonly state: "proposed"; readonly approvalId: string };

/**
 * Decides a waiting appeal. If granted, the reward is frozen again and settles by time, without a
 * risk check; above a limit the grant is only proposed. If denied, the member sees the reason.
 * Refuses NOT_FOUND, STATE_CHANGED, OWN_ACCOUNT, INVITE_DENIED when there is nothing left to grant,
 * and STEP_UP_NEEDED to propose without a fresh proof.
 */
export const decideAppeal = (
  context: Context,
  db: Db,
  wanted: RewardKey & OperatorProof & { isGranted: boolean; actor: string; reason: string },
): Promise<AppealDecision> =>
  transaction(db, async (tx) => {
    const { memberId, id, isGranted, actor, reason } = wanted;
    if (!isGranted) refuseInducement("reason", reason);
    refuseOwnAccount(actor, memberId);
    const key = { memberId, id };
    if (!isGranted) {
      await denyAppeal(context, tx, key, { reviewer: actor, reply: normalizeWhitespace(reason) });
      return { state: "denied" };
    }
    const state = await grantAppeal(context, tx, key, { reviewer: actor, isAlone: true });
    if (state === "granted") return { state };
    requireProofToPropose(wanted);
    const proposal = {
      kind: APPEAL_APPROVAL,
      subject: id,
      payload: key,
      reason,
      maker: actor,
    } as const;
    const approvalId = await propose(context, tx, { ...proposal, beneficiary: memberId });
    return { state: "proposed", approvalId };
  });

/** Executes a proposed grant after a second person's approval. */
export const proposedGrantHandler: ApprovalHandler = {
  onApproved: async (context, tx, { payload, checker }) => {
    const { memberId, id } = payload;
    invariant(typeof memberId === "string" && typeof id === "string", "a proposal names a reward");
    invariant(checker !== null, "a decided proposal has its checker");
    await grantAppeal(context, tx, { memberId, id }, { reviewer: checker, isAlone: false });
  },
};

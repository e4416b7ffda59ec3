/**
 * Handles a completed order: the binding takes effect, and both members receive the reward of its
 * rule.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { isClosedAccount } from "../../members/actions.ts";
import { accountTextsOf, firstPaidAt } from "../../orders/actions.ts";
import { paidAttempt } from "../../payments/actions.ts";
import { findRetainedCash } from "../../refunds/actions.ts";
import { amountOf, type InvitationBinding, type Rule, type Side } from "../model.ts";
import {
  findBindingOfOrder,
  syncFriend,
  findActiveBinding,
  markEffective,
} from "../store/bindings.ts";
import { callReward, ruleOf } from "../store/rewards.ts";
import { hashOf } from "./signals.ts";

type Order = { readonly memberId: string; readonly orderId: string };

/** Returns signals for the risk check: hashes of the payer and of the topped-up account. */
async function orderSignalsOf(context: Context, tx: Tx, { memberId, orderId }: Order) {
  const paid = await paidAttempt(tx, { ownerId: memberId, bizType: "order", bizId: orderId });
  const texts = await accountTextsOf(context, tx, { ownerId: memberId, orderId });
  return {
    payer: paid?.payerHash ?? null,
    account: texts.length > 0 ? hashOf(context, "account", texts.join("\n")) : null,
  };
}

async function insertReward(
  context: Context,
  tx: Tx,
  given: {
    binding: InvitationBinding;
    rule: Rule;
    side: Side;
    orderId: string;
    retainedFen: number;
    friend: string;
  },
): Promise<void> {
  const { binding, rule, side, orderId, retainedFen, friend } = given;
  const gift = rule[side];
  if (gift.kind === "none") return;
  const memberId = side === "inviter" ? binding.inviterId : binding.memberId;
  // A closed account receives no reward.
  if (await isClosedAccount(tx, memberId)) return;
  const reward = {
    binding,
    rule,
    side,
    gift,
    orderId,
    friend,
    baseFen: retainedFen,
    ...amountOf(gift, retainedFen, retainedFen),
    id: context.ids.next(),
    txnId: context.ids.next(),
    memberId,
    freezeMs: context.settings.inviteFreezeMs,
    cancelReason: rule.isRunning ? undefined : "campaign_off",
  };
  await callReward(tx, reward, context.clock.sql());
}

const ruleFor = async (context: Context, tx: Tx, { campaignId, ruleVersion }: InvitationBinding) =>
  campaignId !== null && ruleVersion !== null
    ? ruleOf(tx, { campaignId, version: ruleVersion }, context.clock.sql())
    : undefined;

/**
 * Marks the order as the one that counts, and inserts the invitee's reward. One transaction under
 * the invitee's member ID.
 */
const activateBinding = (
  context: Context,
  db: Db,
  order: Order,
): Promise<InvitationBinding | undefined> =>
  transaction(db, async (tx) => {
    const { memberId, orderId } = order;
    const known = await findBindingOfOrder(tx, memberId, orderId);
    const binding = known ?? (await findActiveBinding(tx, memberId));
    if (!binding || binding.state === "REJECTED") return undefined;
    const retainedFen = await findRetainedCash(tx, { ownerId: memberId, orderId });
    if (!known) {
      if (binding.state !== "BOUND" || retainedFen <= 0) return undefined;
      // The first order paid in time keeps the binding; the completed order may be a later one.
      const paidAt = await firstPaidAt(tx, memberId);
      if (paidAt === undefined || paidAt > binding.validUntil) return undefined;
      const traces = await orderSignalsOf(context, tx, order);
      const by = { orderId, ...traces, now: context.clock.sql() };
      if (!(await markEffective(tx, binding, by))) return undefined;
    }
    const rule = await ruleFor(context, tx, binding);
    if (rule) {
      const friend = "好友邀请见面礼";
      await insertReward(context, tx, {
        binding,
        rule,
        side: "invitee",
        orderId,
        retainedFen,
        friend,
      });
    }
    return binding;
  });

/** Safe to call repeatedly, and for any order. */
export async function handleOrderDone(context: Context, db: Db, order: Order): Promise<void> {
  const binding = await activateBinding(context, db, order);
  if (!binding) return;
  await transaction(db, async (tx) => {
    const { memberId, orderId } = order;
    const retainedFen = await findRetainedCash(tx, { ownerId: memberId, orderId });
    const now = await findBindingOfOrder(tx, memberId, orderId);
    if (!now || now.state === "REJECTED") return;
    const friend = await syncFriend(tx, now);
    const rule = await ruleFor(context, tx, now);
    if (rule) {
      await insertReward(context, tx, {
        binding: now,
        rule,
        side: "inviter",
        orderId,
        retainedFen,
        friend,
      });
    }
  });
}

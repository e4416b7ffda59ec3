/** Refunds the unspent part of a top-up: shown first, and executed only with the shown amount. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { newRefundNo } from "../../payments/model.ts";
import { callRefundOpen, callSheet, findTopUp } from "../store/topups.ts";
import { postingTitles, refundLines, whyNotRefundable } from "../texts.ts";
import { viewOf } from "./topup.ts";

/** Refuses NOT_FOUND. */
export async function topUpSheet(
  context: Context,
  db: Db,
  { memberId, topUpNo }: { memberId: string; topUpNo: string },
): Promise<Output<"wallet", "refundSheet">> {
  const found = await callSheet(db, memberId, { topUpNo, now: context.clock.sql() });
  if (!found) throw new Refusal("NOT_FOUND");
  const { state, ...sums } = found;
  const why = whyNotRefundable(state, sums.refundFen);
  if (why !== undefined) {
    const none = { principalFen: 0, bonusBackFen: 0, bonusSpentFen: 0, refundFen: 0 };
    return { topUpNo, allowed: false, why, ...none, lines: [] };
  }
  return { topUpNo, allowed: true, ...sums, lines: refundLines(sums) };
}

export type TopUpRefundRequest = {
  readonly memberId: string;
  readonly key: string;
  readonly topUpNo: string;
  readonly refundFen: number;
};

/**
 * Refunds once for each key; payments returns the money under one number. Refuses NOT_FOUND,
 * ORDER_STATE (not paid, or a refund is under way), REFUND_DENIED {reason}, REFUND_CHANGED
 * {refundFen} when it differs from the amount shown.
 */
export async function refundTopUp(
  context: Context,
  db: Db,
  { memberId, key, topUpNo, refundFen }: TopUpRefundRequest,
): Promise<Output<"wallet", "refund">> {
  const { clock, ids, random } = context;
  const intent = { memberId, route: "wallet.refund", key, body: { topUpNo, refundFen } };
  const { id } = await onceForMember(context, db, intent, async (tx) => {
    const refund = {
      id: ids.next(),
      topUpNo,
      refundFen,
      refundNo: newRefundNo(random),
      returnId: ids.next(),
      eventId: ids.next(),
      returnEventId: ids.next(),
      title: postingTitles.refund,
      bonusTitle: postingTitles.bonusRevoked,
    };
    const opened = await callRefundOpen(tx, memberId, { refund, now: clock.sql() });
    return { id: opened };
  });
  const topUp = await findTopUp(db, memberId, { by: { id }, now: clock.sql() });
  invariant(topUp, "a refunded top-up exists");
  return viewOf(context, topUp);
}

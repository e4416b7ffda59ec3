/** The wallet summary: its parts, the next expiry, and what is on hold and why. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { runReadQuery } from "../../../platform/database/read-query.ts";
import { balancesOf, isFrozen } from "../../ledger/actions.ts";
import type { WalletCauses } from "../port.ts";
import { nextBonusExpiry, openHolds } from "../store/lots.ts";
import { listPendingRefunds } from "../store/topups.ts";
import { expiredBonusReading, expireDueOf, walletWith } from "./balance.ts";
import { monthTotals } from "./records.ts";
import { shanghaiMonth } from "../../../platform/shanghai.ts";

type Summary = Output<"wallet", "summary">;

/** Returns refunds of top-ups, withdrawals and unpaid orders, each with its reason. */
async function heldOf(
  context: Context,
  db: Db,
  { causes, payouts }: WalletCauses,
  memberId: string,
): Promise<{ held: Summary["held"]; withdrawing: number }> {
  const [holds, refunds, withdrawals] = await Promise.all([
    openHolds(db, memberId, context.clock.sql()),
    listPendingRefunds(db, memberId),
    payouts.listPending(db, memberId),
  ]);
  const orderIds = holds.flatMap(({ orderId }) => orderId ?? []);
  const orderNos = await causes.orderNos(db, memberId, orderIds);
  const held: Summary["held"] = [
    ...withdrawals.map(({ no, fen, text }) => ({ cause: "withdrawal" as const, no, fen, text })),
    ...refunds.map(({ topUpNo: no, refundFen: fen }) => ({
      cause: "refund" as const,
      no,
      fen,
      text: "充值退款中，将原路退回",
    })),
    ...holds.map(({ orderId, fen }) => {
      const no = orderNos.get(orderId ?? "");
      const text = "待支付订单占用";
      return { cause: "order" as const, fen, text, ...(no === undefined ? {} : { no }) };
    }),
  ];
  return { held, withdrawing: withdrawals.length };
}

/** Returns the current summary; posts expired bonus first, unless a writer holds the member's ledger. */
export async function walletSummary(
  context: Context,
  db: Db,
  causes: WalletCauses,
  memberId: string,
): Promise<Summary> {
  const isPosted = await expireDueOf(context, db, memberId);
  const now = context.clock.sql();
  const month = shanghaiMonth(context.clock.now().getTime());
  const [balances, ended, next, aside, [total], frozen] = await Promise.all([
    balancesOf(db, memberId, now),
    isPosted ? 0 : runReadQuery(db, expiredBonusReading, [memberId, now]),
    nextBonusExpiry(db, memberId, now),
    heldOf(context, db, causes, memberId),
    monthTotals(context, db, memberId, [month]),
    isFrozen(db, memberId, "CNY"),
  ]);
  const { principal, bonus, reward } = walletWith(balances, ended);
  return {
    totalFen: principal + bonus + reward,
    principalFen: principal,
    bonusFen: bonus,
    ...(next ? { nextBonusEnd: next } : {}),
    rewardFen: reward,
    frozenRewardFen: balances.reward_frozen,
    ...aside,
    monthOutFen: total?.outFen ?? 0,
    isFrozen: frozen,
  };
}

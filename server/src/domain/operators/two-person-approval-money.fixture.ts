/**
 * Scenarios of two-person approval for members' money: refunds, withdrawals, and ending a transfer
 * of unknown state.
 */
import { approveRefund, refundQueue } from "../refunds/actions.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import {
  approveWithdrawal,
  decideSettlement,
  proposeSettlement,
  reviewQueue,
  settlementsOf,
} from "../withdrawals/actions.ts";
import { openWithdrawalEnv, type WithdrawalEnv } from "../withdrawals/test-env.fixture.ts";
import type { ApprovalScenario, Proposal } from "./two-person-approval-codes.fixture.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const DAY_MS = 24 * 60 * 60 * 1000;
const reason = "核实无误";

export async function withdrawalSettle(): Promise<ApprovalScenario> {
  const at = await openWithdrawalEnv();
  const { context, db } = at;
  const proposalFor = async (withdrawalNo: string, memberId: string): Promise<Proposal> => {
    const wanted = { withdrawalNo, actor: ANNA, reason, found: "failed" } as const;
    const approvalId = await proposeSettlement(context, db, wanted);
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    return {
      agree: () => decideSettlement(context, db, decision),
      isDone: async () => (await at.money(memberId)).held === 0,
      isShownExpired: async () =>
        (await settlementsOf(context, db)).some(
          (one) => one.approvalId === approvalId && one.isExpired,
        ),
      again: () => proposalFor(withdrawalNo, memberId),
    };
  };
  return {
    context,
    db,
    close: at.close,
    propose: async () => {
      const memberId = await at.member(8_000);
      at.scripted.script.transfer.push("unheard");
      const key = await at.ask(memberId, 5_000);
      await at.send(key);
      const { withdrawalNo } = await at.shown(key);
      context.clock.advance(26 * DAY_MS);
      return proposalFor(withdrawalNo, memberId);
    },
  };
}

export async function withdrawal(): Promise<ApprovalScenario> {
  const at: WithdrawalEnv = await openWithdrawalEnv();
  const { context, db } = at;
  const approve = (withdrawalNo: string, actor: string) =>
    approveWithdrawal(context, db, { withdrawalNo, actor, reason, isProven: true });
  const proposalFor = (withdrawalNo: string, [first, second]: readonly string[]): Proposal => ({
    agree: () => approve(withdrawalNo, second ?? ""),
    isDone: async () =>
      !(await reviewQueue(context, db)).some((one) => one.withdrawalNo === withdrawalNo),
    isShownExpired: async () =>
      (await reviewQueue(context, db)).some(
        (one) => one.withdrawalNo === withdrawalNo && one.isFirstExpired,
      ),
    // The expired approval by the second person became a new first approval.
    again: async () => proposalFor(withdrawalNo, [second ?? "", first ?? ""]),
  });
  return {
    context,
    db,
    close: at.close,
    propose: async () => {
      const memberId = await at.member(300_000);
      const key = await at.ask(memberId, 200_001, { stepUp: "good", realName: "林知夏" });
      const { withdrawalNo } = await at.shown(key);
      await approve(withdrawalNo, ANNA);
      return proposalFor(withdrawalNo, [ANNA, BEN]);
    },
  };
}

export async function refund(): Promise<ApprovalScenario> {
  const shop: RefundEnv = await openRefundEnv();
  const { context, db } = shop;
  await shop.offer({ id: "dear", delivery: "card", priceFen: 60_000 });
  let buyers = 0;
  const approve = (refundNo: string, actor: string) =>
    approveRefund(context, db, { refundNo, actor, reason, isProven: true });
  const found = async (refundNo: string) =>
    (await refundQueue(context, db, ANNA)).find((one) => one.refundNo === refundNo);
  const proposalFor = (refundNo: string, [first, second]: readonly string[]): Proposal => ({
    agree: () => approve(refundNo, second ?? ""),
    isDone: async () => (await found(refundNo)) === undefined,
    isShownExpired: async () => (await found(refundNo))?.isFirstExpired ?? false,
    again: async () => proposalFor(refundNo, [second ?? "", first ?? ""]),
  });
  return {
    context,
    db,
    close: () => shop.close(),
    propose: async () => {
      const memberId = await shop.buyer(++buyers);
      const { orderNo } = await shop.order(memberId, { items: [{ skuId: "dear", quantity: 1 }] });
      await shop.payAll(memberId, orderNo);
      await shop.deliverCards(orderNo, 1);
      await shop.apply(memberId, orderNo);
      const [row] = await shop.rows<{ refundNo: string }>(
        'SELECT refund_no AS "refundNo" FROM refund WHERE member_id = $1',
        [memberId],
      );
      const { refundNo = "" } = row ?? {};
      await approve(refundNo, ANNA);
      return proposalFor(refundNo, [ANNA, BEN]);
    },
  };
}

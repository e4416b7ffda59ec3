/**
 * Withdrawals in the approvals inbox: those above the limit, whose first approval is the proposal,
 * and proposed results of transfers.
 */
import { yuanText } from "../../../platform/amount-text.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { storedKind } from "../../approvals/actions.ts";
import type { ApprovalKind, ApprovalSummary } from "../../approvals/port.ts";
import { labelText, memberLabels } from "../../members/actions.ts";
import {
  clearFirstReview,
  findTwoPersonWithdrawal,
  lockWithdrawalOwner,
  readTwoPersonWithdrawals,
  type TwoPersonWithdrawal,
} from "../store/approvals.ts";
import { findKeyByWithdrawalNo, findWithdrawal } from "../store.ts";
import { approveWithdrawal, rejectWithdrawal } from "./operator.ts";
import { foundOf, SETTLE, settlementHandler } from "./settle.ts";

const permissions = ["withdrawals:review"] as const;

const summaryOf = (withdrawal: TwoPersonWithdrawal): ApprovalSummary => {
  const { ownerId: _owner, feeFen: _fee, netFen: _net, checks: _checks, ...summary } = withdrawal;
  return { ...summary, title: `提现 ${yuanText(summary.amountFen)}`, subject: summary.ref };
};

export const withdrawalApprovals: ApprovalKind = {
  permissions,
  actions: ["approve", "reject", "withdraw"],
  list: async ({ clock }, db, query) =>
    (await readTwoPersonWithdrawals(db, query, clock.sql())).map(summaryOf),
  async lock({ clock }, tx, ref) {
    const key = await findKeyByWithdrawalNo(tx, ref);
    if (key) await lockWithdrawalOwner(tx, key, clock.sql());
  },
  async find({ clock }, db, { ref }) {
    const key = await findKeyByWithdrawalNo(db, ref);
    const found = key && (await findTwoPersonWithdrawal(db, key, clock.sql()));
    if (!found) return undefined;
    const { ownerId, amountFen, feeFen, netFen, checks, maker, createdAt, reason, state } = found;
    const labels = await memberLabels(db, [ownerId]);
    return {
      ...summaryOf(found),
      changes: [
        { field: "提现单", before: "待审", after: "打款中" },
        { field: "会员", before: labelText(labels.get(ownerId)), after: "微信零钱收款" },
        { field: "冻结的佣金", before: yuanText(amountFen), after: "打款成功后扣除" },
        { field: "手续费", before: "—", after: yuanText(feeFen) },
        { field: "实际到账", before: "—", after: yuanText(netFen) },
      ],
      postings: [],
      checks: checks.map(({ text, isGood }) => ({ text, isGood })),
      evidence: [],
      agreed: { maker, createdAt, amountFen, feeFen, netFen, reason, state },
    };
  },
  async decide(context, tx, { ref: withdrawalNo, action, actor, reason }) {
    const decision = { withdrawalNo, actor, reason };
    // An approval in the inbox always needs a proof.
    if (action === "approve") await approveWithdrawal(context, tx, { ...decision, isProven: true });
    else if (action === "reject") await rejectWithdrawal(context, tx, decision);
    else {
      const key = await findKeyByWithdrawalNo(tx, withdrawalNo);
      if (!key) throw new Refusal("NOT_FOUND");
      const by = { operatorId: actor, now: context.clock.sql() };
      if (!(await clearFirstReview(tx, key, by))) throw new Refusal("STATE_CHANGED");
      await writeHistoryEntry(context, tx, {
        memberId: key.ownerId,
        entity: "withdrawal",
        entityId: key.id,
        name: "first_approval_withdrawn",
        from: "REVIEWING",
        to: "REVIEWING",
        reason,
        actor: { kind: "operator", id: actor },
      });
    }
  },
};

const resultTexts = { paid: "判定已到账", failed: "判定未到账，退回佣金" } as const;

export const settlementApprovals = storedKind({
  kind: SETTLE,
  permissions,
  handler: settlementHandler,
  headlines: async (_context, _db, approvals) =>
    approvals.map((approval) => ({
      title: `提现 ${approval.subject}，${resultTexts[foundOf(approval)]}`,
      subject: approval.subject,
      amountFen: null,
    })),
  async detail(_context, db, approval) {
    const key = await findKeyByWithdrawalNo(db, approval.subject);
    const withdrawal = key && (await findWithdrawal(db, key));
    const amount = yuanText(withdrawal?.netFen ?? 0);
    const isPaid = foundOf(approval) === "paid";
    return {
      changes: [
        { field: "提现单", before: "结果未知", after: isPaid ? "已到账" : "已退回" },
        { field: "金额", before: amount, after: isPaid ? "扣除冻结的佣金" : "解冻并退回佣金" },
      ],
      postings: [],
      checks: [
        { text: `渠道单号 ${withdrawal?.outBillNo ?? "—"}`, isGood: true },
        { text: "渠道已不再返回结果，以商户账单为准", isGood: false },
      ],
    };
  },
});

/** Adjustments of a member's ledger in the approvals inbox. */
import { countText, yuanText } from "../../../platform/amount-text.ts";
import { storedKind } from "../../approvals/actions.ts";
import { balancesOf, isFrozen } from "../../ledger/actions.ts";
import { labelText, memberLabels } from "../../members/actions.ts";
import type { ProposedEntry } from "../model.ts";
import { ADJUST, type AdjustmentPayload, adjustmentHandler } from "./adjust.ts";

const accounts = {
  principal: "余额本金",
  bonus: "赠送余额",
  reward_cash: "佣金",
  available: "可用积分",
} as const satisfies Record<ProposedEntry["account"], string>;

const isPoints = ({ account }: ProposedEntry): boolean => account === "available";
const amountText = (entry: ProposedEntry, amount: number): string =>
  isPoints(entry) ? `${countText(amount)} 分` : yuanText(amount);

export const adjustmentApprovals = storedKind({
  kind: ADJUST,
  permissions: ["ledger:approve"],
  handler: adjustmentHandler,
  async headlines(_context, db, approvals) {
    const entries = approvals.map(({ payload }) => payload as AdjustmentPayload);
    const labels = await memberLabels(
      db,
      entries.map(({ memberId }) => memberId),
    );
    return entries.map((entry) => {
      const label = labels.get(entry.memberId);
      const verb = entry.amount > 0 ? "增加" : "扣减";
      const amount = amountText(entry, Math.abs(entry.amount));
      return {
        title: `${labelText(label)} ${verb}${accounts[entry.account]} ${amount}`,
        subject: entry.caseId === undefined ? (label?.memberNo ?? "") : `差错 ${entry.caseId}`,
        amountFen: isPoints(entry) ? null : entry.amount,
      };
    });
  },
  async detail(context, db, { payload }) {
    const entry = payload as AdjustmentPayload;
    const { memberId, account, amount } = entry;
    const { settings, clock } = context;
    const balance = (await balancesOf(db, memberId, clock.now()))[account];
    const asset = isPoints(entry) ? "PTS" : "CNY";
    const frozen = await isFrozen(db, memberId, asset);
    const most = isPoints(entry) ? settings.adjustPointsMax : settings.adjustFenMax;
    const [debit, credit] = amount > 0 ? ["expense", account] : [account, "expense"];
    return {
      changes: [
        {
          field: accounts[account],
          before: amountText(entry, balance),
          after: amountText(entry, balance + amount),
        },
        ...(entry.caseId === undefined
          ? []
          : [{ field: "对账差错", before: "已提议", after: "已入账" }]),
      ],
      postings: [{ debit, credit, amount: Math.abs(amount), asset } as const],
      checks: [
        {
          text: `单笔不超过 ${amountText(entry, most)}`,
          isGood: Math.abs(amount) <= most,
        },
        { text: amount < 0 ? "扣减后余额不为负" : "增加余额", isGood: balance + amount >= 0 },
        { text: frozen ? "会员资产已冻结" : "会员资产未冻结", isGood: !frozen },
      ],
    };
  },
});

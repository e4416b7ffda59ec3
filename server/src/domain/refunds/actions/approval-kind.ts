/** Refunds above the limit in the approvals inbox: the first approval is the proposal. */
import { yuanText, countText } from "../../../platform/amount-text.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { ApprovalDetail, ApprovalKind, ApprovalSummary } from "../../approvals/port.ts";
import { countRevealed } from "../../cards/actions.ts";
import { createLinksByFileId } from "../../files/actions.ts";
import { labelText, memberLabels } from "../../members/actions.ts";
import {
  clearFirstReview,
  findTwoPersonRefund,
  lockRefundOwner,
  readTwoPersonRefunds,
  type TwoPersonRefund,
} from "../store/approvals.ts";
import { findKeyByRefundNo } from "../store.ts";
import { approveRefund, rejectRefund } from "./operator.ts";

const amountOf = ({ cashFen, balanceFen }: TwoPersonRefund): number => cashFen + balanceFen;

const summaryOf = (refund: TwoPersonRefund): ApprovalSummary => {
  const { ownerId: _owner, refundId: _id, goods, orderNo, ...row } = refund;
  const {
    applied: _applied,
    isByOperator: _isByOperator,
    evidence: _evidence,
    items: _items,
    ...summary
  } = row;
  const amountFen = amountOf(refund);
  return { ...summary, title: `${goods}，${yuanText(amountFen)}`, subject: orderNo, amountFen };
};

type Change = ApprovalDetail["changes"][number];
const changesOf = ({ cashFen, balanceFen, points }: TwoPersonRefund): readonly Change[] => [
  { field: "退款单", before: "待审", after: "退款中" },
  ...(cashFen > 0
    ? [{ field: "微信支付", before: "—", after: `原路退 ${yuanText(cashFen)}` }]
    : []),
  ...(balanceFen > 0 ? [{ field: "余额", before: "—", after: `退 ${yuanText(balanceFen)}` }] : []),
  ...(points > 0 ? [{ field: "积分", before: "—", after: `退 ${countText(points)} 分` }] : []),
];

const evidenceCheck = (files: number): ApprovalDetail["checks"][number] =>
  files > 0
    ? { text: `会员提交了 ${files} 张凭证`, isGood: true }
    : { text: "会员没有提交凭证", isGood: false };

export const refundApprovals: ApprovalKind = {
  permissions: ["orders:refund"],
  actions: ["approve", "reject", "withdraw"],
  list: async ({ clock }, db, query) =>
    (await readTwoPersonRefunds(db, query, clock.sql())).map(summaryOf),
  async lock({ clock }, tx, refundNo) {
    const key = await findKeyByRefundNo(tx, refundNo);
    if (key) await lockRefundOwner(tx, key, clock.sql());
  },
  async find(context, db, { ref, readerId }) {
    const key = await findKeyByRefundNo(db, ref);
    const refund = key && (await findTwoPersonRefund(db, key, context.clock.sql()));
    if (!refund) return undefined;
    const { ownerId, items, evidence: fileIds, applied, isByOperator } = refund;
    const seen = await Promise.all(items.map(({ itemId }) => countRevealed(db, ownerId, itemId)));
    const revealed = seen.reduce((sum, { revealed: count }) => sum + count, 0);
    const labels = await memberLabels(db, [ownerId]);
    const links = await createLinksByFileId(context, db, { fileIds, readerId });
    const { cashFen, balanceFen, points, maker, createdAt, reason, state } = refund;
    return {
      ...summaryOf(refund),
      changes: changesOf(refund),
      postings: [],
      checks: [
        {
          text: isByOperator
            ? `为会员 ${labelText(labels.get(ownerId))} 发起`
            : `会员 ${labelText(labels.get(ownerId))}：${applied}`,
          isGood: true,
        },
        revealed === 0
          ? { text: "会员未查看卡密", isGood: true }
          : { text: `会员已查看 ${revealed} 张卡密`, isGood: false },
        ...(isByOperator ? [] : [evidenceCheck(fileIds.length)]),
      ],
      evidence: fileIds.flatMap((fileId) => links.get(fileId) ?? []),
      agreed: { maker, createdAt, cashFen, balanceFen, points, items, reason, state, revealed },
    };
  },
  async decide(context, tx, { ref: refundNo, action, actor, reason }) {
    const decision = { refundNo, actor, reason };
    // An approval in the inbox always needs a proof.
    if (action === "approve") await approveRefund(context, tx, { ...decision, isProven: true });
    else if (action === "reject") await rejectRefund(context, tx, decision);
    else {
      const key = await findKeyByRefundNo(tx, refundNo);
      if (!key) throw new Refusal("NOT_FOUND");
      const by = { operatorId: actor, now: context.clock.sql() };
      if (!(await clearFirstReview(tx, key, by))) throw new Refusal("STATE_CHANGED");
      await writeHistoryEntry(context, tx, {
        memberId: key.ownerId,
        entity: "refund",
        entityId: key.id,
        name: "first_approval_withdrawn",
        from: "APPLIED",
        to: "APPLIED",
        reason,
        actor: { kind: "operator", id: actor },
      });
    }
  },
};

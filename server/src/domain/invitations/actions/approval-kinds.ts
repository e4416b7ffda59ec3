/** Held rewards and granted appeals above the limit of one operator, in the approvals inbox. */
import { countText, yuanText } from "../../../platform/amount-text.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { storedKind } from "../../approvals/actions.ts";
import type { Approval } from "../../approvals/model.ts";
import { labelText, memberLabels } from "../../members/actions.ts";
import type { Reward } from "../model.ts";
import { findReward } from "../store/rewards.ts";
import { reasonText } from "../texts.ts";
import { APPEAL_APPROVAL, proposedGrantHandler } from "./appeal.ts";
import { payOutHandler, REWARD_APPROVAL } from "./operator.ts";

const permissions = ["invitations:review"] as const;

const rewardOf = (db: Db | Tx, { payload, subject: id }: Approval) => {
  const { memberId } = payload;
  return typeof memberId === "string" ? findReward(db, { memberId, id }) : undefined;
};

const valueText = ({ kind, amount }: Reward): string => {
  if (kind === "cash") return yuanText(amount);
  return kind === "points" ? `${countText(amount)} 分` : `${amount} 张券`;
};

const headlinesOf =
  (verb: string) => async (_context: unknown, db: Db | Tx, approvals: readonly Approval[]) => {
    const labels = await memberLabels(
      db,
      approvals.flatMap(({ beneficiary }) => beneficiary ?? []),
    );
    return approvals.map(({ beneficiary }) => {
      const label = labels.get(beneficiary ?? "");
      return {
        title: `${verb} ${labelText(label)} 的邀请奖励`,
        subject: label?.memberNo ?? "",
        amountFen: null,
      };
    });
  };

const detailOf = (after: string) => async (_context: unknown, db: Db | Tx, approval: Approval) => {
  const reward = await rewardOf(db, approval);
  const value = reward ? valueText(reward) : "—";
  return {
    changes: [
      { field: "奖励", before: `${value}，${reward ? reasonText(reward.reason) : "—"}`, after },
      { field: "成本", before: "—", after: yuanText(reward?.costFen ?? 0) },
      { field: "好友", before: reward?.friend ?? "—", after: reward?.friend ?? "—" },
    ],
    postings: [],
    checks: [
      {
        text: `风险分 ${reward?.riskScore ?? "—"}`,
        isGood: (reward?.riskScore ?? 0) < 60,
      },
    ],
  };
};

export const rewardApprovals = storedKind({
  kind: REWARD_APPROVAL,
  permissions,
  handler: payOutHandler,
  headlines: headlinesOf("发放"),
  detail: detailOf("立即发放"),
});

export const appealApprovals = storedKind({
  kind: APPEAL_APPROVAL,
  permissions,
  handler: proposedGrantHandler,
  headlines: headlinesOf("申诉通过："),
  detail: detailOf("恢复，冻结期后发放"),
});

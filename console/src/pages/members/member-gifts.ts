/** The prompts of what an operator gives to one member: a coupon, points, a level. */
import { api } from "../../api/client.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import type { Member } from "./member-actions.ts";

const LISTED_MAX = 100;

/** Names the gift, so that a repeated request gives nothing twice. */
const newRef = (): string => `console-${crypto.randomUUID()}`;

/** Gives a coupon of a campaign that runs; the operator chooses which. */
export async function giveCoupon({ memberNo, nickname }: Member): Promise<void> {
  const running = { state: "active", pageSize: LISTED_MAX } as const;
  const { list } = await api.operatorCampaigns.list(running);
  await askReason({
    op: api.operatorCampaigns.give,
    input: { memberNos: [memberNo], ref: newRef() },
    title: `给${nickname}发券`,
    effect: ["一张，立即进入会员的卡包", "占用活动的张数和预算"],
    fields: [
      {
        kind: "choice",
        name: "templateId",
        label: "优惠券",
        isRequired: true,
        choices: list.map(({ templateId, title }) => [templateId, `${title}（${templateId}）`]),
      },
    ],
    confirm: "发一张",
    look: "coral",
    done: "已发放",
    reloads: [["operatorMembers"]],
  });
}

/** Proposes points; another person approves them. */
export const givePoints = ({ memberNo, nickname }: Member) =>
  askReason({
    op: api.operatorAdjustments.propose,
    input: { memberNo, account: "available" },
    title: `给${nickname}补积分`,
    effect: ["另一位同意后入账", "成本计入补偿费用"],
    fields: [{ kind: "points", name: "amount", label: "积分", isRequired: true }],
    confirm: "提交给第二人",
    done: "已提交，等第二人",
    reloads: [["operatorMembers"]],
  });

/** Gives a level until a time; the higher of it and the one by growth counts. */
export async function giveLevel({ memberNo, nickname, levelName }: Member): Promise<void> {
  const { list } = await api.operatorLevels.list({});
  await askReason({
    op: api.operatorLevels.give,
    input: { memberNo, ref: newRef() },
    title: `给${nickname}等级`,
    effect: [`现在 ${levelName}`, "到期后按成长值重新计算，取两者较高的"],
    fields: [
      {
        kind: "choice",
        name: "grade",
        label: "等级",
        isRequired: true,
        choices: list.map(({ grade, name }) => [String(grade), name]),
      },
      { kind: "instant", name: "until", label: "到期", isRequired: true },
    ],
    confirm: "给等级",
    look: "coral",
    done: "已生效",
    reloads: [["operatorMembers"]],
  });
}

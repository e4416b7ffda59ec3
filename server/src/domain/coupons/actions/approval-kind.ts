/** Coupon campaigns in review, in the approvals inbox. */
import { countText, yuanText } from "../../../platform/amount-text.ts";
import type { ApprovalKind, ApprovalSummary } from "../../approvals/port.ts";
import { type CampaignRules, isPack, packSize } from "../pack.ts";
import { type CouponRules, scopeTexts } from "../rules.ts";
import {
  type CampaignApproval,
  findCampaignApproval,
  lockTemplate,
  readCampaignApprovals,
} from "../store/approvals.ts";
import type { GivenOn, Validity } from "../store/templates.ts";
import { approveCampaign, rejectCampaign, withdrawCampaign } from "./campaigns.ts";

function discountText({ type, valueFen = 0, percent = 0, capFen, thresholdFen }: CouponRules) {
  const from = thresholdFen ? `满 ${yuanText(thresholdFen)} ` : "";
  const cap = capFen ? `，最多减 ${yuanText(capFen)}` : "";
  if (type === "percent") return `${from}${percent / 10} 折${cap}`;
  return type === "exchange" ? `${from}兑换${cap}` : `${from}减 ${yuanText(valueFen)}`;
}

/** What one issue gives, a line for each coupon. */
const contentRows = (rules: CampaignRules): readonly (readonly [string, string])[] =>
  isPack(rules)
    ? [
        ["优惠", `券包，一份 ${packSize(rules)} 张券`],
        ...rules.parts.map(
          ({ title, count, ...part }, at) =>
            [
              `券 ${at + 1}`,
              [
                `「${title}」${count} 张：${discountText(part.rules)}`,
                ...scopeTexts(part.rules),
              ].join("；"),
            ] as const,
        ),
      ]
    : [
        ["优惠", discountText(rules)],
        ["使用限制", scopeTexts(rules).join("；") || "没有"],
      ];

/** A number of coupons as operators count them: 500 张, and of packs 100 份，共 500 张. */
function totalText(total: number | null, rules: CampaignRules): string {
  if (total === null) return "不限";
  const coupons = `${countText(total)} 张`;
  return isPack(rules) ? `${countText(total / packSize(rules))} 份，共 ${coupons}` : coupons;
}

const validityText = (validity: Validity): string =>
  validity.mode === "fixed"
    ? `${validity.from} 至 ${validity.until}`
    : `${validity.mode === "claim" ? "领取后" : "次日起"} ${validity.days} 天`;

const audienceText = ({ grades, joinedWithinDays }: CampaignApproval["audience"]): string => {
  if (joinedWithinDays !== undefined) return `注册 ${joinedWithinDays} 天内的会员`;
  return grades ? `等级 ${grades.join("、")}` : "全部会员";
};

const givenTexts = {
  register: "注册后自动发放",
  first_order: "首单完成后自动发放",
  birthday: "生日当天自动发放",
} as const satisfies Record<GivenOn, string>;

const givenText = ({ isListed, givenOn }: CampaignApproval): string => {
  if (givenOn !== null) return givenTexts[givenOn];
  return isListed ? "会员在领券中心领取" : "由运营发放，或随订单、兑换码得到";
};

function summaryOf(campaign: CampaignApproval): ApprovalSummary {
  const { rules: _rules, validity: _validity, audience: _audience, ...row } = campaign;
  const { limits: _limits, total: _total, budgetFen: amountFen, ...unlimited } = row;
  const { looks: _looks, isListed: _isListed, givenOn: _givenOn, ...summary } = unlimited;
  return { ...summary, subject: campaign.ref, amountFen, beneficiary: null };
}

export const campaignApprovals: ApprovalKind = {
  permissions: ["campaigns:approve"],
  actions: ["approve", "reject", "withdraw"],
  list: async ({ clock }, db, query) =>
    (await readCampaignApprovals(db, query, clock.sql())).map(summaryOf),
  lock: async (_context, tx, ref) => lockTemplate(tx, ref),
  async find({ clock }, db, { ref }) {
    const campaign = await findCampaignApproval(db, ref, clock.sql());
    if (!campaign) return undefined;
    const { rules, validity, audience, limits, total, budgetFen } = campaign;
    const { maker, createdAt, state, title, looks, isListed, givenOn } = campaign;
    return {
      ...summaryOf(campaign),
      changes: [
        { field: "状态", before: "待审核", after: "进行中，可以领取" },
        ...contentRows(rules).map(([field, after]) => ({ field, before: "—", after })),
        { field: "有效期", before: "—", after: validityText(validity) },
        { field: "发放", before: "—", after: givenText(campaign) },
        { field: "人群", before: "—", after: audienceText(audience) },
        {
          field: "每人限领",
          before: "—",
          after: `${limits.perMember} ${isPack(rules) ? "份" : "张"}`,
        },
        { field: "张数", before: "—", after: totalText(total, rules) },
        { field: "预算", before: "—", after: budgetFen === null ? "不限" : yuanText(budgetFen) },
      ],
      postings: [],
      checks: [
        { text: budgetFen === null ? "没有预算上限" : "有预算上限", isGood: budgetFen !== null },
        { text: total === null ? "没有张数上限" : "有张数上限", isGood: total !== null },
      ],
      evidence: [],
      agreed: {
        rules,
        validity,
        audience,
        limits,
        total,
        budgetFen,
        looks,
        isListed,
        givenOn,
        maker,
        createdAt,
        state,
        title,
      },
    };
  },
  async decide(context, tx, { ref: templateId, action, actor: actorId, reason }) {
    const act = { approve: approveCampaign, reject: rejectCampaign, withdraw: withdrawCampaign };
    await act[action](context, tx, { templateId, actorId, reason });
  },
};

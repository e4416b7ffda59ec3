/** What operators read of a campaign's draft: who gets the coupon, where it may be used, what it costs. */
import { countText, dayText, EMPTY, moneyText } from "../../parts/format.ts";
import { type CampaignDraft, channelWords, howWords, typeWords } from "./campaign-fields.ts";
import { type ChosenPart, packOffFen, packSize } from "./pack.ts";

type CouponRules = ChosenPart["rules"];
/** Whether these are the rules of one coupon. */
export const isCouponRules = (rules: CampaignDraft["rules"]): rules is CouponRules =>
  rules.type !== "pack";

const namesText = (names: readonly string[] | undefined, unit: string): string[] =>
  names && names.length > 0 ? [`${unit} ${names.join("、")}`] : [];

const DAYS = ["一", "二", "三", "四", "五", "六", "日"];

/** 减 ¥5.00，满 ¥30.00; 8.8 折，最多减 ¥10.00，无门槛. */
export function offText({ rules }: { readonly rules: CouponRules }): string {
  const { type, valueFen = 0, percent = 100, capFen, thresholdFen } = rules;
  const off = {
    amount: `减 ${moneyText(valueFen)}`,
    percent: `${percent / 10} 折`,
    exchange: "兑换一件",
    fixed_price: `特价 ${moneyText(valueFen)}`,
  }[type];
  const cap = capFen === undefined ? "" : `，最多减 ${moneyText(capFen)}`;
  return `${off}${cap}，${thresholdFen ? `满 ${moneyText(thresholdFen)}` : "无门槛"}`;
}

/** The day of an instant as text; a field that is not filled yet is none. */
const dayOr = (instant: string): string => {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? EMPTY : dayText(at);
};

export function validityText({ validity }: CampaignDraft): string {
  if (validity.mode === "fixed") return `${dayOr(validity.from)} 至 ${dayOr(validity.until)}`;
  const days = Number.isNaN(validity.days) ? EMPTY : validity.days;
  return `领取${validity.mode === "claim" ? "后" : "次日起"} ${days} 天内`;
}

type Row = readonly [label: string, value: string];
type CityName = (code: string) => string;

/** What one coupon is worth, and where it may be used. */
function couponRows(rules: CouponRules, cityName: CityName): readonly Row[] {
  const { only, except, weekdays, cities, channels } = rules;
  const goods = [
    ...namesText(only?.categories, "分类"),
    ...namesText(only?.brands, "品牌"),
    ...namesText(only?.benefits, "权益"),
    ...namesText(only?.skus, "规格"),
  ];
  const limits = [
    ...(rules.firstOrder ? ["仅限首单"] : []),
    ...(rules.oncePerPerson ? ["每人只能用一次"] : []),
    ...(channels ?? []).map((one) => `${channelWords[one]}的会员`),
    ...(cities ? [`城市 ${cities.map(cityName).join("、")}`] : []),
    ...(weekdays ? [`周${weekdays.map((day) => DAYS[day - 1]).join("、")}`] : []),
    ...(rules.hours ?? []).map(({ from, to }) => `${from}–${to}`),
  ];
  const stacking = [
    rules.withLevelPrice ? "可与会员价同享" : "不与会员价同享",
    rules.withPoints === false ? "不能同时用积分" : "可同时用积分",
    rules.stacksWith?.length ? `可与 ${rules.stacksWith.join("、")} 同用` : "不与其他券同用",
  ];
  return [
    ["优惠", `${typeWords[rules.type]} ${offText({ rules })}`],
    ["适用", goods.join("；") || "全部商品"],
    ["不可用于", except ? (except.benefits ?? []).join("、") || "有，见规则" : "没有"],
    ["使用限制", limits.join("；") || "没有"],
    ["叠加", stacking.join("；")],
  ];
}

const partRows = (parts: readonly ChosenPart[]): readonly Row[] => [
  ["优惠", `券包，一份 ${packSize(parts)} 张券`],
  ...parts.map(
    ({ title, count, rules }, at): Row => [
      `券 ${at + 1}`,
      `「${title}」${count} 张：${offText({ rules })}`,
    ],
  ),
];

/**
 * The rules in words, a line each; `cityName` gives the name of a city's code, `parts` are the
 * coupons of a pack.
 */
export function ruleRows(
  draft: CampaignDraft,
  cityName: CityName,
  parts: readonly ChosenPart[] = [],
): readonly Row[] {
  const { rules, audience, perMember, perDay, claimFrom, claimUntil, total, budgetFen } = draft;
  const isSingle = isCouponRules(rules);
  const unit = isSingle ? "张" : "份";
  const who = [
    ...(audience.grades ? [`等级 ${audience.grades.join("、")}`] : []),
    ...(audience.joinedWithinDays ? [`注册 ${audience.joinedWithinDays} 天内`] : []),
  ];
  const times = [
    ...(claimFrom === undefined ? [] : [`${dayText(claimFrom)} 起`]),
    ...(claimUntil === undefined ? [] : [`到 ${dayText(claimUntil)}`]),
  ];
  const [off, ...scope] = isSingle ? couponRows(rules, cityName) : partRows(parts);
  return [
    ...(off ? [off] : []),
    ["有效期", validityText(draft)],
    ...scope,
    ["人群", who.join("；") || "所有会员"],
    ["发放", howWords[draft.givenOn ?? (draft.isListed ? "centre" : "hidden")]],
    ["发放时间", times.join("，") || "不限"],
    ["每人", `最多 ${perMember} ${unit}${perDay === undefined ? "" : `，每天 ${perDay} ${unit}`}`],
    [`总${unit}数`, total === undefined ? "不限" : `${countText(total)} ${unit}`],
    ["预算", budgetFen === undefined ? "不限" : moneyText(budgetFen)],
  ];
}

/** The most that it can cost in fen: the budget, or all coupons at their full discount. */
export function worstFen(
  { rules, total, budgetFen }: CampaignDraft,
  parts: readonly ChosenPart[] = [],
): number | undefined {
  if (budgetFen !== undefined && !Number.isNaN(budgetFen)) return budgetFen;
  const single = rules.type === "fixed_price" ? undefined : (rules.capFen ?? rules.valueFen);
  const off = isCouponRules(rules) ? single : packOffFen(parts);
  return total === undefined || off === undefined || Number.isNaN(total * off)
    ? undefined
    : total * off;
}

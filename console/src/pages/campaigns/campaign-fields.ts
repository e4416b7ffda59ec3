/** The fields of a coupon campaign in five steps, and the words of their choices. */
import type { api } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";

export type Values = Readonly<Record<string, FieldValue>>;
export type CampaignDraft = Parameters<typeof api.operatorCampaigns.create>[0];
export type CampaignType = CampaignDraft["rules"]["type"];

export const typeWords: Readonly<Record<CampaignType, string>> = {
  amount: "满减券",
  percent: "折扣券",
  exchange: "兑换券",
  fixed_price: "特价券",
  pack: "券包",
};
export const howWords = {
  centre: "会员在领券中心领取",
  register: "注册后自动发放",
  first_order: "首单完成后自动发放",
  birthday: "生日当天自动发放",
  hidden: "由运营发放，或随订单、兑换码得到",
} as const;
export const channelWords = { web: "手机号注册", wechat: "微信注册" } as const;

const isType =
  (...types: readonly CampaignType[]) =>
  (values: Values) =>
    types.some((type) => type === values["type"]);
const isCoupon = isType("amount", "percent", "exchange", "fixed_price");
const isMode =
  (...modes: readonly string[]) =>
  (values: Values) =>
    modes.some((mode) => mode === values["mode"]);

const faceFields: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "templateId",
    label: "活动编号",
    help: "小写字母、数字和连字符，创建后不能改",
  },
  { kind: "text", name: "title", label: "券名" },
  {
    kind: "choice",
    name: "type",
    path: "rules.type",
    label: "类型",
    isRequired: true,
    choices: Object.entries(typeWords),
  },
  {
    kind: "money",
    name: "valueFen",
    path: "rules.valueFen",
    label: "减",
    isRequired: true,
    isShown: isType("amount"),
  },
  {
    kind: "money",
    name: "priceFen",
    path: "rules.valueFen",
    label: "特价",
    isRequired: true,
    isShown: isType("fixed_price"),
  },
  {
    kind: "number",
    name: "percent",
    path: "rules.percent",
    label: "折扣",
    unit: "%",
    help: "会员付原价的百分之几：88 是 8.8 折",
    isRequired: true,
    isShown: isType("percent"),
  },
  {
    kind: "money",
    name: "capFen",
    path: "rules.capFen",
    label: "最多减",
    isRequired: true,
    isShown: isType("percent", "exchange"),
  },
  {
    kind: "money",
    name: "thresholdFen",
    path: "rules.thresholdFen",
    label: "满多少可用",
    help: "不填为无门槛",
    isShown: isCoupon,
  },
  {
    kind: "text",
    name: "scopeText",
    label: "适用说明",
    help: "会员会读到，如：话费充值可用",
    isRequired: false,
  },
  {
    kind: "area",
    name: "tips",
    label: "使用须知",
    help: "一行一条，会员会读到",
    isRequired: false,
  },
];
const validityFields: readonly FieldSpec[] = [
  {
    kind: "choice",
    name: "mode",
    path: "validity.mode",
    label: "有效期",
    isRequired: true,
    choices: [
      ["claim", "领取后若干天"],
      ["next_day", "领取次日起若干天"],
      ["fixed", "固定日期"],
    ],
  },
  {
    kind: "number",
    name: "days",
    path: "validity.days",
    label: "有效天数",
    unit: "天",
    isRequired: true,
    isShown: isMode("claim", "next_day"),
  },
  {
    kind: "day",
    name: "fixedFrom",
    path: "validity.from",
    label: "可用起",
    isRequired: true,
    isShown: isMode("fixed"),
  },
  {
    kind: "day",
    name: "fixedUntil",
    path: "validity.until",
    label: "可用至",
    isRequired: true,
    isShown: isMode("fixed"),
  },
];
const scopeFields: readonly FieldSpec[] = [
  {
    kind: "lines",
    name: "categories",
    path: "rules.only.categories",
    label: "只限分类",
    help: "分类编号，一行一个；不填为全部",
  },
  {
    kind: "lines",
    name: "benefits",
    path: "rules.only.benefits",
    label: "只限权益",
    help: "权益编号，一行一个",
  },
  {
    kind: "lines",
    name: "notBenefits",
    path: "rules.except.benefits",
    label: "不可用于",
    help: "权益编号，一行一个",
  },
  {
    kind: "lines",
    name: "stacksWith",
    path: "rules.stacksWith",
    label: "可与哪些组同用",
    help: "叠加组的名称，一行一个",
  },
  {
    kind: "choice",
    name: "channel",
    path: "rules.channels",
    label: "注册渠道",
    help: "不选为所有会员",
    choices: Object.entries(channelWords),
  },
  {
    kind: "text",
    name: "stackGroup",
    path: "rules.stackGroup",
    label: "叠加组",
    help: "不填为不能与其他券同用",
  },
  { kind: "switch", name: "firstOrder", label: "仅限首单" },
  { kind: "switch", name: "oncePerPerson", label: "每人只能用一次" },
  { kind: "switch", name: "withLevelPrice", label: "可与会员价同享" },
  { kind: "switch", name: "withoutPoints", label: "不能同时用积分" },
  {
    kind: "many",
    name: "weekdays",
    path: "rules.weekdays",
    label: "星期",
    help: "不选为每天",
    choices: ["一", "二", "三", "四", "五", "六", "日"].map(
      (day, at) => [String(at + 1), `周${day}`] as const,
    ),
  },
];
export const gradeChoices = [1, 2, 3, 4, 5, 6].map(
  (grade) => [String(grade), `${grade} 级`] as const,
);

const audienceFields: readonly FieldSpec[] = [
  {
    kind: "choice",
    name: "how",
    path: "isListed",
    label: "怎样到会员手里",
    isRequired: true,
    choices: Object.entries(howWords),
  },
  {
    kind: "number",
    name: "joinedWithinDays",
    path: "audience.joinedWithinDays",
    label: "新会员",
    unit: "天内",
    help: "只发给注册多少天内的会员",
  },
  { kind: "instant", name: "claimFrom", label: "领取开始" },
  { kind: "instant", name: "claimUntil", label: "领取结束" },
  {
    kind: "many",
    name: "grades",
    path: "audience.grades",
    label: "等级",
    help: "不选为所有会员",
    choices: gradeChoices,
  },
];
const limitFields: readonly FieldSpec[] = [
  { kind: "number", name: "perMember", label: "每人最多", unit: "张" },
  { kind: "number", name: "perDay", label: "每人每天", unit: "张" },
  { kind: "number", name: "total", label: "总张数", unit: "张", help: "不填为不限" },
  { kind: "money", name: "budgetFen", label: "预算", help: "用完即停；不填为不限" },
];

export type Step = { readonly title: string; readonly fields: readonly FieldSpec[] };

/** The last step has no fields: it shows what was written, tries it and hands it on. */
export const steps: readonly Step[] = [
  { title: "券面", fields: [...faceFields, ...validityFields] },
  { title: "适用与叠加", fields: scopeFields.map((spec) => ({ ...spec, isShown: isCoupon })) },
  { title: "人群与发放", fields: audienceFields },
  { title: "张数与预算", fields: limitFields },
  { title: "试算与提交", fields: [] },
];
export const allFields = steps.flatMap(({ fields }) => fields);

/** A field as a pack counts it: packs instead of coupons. */
export const packSpec = (spec: FieldSpec): FieldSpec =>
  spec.kind === "number" && limitFields.some(({ name }) => name === spec.name)
    ? { ...spec, label: spec.name === "total" ? "总份数" : spec.label, unit: "份" }
    : spec;

/** Creates a coupon campaign as a draft; its maker submits it to another person afterwards. */
import { api } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { moneyText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";

type Values = Readonly<Record<string, FieldValue>>;
type Create = Parameters<typeof api.operatorCampaigns.create>[0];
type CouponType = Create["rules"]["type"];

export const typeWords: Readonly<Record<CouponType, string>> = {
  amount: "满减券",
  percent: "折扣券",
  exchange: "兑换券",
  fixed_price: "特价券",
};

const isType =
  (...types: readonly CouponType[]) =>
  (values: Values) =>
    types.some((type) => type === values["type"]);
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
    label: "满",
    help: "不填为无门槛",
  },
  { kind: "text", name: "scopeText", label: "适用说明", help: "会员会读到，如：话费充值可用" },
  { kind: "lines", name: "tips", label: "使用须知", help: "一行一条，会员会读到" },
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
  { kind: "switch", name: "withLevelPrice", label: "可与会员价同享" },
  { kind: "switch", name: "withoutPoints", label: "不能同时用积分" },
];
const issueFields: readonly FieldSpec[] = [
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
  {
    kind: "many",
    name: "grades",
    path: "audience.grades",
    label: "等级",
    help: "不选为所有会员",
    choices: [1, 2, 3, 4, 5, 6].map((grade) => [String(grade), `${grade} 级`] as const),
  },
  {
    kind: "number",
    name: "joinedWithinDays",
    path: "audience.joinedWithinDays",
    label: "新会员",
    unit: "天内",
    help: "只发给注册多少天内的会员",
  },
  { kind: "switch", name: "isListed", label: "在领券中心展示" },
  { kind: "instant", name: "claimFrom", label: "领取开始" },
  { kind: "instant", name: "claimUntil", label: "领取结束" },
  { kind: "number", name: "perMember", label: "每人最多", unit: "张" },
  { kind: "number", name: "perDay", label: "每人每天", unit: "张" },
  { kind: "number", name: "total", label: "总张数", unit: "张", help: "不填为不限" },
  { kind: "money", name: "budgetFen", label: "预算", help: "用完即停；不填为不限" },
];
const fields = [...faceFields, ...scopeFields, ...issueFields];

const listOf = (value: FieldValue): readonly string[] =>
  typeof value === "object" ? value : typeof value === "string" ? [value] : [];
const given = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );

function validityOf(values: Values): Create["validity"] {
  if (values["mode"] === "fixed") {
    const { fixedFrom: from, fixedUntil: until } = values;
    return {
      mode: "fixed",
      from: `${String(from)}T00:00:00+08:00`,
      until: `${String(until)}T23:59:59+08:00`,
    };
  }
  const mode = values["mode"] === "next_day" ? "next_day" : "claim";
  return { mode, days: Number(values["days"]) };
}

/** Makes the operation's input from the fields; what was left empty is left out. */
export function campaignInput(values: Values): Create {
  const type = Object.keys(typeWords).find((one) => one === values["type"]) as CouponType;
  const categories = listOf(values["categories"]);
  const benefits = listOf(values["benefits"]);
  const grades = listOf(values["grades"]).map(Number);
  const only = {
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(benefits.length > 0 && { benefits: [...benefits] }),
  };
  const valueFen = values["valueFen"] ?? values["priceFen"];
  const [benefitId] = benefits;
  const [categoryCode] = categories;
  return {
    templateId: String(values["templateId"]),
    title: String(values["title"]),
    look: grades.length > 0 ? "member" : "plain",
    scopeText: String(values["scopeText"] ?? ""),
    tips: [...listOf(values["tips"])],
    useAt: {
      ...(benefitId !== undefined && { benefitId }),
      ...(benefitId === undefined && categoryCode !== undefined && { categoryCode }),
    },
    rules: {
      type,
      ...(valueFen === undefined ? {} : { valueFen: Number(valueFen) }),
      ...given(values, "percent", "capFen", "thresholdFen"),
      ...(Object.keys(only).length > 0 && { only }),
      withLevelPrice: values["withLevelPrice"] === true,
      withPoints: values["withoutPoints"] !== true,
    },
    validity: validityOf(values),
    audience: {
      ...(grades.length > 0 && { grades }),
      ...given(values, "joinedWithinDays"),
    },
    perMember: Number(values["perMember"]),
    isListed: values["isListed"] === true,
    sort: 100,
    ...given(values, "perDay", "claimFrom", "claimUntil", "total", "budgetFen"),
  };
}

/** What it can cost at most: the budget, or all pieces at their full discount. */
function Worst({ values }: { readonly values: Values }) {
  const off = Number(values["valueFen"] ?? values["capFen"] ?? Number.NaN);
  const { budgetFen, total } = values;
  const most =
    typeof budgetFen === "number"
      ? budgetFen
      : typeof total === "number" && Number.isFinite(off)
        ? total * off
        : undefined;
  return (
    <Notice tone={most === undefined ? "warn" : "sea"}>
      {most === undefined
        ? "没有预算，也没有张数上限：成本没有上限。"
        : `最多让利 ${moneyText(most)}。创建后是草稿，由您提交、另一位同意后才开始发放。`}
    </Notice>
  );
}

export function CampaignForm({ onClose }: { readonly onClose: () => void }) {
  return (
    <DrawerForm
      title="新建优惠券活动"
      op={api.operatorCampaigns.create}
      fields={fields}
      initial={{ mode: "claim", days: 30, perMember: 1, isListed: true }}
      toInput={campaignInput}
      preview={(values) => <Worst values={values} />}
      submit="创建草稿"
      done="已创建草稿，请提交审核"
      onClose={onClose}
    />
  );
}

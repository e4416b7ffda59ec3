/** The fields of a segment, and the rules that they make. */
import type { api } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { gradeChoices } from "../campaigns/campaign-fields.ts";

export type Rules = Parameters<typeof api.operatorAudiences.countSegment>[0]["rules"];
type Values = Readonly<Record<string, FieldValue>>;
export type City = { readonly code: string; readonly name: string };

const days = (name: keyof Rules, label: string, help?: string): FieldSpec => ({
  kind: "number",
  name,
  path: `rules.${name}`,
  label,
  unit: "天",
  ...(help === undefined ? {} : { help }),
});
const hasSpan = (values: Values) => values["withinDays"] !== undefined;
const order = (
  name: string,
  label: string,
  kind: "number" | "money",
  unit?: string,
): FieldSpec => ({
  kind,
  name,
  path: `rules.orders.${name}`,
  label,
  isShown: hasSpan,
  ...(unit === undefined ? {} : { unit }),
});

const SEVERAL = "几个之间用空格或逗号隔开";

/** Every rule may be left empty; those that are filled in hold together. */
export const segmentFields: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: "名称", isRequired: true },
  {
    kind: "many",
    name: "grades",
    path: "rules.grades",
    label: "等级",
    choices: gradeChoices,
  },
  { kind: "text", name: "tags", path: "rules.tags", label: "有其中一个标签", help: SEVERAL },
  {
    kind: "text",
    name: "withoutTags",
    path: "rules.withoutTags",
    label: "没有这些标签",
    help: SEVERAL,
  },
  {
    kind: "number",
    name: "withinDays",
    path: "rules.orders.withinDays",
    label: "统计最近多少天的订单",
    unit: "天",
    help: "商城里已付款的订单；填了才能按单数和金额选",
  },
  order("countMin", "至少几单", "number", "单"),
  order("countMax", "最多几单", "number", "单"),
  order("amountMinFen", "合计至少", "money"),
  order("amountMaxFen", "合计最多", "money"),
  days("orderedWithinDays", "最近多少天下过单"),
  days("notOrderedForDays", "多少天没有下单", "从没下过单的也算"),
  {
    kind: "text",
    name: "cities",
    path: "rules.cities",
    label: "收货地址在这些城市",
    help: `城市名，如 上海；${SEVERAL}`,
  },
  days("seenWithinDays", "最近多少天来过"),
  days("notSeenForDays", "多少天没有来"),
  { kind: "day", name: "registeredFrom", path: "rules.registeredFrom", label: "从哪天起注册" },
  { kind: "day", name: "registeredUntil", path: "rules.registeredUntil", label: "到哪天为止注册" },
  {
    kind: "choice",
    name: "channel",
    path: "rules.channel",
    label: "注册方式",
    choices: [
      ["web", "手机号注册"],
      ["wechat", "微信注册"],
    ],
  },
];

const DAY_MS = 86_400_000;
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
const listOf = (value: FieldValue): string[] =>
  Array.isArray(value)
    ? [...value]
    : String(value ?? "")
        .split(/[\s,，、;；]+/)
        .filter(Boolean);
const given = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
const filled = (lists: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

/** The code of a city by its name; a name without one stays, and the server refuses it. */
const codeOf =
  (cities: readonly City[]) =>
  (name: string): string =>
    cities.find((city) => city.name === name || city.name === `${name}市`)?.code ?? name;

/** Returns the rules of what was typed; an empty field is no rule. */
export function rulesOf(values: Values, cities: readonly City[]): Rules {
  const { registeredFrom, registeredUntil } = values;
  const orders = given(values, "countMin", "countMax", "amountMinFen", "amountMaxFen");
  return {
    ...filled({
      grades: listOf(values["grades"]).map(Number),
      tags: listOf(values["tags"]),
      withoutTags: listOf(values["withoutTags"]),
      cities: listOf(values["cities"]).map(codeOf(cities)),
    }),
    ...(hasSpan(values) && { orders: { withinDays: Number(values["withinDays"]), ...orders } }),
    ...given(values, "orderedWithinDays", "notOrderedForDays", "seenWithinDays"),
    ...given(values, "notSeenForDays", "channel"),
    ...(registeredFrom !== undefined && { registeredFrom: dayStart(String(registeredFrom)) }),
    ...(registeredUntil !== undefined && {
      registeredUntil: dayStart(String(registeredUntil)) + DAY_MS,
    }),
  };
}

/** Returns what stands in the fields of rules. */
export function segmentValues(rules: Rules, cities: readonly City[]): Values {
  const { grades, tags, withoutTags, orders, registeredFrom, registeredUntil, ...rest } = rules;
  return {
    ...rest,
    ...orders,
    grades: grades?.map(String),
    tags: tags?.join(" "),
    withoutTags: withoutTags?.join(" "),
    cities: rules.cities
      ?.map((code) => cities.find((city) => city.code === code)?.name ?? code)
      .join(" "),
    registeredFrom: registeredFrom === undefined ? undefined : dayOf(registeredFrom),
    registeredUntil: registeredUntil === undefined ? undefined : dayOf(registeredUntil - DAY_MS),
  };
}

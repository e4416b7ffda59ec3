/** The fields of a batch's target by its kind, and the input that they make. */
import { ownValue } from "@yunjing/contract/own-value";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { setMealOf, type TargetChoices } from "./target-choices.ts";

export type TargetKind = BatchTarget["target"];
export type Values = Readonly<Record<string, FieldValue>>;

const textOf = (values: Values, name: string): string => String(ownValue(values, name) ?? "");

const value: FieldSpec = { kind: "money", name: "valueFen", label: "每次面值", isRequired: true };
const face: FieldSpec = {
  kind: "money",
  name: "faceFen",
  label: "每次估值",
  help: "只用于估算负债",
};
const chosen = (name: string, label: string, help?: string): FieldSpec => ({
  kind: "choice",
  name,
  label,
  isRequired: true,
  choices: [],
  help,
});
/** The SKUs of which the holder of a code chooses one; a field is shown after the one before it. */
const skuNames = ["skuId", "skuId2", "skuId3", "skuId4", "skuId5", "skuId6", "skuId7", "skuId8"];
const skuFields = skuNames.map((name, place): FieldSpec => {
  const before = skuNames[place - 1];
  if (before === undefined) return chosen(name, "商品规格");
  return {
    ...chosen(name, `商品规格 ${place + 1}`, "可不选；选了，持码人从中任选一种"),
    isRequired: false,
    isShown: (values) => textOf(values, before) !== "",
  };
});

const ofKind: Readonly<Record<TargetKind, readonly FieldSpec[]>> = {
  meal: [chosen("setMealId", "套餐"), face],
  voucher: [chosen("brand", "品牌"), value],
  benefit: [...skuFields, face],
  points: [{ kind: "points", name: "points", label: "积分", isRequired: true, unit: "分" }],
  balance: [value],
  coupon: [chosen("templateId", "优惠券"), face],
  level: [
    chosen("grade", "等级"),
    { kind: "number", name: "days", label: "有效天数", isRequired: true, unit: "天" },
    face,
  ],
};

function inTarget(spec: FieldSpec): FieldSpec {
  const place = skuNames.indexOf(spec.name);
  const name = place < 0 ? spec.name : place === 0 ? "choices" : `choices.${place}`;
  return { ...spec, path: `target.${name}` };
}

/** The field with what can be chosen now. */
const withChoices = (spec: FieldSpec, { choices, help }: TargetChoices): FieldSpec =>
  spec.kind === "choice" ? { ...spec, choices, help: help ?? spec.help } : spec;

/** Fields of the target: its name, what the kind needs, and its end. */
export const targetFields = (kind: TargetKind, choices: TargetChoices): readonly FieldSpec[] =>
  [
    { kind: "text", name: "title", label: "兑换成（持码人看到）", isRequired: true } as const,
    ...ofKind[kind].map((spec) => withChoices(spec, choices)),
    { kind: "instant", name: "validUntil", label: "有效至", isRequired: true } as const,
  ].map(inTarget);

const numberOf = (values: Values, name: string): number | undefined => {
  const given = ownValue(values, name);
  return given === undefined ? undefined : Number(given);
};

const CHOICE_TITLE_MAX = 40;

/** Returns the SKUs that were chosen, each once; a single one has the title of the target. */
function skusOf(values: Values, title: string, { choices }: TargetChoices) {
  const skuIds = new Set(skuNames.map((name) => textOf(values, name)).filter(Boolean));
  const labels = new Map(choices);
  return [...skuIds].map((skuId) => ({
    skuId,
    title: skuIds.size === 1 ? title : (labels.get(skuId) ?? title).slice(0, CHOICE_TITLE_MAX),
  }));
}

/** Returns the target of the typed values. */
export function targetOf(kind: TargetKind, values: Values, choices: TargetChoices): BatchTarget {
  const title = textOf(values, "title");
  const optional = {
    brand: textOf(values, "brand") || undefined,
    templateId: textOf(values, "templateId") || undefined,
    valueFen: numberOf(values, "valueFen"),
    faceFen: numberOf(values, "faceFen"),
    points: numberOf(values, "points"),
    grade: numberOf(values, "grade"),
    days: numberOf(values, "days"),
  };
  const names = new Set(ofKind[kind].map(({ name }) => name));
  const given = Object.entries(optional).filter(
    ([name, one]) => names.has(name) && one !== undefined,
  );
  const skus = skusOf(values, title, choices);
  return {
    target: kind,
    title,
    validUntil: numberOf(values, "validUntil") ?? 0,
    ...Object.fromEntries(given),
    ...(kind === "meal" ? setMealOf(textOf(values, "setMealId")) : {}),
    ...(kind === "benefit" && skus.length > 0 ? { choices: skus } : {}),
  };
}

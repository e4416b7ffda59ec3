/** The fields of a batch's target by its kind, and the input that they make. */
import { ownValue } from "@yunjing/contract/own-value";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import type { TargetChoices } from "./target-choices.ts";

export type TargetKind = BatchTarget["target"];
type Choices = TargetChoices[keyof TargetChoices];
export type Values = Readonly<Record<string, FieldValue>>;

const value: FieldSpec = { kind: "money", name: "valueFen", label: "每次面值", isRequired: true };
const face: FieldSpec = {
  kind: "money",
  name: "faceFen",
  label: "每次估值",
  help: "只用于估算负债",
};
const ofKind: Readonly<Record<TargetKind, readonly FieldSpec[]>> = {
  meal: [
    { kind: "text", name: "brand", label: "品牌编号", isRequired: true },
    { kind: "text", name: "setMealId", label: "套餐编号", isRequired: true },
    face,
  ],
  voucher: [{ kind: "text", name: "brand", label: "品牌编号", isRequired: true }, value],
  benefit: [
    {
      kind: "text",
      name: "skuId",
      label: "商品规格编号",
      isRequired: true,
      help: "持码人可换的一种；多选一请用导入或经销商页",
    },
    face,
  ],
  points: [{ kind: "points", name: "points", label: "积分", isRequired: true, unit: "分" }],
  balance: [value],
  coupon: [{ kind: "text", name: "templateId", label: "优惠券编号", isRequired: true }, face],
  level: [
    { kind: "number", name: "grade", label: "等级", isRequired: true },
    { kind: "number", name: "days", label: "有效天数", isRequired: true, unit: "天" },
    face,
  ],
};

const inTarget = (spec: FieldSpec): FieldSpec => ({
  ...spec,
  path: `target.${spec.name === "skuId" ? "choices" : spec.name}`,
});

/** The name of a field that is chosen, where the one that is typed is a number. */
const chosenLabels: Readonly<Record<string, string>> = {
  brand: "品牌",
  skuId: "商品规格",
  templateId: "优惠券",
  grade: "等级",
};

/** The same field with choices, where there are some. */
function chosen(spec: FieldSpec, choices: TargetChoices): FieldSpec {
  const list = ownValue(choices as Readonly<Record<string, Choices>>, spec.name);
  if (list === undefined) return spec;
  const { name, isRequired = false, help } = spec;
  const label = ownValue(chosenLabels, name) ?? spec.label;
  return { kind: "choice", name, label, isRequired, help, choices: list };
}

/** Fields of the target: its name, what the kind needs, and its end. */
export const targetFields = (kind: TargetKind, choices: TargetChoices): readonly FieldSpec[] =>
  [
    { kind: "text", name: "title", label: "兑换成（持码人看到）", isRequired: true } as const,
    ...ofKind[kind].map((spec) => chosen(spec, choices)),
    { kind: "instant", name: "validUntil", label: "有效至", isRequired: true } as const,
  ].map(inTarget);

const textOf = (values: Values, name: string): string => String(ownValue(values, name) ?? "");
const numberOf = (values: Values, name: string): number | undefined => {
  const given = ownValue(values, name);
  return given === undefined ? undefined : Number(given);
};

/** Returns the target of the typed values. */
export function targetOf(kind: TargetKind, values: Values): BatchTarget {
  const title = textOf(values, "title");
  const optional = {
    brand: textOf(values, "brand") || undefined,
    setMealId: textOf(values, "setMealId") || undefined,
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
  const skuId = textOf(values, "skuId");
  return {
    target: kind,
    title,
    validUntil: numberOf(values, "validUntil") ?? 0,
    ...Object.fromEntries(given),
    ...(kind === "benefit" && skuId !== "" ? { choices: [{ skuId, title }] } : {}),
  };
}

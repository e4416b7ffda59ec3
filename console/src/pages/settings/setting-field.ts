/** The field in which a setting is typed, in a unit that suits its bounds. */
import type { api, Item } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";

export type Setting = Item<typeof api.operatorSettings.list>;
type Value = Setting["now"]["value"];

const steps = [
  [86_400_000, "天"],
  [3_600_000, "小时"],
  [60_000, "分钟"],
  [1_000, "秒"],
] as const;
const units: Partial<Record<Setting["unit"], string>> = {
  points: "分",
  seconds: "秒",
  months: "个月",
  days: "天",
  percent: "%",
  permille: "‰",
};

/** Returns the largest unit of time in which the bounds and both values are whole. */
function stepOf({ unit, min = 0, max = 0, now, start }: Setting): readonly [number, string] {
  if (unit !== "ms") return [1, units[unit] ?? ""];
  const figures = [min, max, Number(now.value), Number(start.value)];
  return steps.find(([step]) => figures.every((one) => one % step === 0)) ?? [1, "毫秒"];
}

/** Returns the field of a setting's new value. */
export function fieldOfSetting(setting: Setting): FieldSpec {
  const named = { name: "value", label: "改为", help: setting.boundsText } as const;
  if (setting.unit === "fen") return { ...named, kind: "money", isRequired: true };
  if (setting.unit === "flag")
    return {
      ...named,
      kind: "choice",
      isRequired: true,
      choices: [
        ["on", "开"],
        ["off", "关"],
      ],
    };
  const [, unit] = stepOf(setting);
  return { ...named, kind: "number", isRequired: true, ...(unit === "" ? {} : { unit }) };
}

/** Returns what stands in the field for the value in force. */
export function typedValue(setting: Setting): FieldValue {
  const { value } = setting.now;
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "number" ? value / stepOf(setting)[0] : value;
}

/** Returns the value that the operation takes for what was typed. */
export function valueOfTyped(setting: Setting, typed: FieldValue): Value {
  if (setting.unit === "flag") return typed === "on";
  return Number(typed) * stepOf(setting)[0];
}

/**
 * Settings and functions that operators change while the server runs; pure rules.
 *
 * - setting: a figure of `server/src/platform/settings`; adjustable when it is declared there.
 * - start value: the installation's own figure, from the defaults and the variable SETTINGS.
 * - kill switch: a group of members' operations that operators switch off until an instant.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { adjustableTopics, type Settings } from "../../platform/settings.ts";
import type { Adjustable } from "../../platform/settings/adjustable.ts";
import { shanghaiMinute } from "../../platform/shanghai.ts";

export type SettingValue = number | string | boolean;

/** Returns a setting by its name; settings that are lists are not adjustable. */
export function settingValue(settings: Settings, name: string): SettingValue {
  const value: unknown = ownValue({ ...settings }, name);
  return typeof value === "number" || typeof value === "boolean" ? value : String(value ?? "");
}

export type AdjustableSetting = Adjustable & { readonly name: string; readonly topic: string };

/** Every adjustable setting in the order of the console. */
export const adjustableSettings: readonly AdjustableSetting[] = adjustableTopics.flatMap(
  ({ topic, settings }) =>
    Object.entries(settings).flatMap(([name, declared]) =>
      declared ? [{ ...declared, name, topic }] : [],
    ),
);

const byName = new Map(adjustableSettings.map((one) => [one.name, one]));

/** Returns the declaration of an adjustable setting. */
export const adjustableOf = (name: string): AdjustableSetting | undefined => byName.get(name);

/** Returns the settings whose figures limit this one, or are limited by it. */
export const relatedNames = (name: string): string[] =>
  adjustableSettings.flatMap((one) => {
    if (one.name === name) return one.notBelow === undefined ? [] : [one.notBelow];
    return one.notBelow === name ? [one.name] : [];
  });

const MS_UNITS = [
  [86_400_000, "天"],
  [3_600_000, "小时"],
  [60_000, "分钟"],
  [1_000, "秒"],
] as const;
const suffixes: Partial<Record<Adjustable["unit"], string>> = {
  points: " 积分",
  seconds: " 秒",
  months: " 个月",
  days: " 天",
  percent: "%",
  permille: "‰",
};

const durationText = (value: number): string => {
  const [size, unit] = MS_UNITS.find(([one]) => value >= one && value % one === 0) ?? [1, "毫秒"];
  return `${(value / size).toLocaleString("en-US")} ${unit}`;
};

/** Returns a value as operators read it: `¥500.00`, `15 分钟`, `10`. */
export function valueText({ unit }: Pick<Adjustable, "unit">, value: SettingValue): string {
  if (typeof value === "boolean") return value ? "开" : "关";
  if (typeof value === "string") return value === "" ? "（空）" : value;
  if (unit === "fen") {
    const [yuan, cents] = [Math.floor(value / 100), String(value % 100).padStart(2, "0")];
    return `¥${yuan.toLocaleString("en-US")}.${cents}`;
  }
  if (unit === "ms") return value === 0 ? "0" : durationText(value);
  return `${value.toLocaleString("en-US")}${suffixes[unit] ?? ""}`;
}

const TYPE_TEXTS = { number: "请填数字", boolean: "请选开或关" } as const;

const typeOf = ({ unit }: Adjustable): keyof typeof TYPE_TEXTS =>
  unit === "flag" ? "boolean" : "number";

/** Returns what is wrong with a value by itself, as a sentence; `undefined` for a valid one. */
export function valueFault(declared: Adjustable, value: unknown): string | undefined {
  const type = typeOf(declared);
  if (typeof value !== type) return TYPE_TEXTS[type];
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = declared;
  if (typeof value !== "number") return undefined;
  if (!Number.isInteger(value)) return "请填整数";
  if (value >= min && value <= max) return undefined;
  return `需在 ${valueText(declared, min)} 至 ${valueText(declared, max)} 之间`;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns why a setting's value does not go with those that limit it, as a sentence; `undefined`
 * when it does. `values` has the settings in force.
 */
export function relationFault(name: string, value: unknown, values: Values): string | undefined {
  if (typeof value !== "number") return undefined;
  for (const other of relatedNames(name)) {
    const declared = adjustableOf(other);
    const limit = ownValue(values, other);
    if (!declared || typeof limit !== "number") continue;
    const shown = `「${declared.label}」（${valueText(declared, limit)}）`;
    if (declared.notBelow === name) {
      if (value > limit) return `不能大于${shown}`;
    } else if (value < limit) return `不能小于${shown}`;
  }
  return undefined;
}

/** Why stored values were left out: out of bounds, of another type, or no adjustable setting. */
export type IgnoredSetting = { readonly name: string; readonly why: string };

/** Returns the bounds of a setting as operators read them. */
export function relationText(declared: AdjustableSetting): string {
  const { unit, min, max, notBelow } = declared;
  if (unit === "flag") return "开或关";
  const range = `${valueText(declared, min ?? 0)} 至 ${valueText(declared, max ?? 0)}`;
  const other = notBelow === undefined ? undefined : adjustableOf(notBelow);
  return other ? `${range}，不小于「${other.label}」` : range;
}

/**
 * Returns the settings in force: the start values with the stored ones. A stored value that its
 * declaration does not allow any more is left out; so are all values of a pair whose minimum is
 * above its maximum.
 */
export function settingsInForce(
  start: Settings,
  stored: readonly { readonly name: string; readonly value: unknown }[],
): { readonly settings: Settings; readonly ignored: readonly IgnoredSetting[] } {
  const ignored: IgnoredSetting[] = [];
  const valid = new Map<string, unknown>();
  for (const { name, value } of stored) {
    const declared = adjustableOf(name);
    const why = declared ? valueFault(declared, value) : "unknown";
    if (why === undefined) valid.set(name, value);
    else ignored.push({ name, why });
  }
  for (const name of valid.keys()) {
    const values = { ...start, ...Object.fromEntries(valid) };
    const why = relationFault(name, valid.get(name), values);
    if (why === undefined) continue;
    for (const one of [name, ...relatedNames(name)])
      if (valid.delete(one)) ignored.push({ name: one, why });
  }
  const settings: Settings = Object.freeze({ ...start, ...Object.fromEntries(valid) });
  return { settings, ignored };
}

/** A group of members' operations; `text` is what members read while it is off. */
export type KillSwitch = {
  readonly label: string;
  readonly text: string;
  /** `<topic>.<operation>` of the members' API. */
  readonly operations: readonly string[];
};

/**
 * What operators can switch off. Only the beginning of something is refused: payments, refunds,
 * deliveries and transfers that have begun go on.
 */
export const killSwitches = {
  orders: { label: "下单购买", text: "下单暂停服务", operations: ["buying.place"] },
  redemption: {
    label: "兑换码兑换",
    text: "兑换暂停服务，你的兑换码不受影响",
    operations: ["exchange.open", "exchange.redeem", "exchange.orderMeal"],
  },
  topup: { label: "余额充值", text: "充值暂停服务", operations: ["wallet.topUp"] },
  withdrawals: {
    label: "提现",
    text: "提现暂停服务，余额不受影响",
    operations: ["withdrawals.create"],
  },
  invitations: {
    label: "邀请",
    text: "邀请活动暂停服务，已得的奖励不受影响",
    operations: ["invite.visit"],
  },
  sms_login: {
    label: "短信登录",
    text: "短信登录暂停服务，可用微信登录",
    operations: ["passport.smsSend", "passport.smsLogin"],
  },
  coupons: { label: "领券", text: "领券暂停服务", operations: ["coupons.claim"] },
  tickets: {
    label: "工单",
    text: "工单暂停服务，急事请拨打客服电话",
    operations: ["tickets.open", "tickets.add"],
  },
} as const satisfies Readonly<Record<string, KillSwitch>>;

export type SwitchName = keyof typeof killSwitches;
export const switchNames: readonly SwitchName[] = Object.keys(killSwitches) as SwitchName[];

const switchOfOperation = new Map<string, SwitchName>(
  switchNames.flatMap((name) => killSwitches[name].operations.map((one) => [one, name])),
);

/** Returns the kill switch of a members' operation. */
export const switchOf = (operation: string): SwitchName | undefined =>
  switchOfOperation.get(operation);

/** Returns what members read while a function is off until an instant (ms). */
export const pausedText = (name: SwitchName, endsAt: number): string =>
  `${killSwitches[name].text}，预计 ${shanghaiMinute(endsAt)} 恢复`;

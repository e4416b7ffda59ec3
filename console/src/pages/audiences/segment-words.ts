/** A segment's rules in words. */
import { dayText, moneyText } from "../../parts/format.ts";
import type { City, Rules } from "./segment-fields.ts";

const DAY_MS = 86_400_000;

function ordersWords({ withinDays, ...bounds }: NonNullable<Rules["orders"]>): string {
  const { countMin, countMax, amountMinFen, amountMaxFen } = bounds;
  const parts = [
    countMin === undefined ? undefined : `至少 ${countMin} 单`,
    countMax === undefined ? undefined : `最多 ${countMax} 单`,
    amountMinFen === undefined ? undefined : `合计至少 ${moneyText(amountMinFen)}`,
    amountMaxFen === undefined ? undefined : `合计最多 ${moneyText(amountMaxFen)}`,
  ].filter((part) => part !== undefined);
  return `最近 ${withinDays} 天${parts.length === 0 ? "下过单" : parts.join("、")}`;
}

/** Returns one phrase for each rule, in the order of the form. */
export function ruleWords(rules: Rules, cities: readonly City[]): string[] {
  const { grades, tags, withoutTags, orders, orderedWithinDays, notOrderedForDays } = rules;
  const { seenWithinDays, notSeenForDays, registeredFrom, registeredUntil, channel } = rules;
  const nameOf = (code: string) => cities.find((city) => city.code === code)?.name ?? code;
  const words = [
    grades && `等级 ${grades.join("、")}`,
    tags && `标签 ${tags.join("或")}`,
    withoutTags && `没有标签 ${withoutTags.join("、")}`,
    orders && ordersWords(orders),
    orderedWithinDays && `最近 ${orderedWithinDays} 天下过单`,
    notOrderedForDays && `${notOrderedForDays} 天没有下单`,
    rules.cities && `收货地址在${rules.cities.map(nameOf).join("、")}`,
    seenWithinDays && `最近 ${seenWithinDays} 天来过`,
    notSeenForDays && `${notSeenForDays} 天没有来`,
    registeredFrom !== undefined && `${dayText(registeredFrom)} 起注册`,
    registeredUntil !== undefined && `${dayText(registeredUntil - DAY_MS)} 为止注册`,
    channel && (channel === "wechat" ? "微信注册" : "手机号注册"),
  ];
  return words.filter((word) => typeof word === "string");
}

/** Tests that a segment's fields make its rules, and show them again unchanged. */
import { expect, test } from "vitest";
import { rulesOf, segmentValues, type Rules } from "./segment-fields.ts";
import { ruleWords } from "./segment-words.ts";

const cities = [{ code: "310100", name: "上海市" }];
const rules: Rules = {
  grades: [2, 3],
  tags: ["团长", "常客"],
  orders: { withinDays: 30, countMin: 2, amountMaxFen: 10_000 },
  notOrderedForDays: 7,
  cities: ["310100"],
  registeredFrom: Date.parse("2026-11-01T00:00:00+08:00"),
  registeredUntil: Date.parse("2026-12-01T00:00:00+08:00"),
  channel: "wechat",
};

test("a segment's rules stand in its fields and come back unchanged", () => {
  const values = segmentValues(rules, cities);
  expect(values["registeredUntil"]).toBe("2026-11-30");
  expect(rulesOf(values, cities)).toEqual(rules);
});

test("an empty form has no rule, and a city without a code stays as it was typed", () => {
  expect(rulesOf({}, cities)).toEqual({});
  expect(rulesOf({ cities: "上海，没有" }, cities)).toEqual({ cities: ["310100", "没有"] });
});

test("rules read as one phrase each", () => {
  expect(ruleWords(rules, cities)).toEqual([
    "等级 2、3",
    "标签 团长或常客",
    "最近 30 天至少 2 单、合计最多 ¥100.00",
    "7 天没有下单",
    "收货地址在上海市",
    "2026-11-01 起注册",
    "2026-11-30 为止注册",
    "微信注册",
  ]);
});

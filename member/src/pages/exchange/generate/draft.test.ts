/** Tests the draft of a batch: errors by field, and complete request input. */
import { parseCode } from "@yunjing/contract/exchange-code";
import { expect, test } from "vitest";
import {
  type Draft,
  draftErrors,
  emptyDraft,
  endOfDay,
  inputOf,
  sampleCode,
  suggestedTitle,
} from "./draft.ts";

const NOW = Date.parse("2026-11-21T12:00:00+08:00");
const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(NOW),
  points: "500",
  count: "20",
  ...changes,
});

test("a code is valid until the last instant of its day in Shanghai, and invalid dates are rejected", () => {
  expect(endOfDay("2026-12-31")).toBe(Date.parse("2027-01-01T00:00:00+08:00") - 1);
  for (const wrong of ["2026-02-30", "2026-13-01", "26-1-1", ""]) {
    expect(endOfDay(wrong)).toBeUndefined();
  }
});

test("a complete draft is sent with the title and name that the page suggested", () => {
  expect(draftErrors(draft(), NOW)).toEqual({});
  expect(inputOf(draft())).toEqual({
    name: "500 积分",
    count: 20,
    activation: "now",
    note: "",
    usesPerCode: 1,
    perMember: 1,
    target: {
      target: "points",
      title: "500 积分",
      points: 500,
      validUntil: Date.parse("2027-11-21T23:59:59.999+08:00"),
    },
  });
});

test("each target is sent with its own fields only", () => {
  const end = { validUntil: endOfDay(draft().until) };
  const voucher = draft({ target: "voucher", yuan: "50", points: "9" });
  expect(inputOf(voucher).target).toEqual({
    target: "voucher",
    title: "肯德基 50 元代金券",
    brand: "kfc",
    valueFen: 5_000,
    ...end,
  });
  const meal = draft({ target: "meal", title: "套餐", setMealId: "kfc-set", yuan: "35.9" });
  expect(inputOf(meal).target).toEqual({
    target: "meal",
    title: "套餐",
    brand: "kfc",
    setMealId: "kfc-set",
    faceFen: 3_590,
    ...end,
  });
  expect(suggestedTitle(draft({ target: "balance", yuan: "20.5" }))).toBe("20.5 元余额");
});

test.each([
  ["points", { points: "0" }],
  ["yuan", { target: "balance", yuan: "0.00" }],
  ["setMealId", { target: "meal", title: "套餐" }],
  ["templateId", { target: "coupon", title: "券" }],
  ["title", { target: "meal", setMealId: "kfc-set" }],
  ["count", { count: "100001" }],
  ["count", { count: "1.5" }],
  ["until", { until: "2026-11-20" }],
] as const)("an error of the field %s is reported for that field only", (field, changes) => {
  expect(Object.keys(draftErrors(draft(changes), NOW))).toEqual([field]);
});

test("the sample code in the preview has the format of the shop's own codes", () => {
  expect(parseCode(sampleCode).form).toBe("own");
  expect(sampleCode).toMatch(/^(\w{4}-){4}\w{2}$/);
});

test("a multi-use code has at least one use, and one member at most all of them", () => {
  const faults = (usesPerCode: string, perMember: string) =>
    Object.keys(draftErrors(draft({ usesPerCode, perMember }), NOW));
  expect(faults("100", "2")).toEqual([]);
  expect(faults("0", "1")).toEqual(["usesPerCode"]);
  expect(faults("10001", "1")).toEqual(["usesPerCode"]);
  expect(faults("2", "3")).toEqual(["perMember"]);
  expect(faults("", "")).toEqual(["usesPerCode", "perMember"]);
});

test("a benefit needs at least one choice, and choices are sent with the names shown to the holder", () => {
  const benefit = draft({
    target: "benefit",
    choices: [
      { skuId: "a-1", title: "话费 10 元", priceFen: 990 },
      { skuId: "b-2", title: "月卡", priceFen: 1_500 },
    ],
  });
  expect(draftErrors(benefit, NOW)).toEqual({});
  expect(inputOf(benefit)).toMatchObject({ name: "权益 2 选 1", target: { title: "权益 2 选 1" } });
  expect(inputOf(benefit).target.choices).toEqual([
    { skuId: "a-1", title: "话费 10 元" },
    { skuId: "b-2", title: "月卡" },
  ]);
  const none = { ...benefit, choices: [] };
  expect(Object.keys(draftErrors(none, NOW))).toEqual(["choices"]);
});

test("a level needs a number of days", () => {
  const level = draft({ target: "level", title: "金鲸", grade: "3", days: "30" });
  expect(inputOf(level).target).toMatchObject({ target: "level", grade: 3, days: 30 });
  expect(Object.keys(draftErrors({ ...level, grade: "", days: "0" }, NOW))).toEqual([
    "grade",
    "days",
  ]);
});

/** Tests that the form of a campaign makes the rules that the operation takes. */
import { expect, test } from "vitest";
import { validityText, worstFen } from "./campaign-words.ts";
import { campaignInput, campaignValues } from "./campaign-values.ts";
import type { ChosenPart } from "./pack.ts";

const shared = {
  templateId: "phone-ten",
  title: "话费券",
  mode: "claim",
  days: 30,
  perMember: 1,
  how: "centre",
};

test("a discount of money has its threshold, its goods and its budget", () => {
  const made = campaignInput({
    ...shared,
    type: "amount",
    valueFen: 1_000,
    thresholdFen: 5_000,
    categories: ["phone"],
    grades: ["3", "4"],
    budgetFen: 100_000,
  });
  expect(made).toMatchObject({
    look: "member",
    useAt: { categoryCode: "phone" },
    rules: {
      type: "amount",
      valueFen: 1_000,
      thresholdFen: 5_000,
      only: { categories: ["phone"] },
    },
    validity: { mode: "claim", days: 30 },
    audience: { grades: [3, 4] },
    budgetFen: 100_000,
  });
  expect(made).not.toHaveProperty("total");
});

test("a fixed price takes its price, and a fixed validity whole days of Shanghai", () => {
  const made = campaignInput({
    ...shared,
    type: "fixed_price",
    priceFen: 990,
    mode: "fixed",
    fixedFrom: "2026-12-01",
    fixedUntil: "2026-12-31",
    withoutPoints: true,
  });
  expect(made.rules).toEqual({
    type: "fixed_price",
    valueFen: 990,
    withLevelPrice: false,
    withPoints: false,
  });
  expect(made.validity).toEqual({
    mode: "fixed",
    from: "2026-12-01T00:00:00+08:00",
    until: "2026-12-31T23:59:59+08:00",
  });
});

test("a draft comes back from its fields as it was, also what has no field", () => {
  const draft = {
    templateId: "gold-day",
    title: "黄金会员日",
    look: "member" as const,
    scopeText: "全场可用",
    tips: ["周末可用，每单一张", "不找零"],
    useAt: { benefitId: "cake" },
    rules: {
      type: "percent" as const,
      percent: 88,
      capFen: 2_000,
      thresholdFen: 5_000,
      only: { benefits: ["cake"], brands: ["holiland"] },
      except: { benefits: ["set-1"] },
      weekdays: [6, 7],
      hours: [{ from: "17:00", to: "21:00" }],
      cities: ["330100"],
      channels: ["wechat" as const],
      firstOrder: true,
      oncePerPerson: true,
      stackGroup: "meal",
      stacksWith: ["gift"],
      withLevelPrice: true,
      withPoints: false,
    },
    validity: {
      mode: "fixed" as const,
      from: "2026-12-01T00:00:00+08:00",
      until: "2026-12-31T23:59:59+08:00",
    },
    audience: { grades: [3, 4], joinedWithinDays: 30 },
    perMember: 2,
    perDay: 1,
    isListed: false,
    givenOn: "first_order" as const,
    claimFrom: 1_796_054_400_000,
    sort: 7,
    total: 500,
    budgetFen: 90_000,
  };
  expect(campaignInput(campaignValues(draft), draft)).toEqual(draft);
});

test("a pack has its coupons alone, whatever a coupon's fields held before", () => {
  const parts = [{ templateId: "movie-eight", count: 2 }];
  const typed = { ...shared, type: "pack", valueFen: 1_000, categories: ["phone"], total: 100 };
  const made = campaignInput(typed, undefined, parts);
  expect(made.rules).toEqual({ type: "pack", parts });
  expect(campaignInput(campaignValues(made), made)).toMatchObject({
    rules: { type: "pack", parts },
    total: 100,
  });
  expect(campaignInput({ ...typed, type: "pack" }, undefined, []).rules).toEqual({ type: "pack" });
});

test("a pack's worst cost is all its coupons at their full discount, unless one has no limit", () => {
  const part = (rules: ChosenPart["rules"], count: number): ChosenPart => ({
    templateId: "part",
    title: "券",
    count,
    rules,
  });
  const parts = [
    part({ type: "amount", valueFen: 300 }, 2),
    part({ type: "percent", percent: 88, capFen: 1_000 }, 1),
  ];
  const draft = campaignInput({ ...shared, type: "pack", total: 10 });
  expect(worstFen(draft, parts)).toBe(16_000);
  expect(worstFen(draft, [...parts, part({ type: "exchange" }, 1)])).toBeUndefined();
  expect(worstFen({ ...draft, budgetFen: 500 }, parts)).toBe(500);
});

test("a form that is hardly begun can be drawn", () => {
  const begun = campaignInput({ mode: "fixed", valueFen: Number.NaN });
  expect(begun).toMatchObject({ templateId: "", title: "" });
  expect(validityText(begun)).toBe("— 至 —");
  expect(validityText(campaignInput({ mode: "claim" }))).toBe("领取后 — 天内");
});

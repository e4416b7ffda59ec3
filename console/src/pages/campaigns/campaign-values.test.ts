/** Tests that the form of a campaign makes the rules that the operation takes. */
import { expect, test } from "vitest";
import { campaignInput } from "./campaign-form.tsx";

const shared = {
  templateId: "phone-ten",
  title: "话费券",
  mode: "claim",
  days: 30,
  perMember: 1,
  isListed: true,
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

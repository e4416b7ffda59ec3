/** Tests the sentences of the points page, the optimistic sign-in update, and the filters. */
import type { PointsBenefit, PointsSummary } from "@yunjing/contract/schemas/points";
import { describe, expect, test } from "vitest";
import { takenOf } from "./confirm-sheet.tsx";
import { filtersOf } from "./filters.ts";
import { resultLinkOf } from "./result-sheet.tsx";
import { signedToday } from "./signed-today.ts";
import {
  expiringText,
  leftText,
  pendingText,
  priceText,
  unavailableText,
  weekdayText,
} from "./points-text.ts";

/** 2026-11-28 12:00 in Shanghai. */
const NOON = Date.UTC(2026, 10, 28, 4);

const summary: PointsSummary = {
  available: 3260,
  pending: 120,
  nextPending: { points: 120, at: NOON },
  expiring: 400,
  nextExpiring: { points: 400, at: NOON },
  debt: 0,
  lifetime: 8000,
  calendar: [],
  signIn: {
    isSigned: false,
    streak: 1,
    todayPoints: 4,
    days: [
      { day: "2026-11-20", points: 3, state: "signed" },
      { day: "2026-11-21", points: 4, state: "today" },
      { day: "2026-11-22", points: 5, state: "coming" },
    ],
  },
  tasks: [],
  rules: [],
};

const goods: PointsBenefit = {
  benefitId: "tote",
  skuId: "tote",
  kind: "points_mall",
  title: "帆布手提袋",
  brand: "云鲸自营",
  picture: { artwork: "tote", tint: "green" },
  tags: [],
  priceFen: 0,
  marketPriceFen: 3900,
  exchangedCount: 690,
  state: "on",
  category: { code: "points", name: "积分兑换" },
  points: 1800,
  cashFen: 0,
  left: 60,
  limitText: "每月限 2 件",
  missing: 0,
};

describe("the head of the points page", () => {
  test("shows pending and expiring points, each with its date", () => {
    expect(pendingText(summary)).toBe("待入账 120，预计 11-28 到账");
    expect(expiringText(summary)).toBe("400 将于 11-28 过期");
  });

  test("shows the first part of the pending points separately from the total", () => {
    const part = { ...summary, nextPending: { points: 20, at: NOON } };
    expect(pendingText(part)).toBe("待入账 120，11-28 先到 20");
  });

  test("shows nothing when no points are pending or expiring", () => {
    expect(pendingText({ ...summary, pending: 0 })).toBeUndefined();
    expect(expiringText({ ...summary, expiring: 0 })).toBeUndefined();
  });

  test("names the weekdays in the time zone of Shanghai", () => {
    expect(weekdayText("2026-11-21")).toBe("周六");
    expect(weekdayText("2026-11-22")).toBe("周日");
  });
});

describe("the optimistic sign-in update", () => {
  test("adds today's points and marks only today as signed in", () => {
    const { available, signIn } = signedToday(summary);
    expect(available).toBe(3264);
    expect(signIn).toMatchObject({ isSigned: true, streak: 2 });
    expect(signIn.days.map(({ state }) => state)).toEqual(["signed", "signed", "coming"]);
  });

  test("changes nothing when today is already signed in", () => {
    const signed = signedToday(summary);
    expect(signedToday(signed)).toBe(signed);
  });

  test("repays a debt before points become available", () => {
    const indebted = signedToday({ ...summary, available: 0, debt: 3 });
    expect(indebted).toMatchObject({ available: 1, debt: 0 });
  });
});

describe("a benefit of the points shop", () => {
  test("shows the stock and the limit per member", () => {
    expect(leftText(goods)).toBe("剩 60，每月限 2 件");
    expect(unavailableText(goods)).toBeUndefined();
  });

  test("shows the missing points instead of the stock", () => {
    const expensive = { ...goods, missing: 1340 };
    expect(leftText(expensive)).toBe("还差 1,340 积分");
    expect(unavailableText(expensive)).toBe("还差 1,340 积分");
  });

  test("is sold out when none is left, even when points are also missing", () => {
    const gone = { ...goods, left: 0, missing: 1340 };
    expect(unavailableText(gone)).toBe("已兑完");
    expect(leftText(gone)).toBe("已兑 690");
  });

  test("names the required level before the required points", () => {
    expect(unavailableText({ ...goods, gradeNeeded: "金鲸会员可兑", missing: 5 })).toBe(
      "金鲸会员可兑",
    );
  });

  test("costs points alone, or points and money", () => {
    expect(priceText(1800, undefined)).toBe("1,800 积分");
    expect(priceText(2600, "¥9.90")).toBe("2,600 积分和 ¥9.90");
  });
});

describe("the filters", () => {
  test("are available before the shop is loaded, without a count", () => {
    expect(filtersOf(undefined).map(({ text }) => text)).toEqual(["全部", "我能兑换", "500 以下"]);
  });

  test("count the affordable benefits and name the shop's categories", () => {
    const categories = [
      { code: "points", name: "积分兑换" },
      { code: "drink", name: "咖啡茶饮" },
    ];
    const filters = filtersOf({ affordableCount: 3, categories });
    expect(filters.map(({ text, count }) => [text, count])).toEqual([
      ["全部", undefined],
      ["我能兑换", 3],
      ["好物", undefined],
      ["咖啡茶饮", undefined],
      ["500 以下", undefined],
    ]);
    expect(filters[2]?.input).toEqual({ categoryCode: "points" });
  });

  test("omit the categories when there is only one", () => {
    const one = { affordableCount: 0, categories: [{ code: "points", name: "积分兑换" }] };
    expect(filtersOf(one)).toHaveLength(3);
  });
});

describe("the confirmation and its result", () => {
  const quote = {
    points: { available: 3260, usable: 2600, used: 2600, offFen: 3910 },
    balance: { availableFen: 500, usedFen: 500 },
    balanceFen: 500,
    cashFen: 490,
  };

  test("names every charged part: points, balance and the rest to pay by WeChat", () => {
    expect(takenOf(quote).map(({ name }) => name)).toEqual(["积分", "余额", "还需支付"]);
  });

  test("omits parts that are not charged", () => {
    const free = { ...quote, balanceFen: 0, cashFen: 0 };
    expect(takenOf(free).map(({ name }) => name)).toEqual(["积分"]);
  });

  test("links to the card wallet for cards and coupons, and to the order for everything else", () => {
    expect(resultLinkOf("card", "1").url).toBe("/pages/user/coupons?kind=card");
    expect(resultLinkOf("coupons", "1").url).toBe("/pages/user/coupons");
    expect(resultLinkOf("topup", "2026").url).toBe("/pages/exchange/ordetail?orderNo=2026");
  });
});

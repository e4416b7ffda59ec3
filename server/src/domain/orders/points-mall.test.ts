/**
 * The points mall uses the shop's engine: limits, grades and stock are enforced, and no point is
 * spent twice.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { trialBalance } from "../ledger/actions.ts";
import { CONNECTIONS } from "../ledger/race.fixture.ts";
import { pointsOf } from "../points/actions.ts";
import { codeOf, openShop, type ShopEnv } from "./shop.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

let shop: ShopEnv;
afterEach(() => shop.close());

const one = (skuId: string, quantity = 1) => ({ items: [{ skuId, quantity }] });
const pointsLeft = async (memberId: string) =>
  (await pointsOf(shop.db, memberId, shop.context.clock.now())).available;

describe("a product for points", () => {
  test("costs points and the cash beside them, and both are held and spent with the order", async () => {
    shop = await openShop();
    await shop.offer({
      id: "mug",
      delivery: "card",
      priceFen: 3_900,
      points: 260,
      pointsCashFen: 990,
    });
    const memberId = await shop.buyer(1, { points: 1_000, principalFen: 5_000 });
    const quote = await shop.quote(memberId, one("mug", 2));
    expect(quote).toMatchObject({ cashFen: 1_980, points: { used: 520 } });
    const { orderNo } = await shop.place(memberId, quote.quoteToken);
    expect(await pointsLeft(memberId)).toBe(480);
    expect(await codeOf(shop.pay(memberId, orderNo, "none"))).toBe("ORDER_STATE");
    await shop.pay(memberId, orderNo, "balance");
    expect(await pointsLeft(memberId)).toBe(480);
    expect(await codeOf(shop.order(memberId, one("mug", 2)))).toBe("POINTS_SHORT");
  });

  test("has its limits, and requires its grade", async () => {
    shop = await openShop();
    await shop.offer({ id: "latte", delivery: "card", points: 88, pointsCashFen: 0, perMonth: 2 });
    await shop.offer({
      id: "lounge",
      delivery: "card",
      points: 100,
      pointsCashFen: 0,
      gradeMin: 3,
    });
    const memberId = await shop.buyer(1, { points: 1_000 });
    const { orderNo } = await shop.order(memberId, one("latte", 2));
    await shop.pay(memberId, orderNo, "none");
    expect(await codeOf(shop.quote(memberId, one("latte")))).toBe("LIMIT_REACHED");
    expect(await codeOf(shop.quote(memberId, one("lounge")))).toBe("LEVEL_NEEDED");
    await shop.asOwner(toGrade(3));
    const { quoteToken } = await shop.quote(memberId, one("lounge"));
    await shop.asOwner(toGrade(2));
    expect(await codeOf(shop.place(memberId, quoteToken))).toBe("LEVEL_NEEDED");
    await shop.asOwner(toGrade(4));
    expect(await codeOf(shop.place(memberId, quoteToken))).toBe("done");
    expect(await pointsLeft(memberId)).toBe(1_000 - 176 - 100);
  });
});

/** Sets the grade of all members, independent of their growth. */
const toGrade = (grade: number): string => `
  INSERT INTO member_level (member_id, grade, kept_until) SELECT member_id, ${grade}, '2100-01-01' FROM member
  ON CONFLICT (member_id) DO UPDATE SET grade = excluded.grade`;

const openRace = () => openShop(CONNECTIONS, { ordersUnpaidMax: 1_000 });

/** Counts the results of the attempts by code. */
async function tally(attempts: readonly (() => Promise<unknown>)[]) {
  const outcomes = await Promise.all(attempts.map((attempt) => codeOf(attempt())));
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Removes guards from SQL functions, as the database owner. */
async function without(file: string, ...cuts: readonly (readonly [from: string, to: string])[]) {
  let text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  for (const [from, to] of cuts) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  await shop.asOwner(text);
}

/** One member with points for three, and 64 concurrent orders. */
async function raceForPoints() {
  await shop.offer({ id: "latte", delivery: "card", points: 100, pointsCashFen: 0 });
  const memberId = await shop.buyer(1, { points: 300 });
  const tokens: string[] = [];
  for (let n = 0; n < CONNECTIONS; n++) {
    tokens.push((await shop.quote(memberId, one("latte"))).quoteToken);
  }
  const counts = await tally(tokens.map((token) => () => shop.place(memberId, token)));
  return { memberId, counts };
}

/** Five pieces, and 64 members with the points for one. */
async function raceForPieces() {
  await shop.offer({ id: "plush", delivery: "card", points: 100, pointsCashFen: 0, stock: 5 });
  const members: string[] = [];
  for (let n = 0; n < CONNECTIONS; n++) members.push(await shop.buyer(n, { points: 100 }));
  const quotes = await Promise.all(
    members.map(async (memberId) => ({ memberId, ...(await shop.quote(memberId, one("plush"))) })),
  );
  const counts = await tally(
    quotes.map(
      ({ memberId, quoteToken }) =>
        () =>
          shop.place(memberId, quoteToken),
    ),
  );
  return { members, counts };
}

describe("64 concurrent orders", () => {
  test("buy three with points for three", async () => {
    shop = await openRace();
    const { memberId, counts } = await raceForPoints();
    expect(counts).toEqual({ done: 3, POINTS_SHORT: CONNECTIONS - 3 });
    expect(await pointsLeft(memberId)).toBe(0);
    expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  }, 60_000);
  test.runIf(isSlowTier)(
    "buy more when a hold takes less than its amount",
    async () => {
      shop = await openRace();
      await without(
        "points/functions/hold.sql",
        [
          "points_take_from_lots(p_member, p_hold, p_points, p_now);",
          "points_take_from_lots(p_member, p_hold, 1, p_now);",
        ],
        ["'available', p_points, p_expires", "'available', 1, p_expires"],
      );
      const { counts } = await raceForPoints();
      expect(counts["done"]).toBeGreaterThan(3);
    },
    60_000,
  );

  test("sell five pieces to five members, and the others keep their points", async () => {
    shop = await openRace();
    const { members, counts } = await raceForPieces();
    expect(counts).toEqual({ done: 5, SOLD_OUT: CONNECTIONS - 5 });
    const left = await Promise.all(members.map(pointsLeft));
    expect(left.filter((points) => points === 100)).toHaveLength(CONNECTIONS - 5);
    expect(left.filter((points) => points === 0)).toHaveLength(5);
  }, 60_000);
  test.runIf(isSlowTier)(
    "sell more pieces than there are when stock is not reduced",
    async () => {
      shop = await openRace();
      const take =
        "IF NOT catalog_stock_hold_sku(v_sku, p_hold, v_quantity, p_expires, p_now) THEN";
      await without("catalog/functions/stock.sql", [take, "IF false THEN"]);
      const { counts } = await raceForPieces();
      expect(counts["done"]).toBeGreaterThan(5);
    },
    60_000,
  );
});

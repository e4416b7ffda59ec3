/**
 * Cards of an order: shown with it, valid as long as promised, and the order is completed when they
 * were used.
 */
import { readFileSync } from "node:fs";
import { TEST_NOON } from "../../platform/testing.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase } from "../../platform/database/pool.ts";
import { markUsed, revealCard } from "../cards/actions.ts";
import { endOfValidity } from "../catalog/validity.ts";
import type { Delivered } from "../fulfilment/port.ts";
import { cardListener } from "./actions.ts";
import { closeOverdue } from "./actions/overdue.ts";
import { orderDetail, summaryOfOrders } from "./actions/read.ts";
import { receiveOwnOrder } from "./actions/receive.ts";
import { openShop, type ShopEnv } from "./shop.fixture.ts";
import { listedOrders } from "./testing.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const CONNECTIONS = 64;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR = new Date(TEST_NOON.getTime() + 365 * DAY_MS).toISOString();
const PROMISED = endOfValidity(30, TEST_NOON.getTime());

let shop: ShopEnv;
let memberId: string;
beforeEach(async () => {
  shop = await openShop(CONNECTIONS);
  await shop.offer({ id: "card", delivery: "card", validDays: 30 });
  await shop.offer({ id: "endless", delivery: "card" });
  await shop.offer({ id: "film", delivery: "movie", validDays: 90 });
  memberId = await shop.buyer(1, { principalFen: 200_000 });
});
afterEach(() => shop.close());

/** Buys one; the supplier delivers these cards. */
async function delivered(skuId: string, cards: readonly Delivered[]): Promise<string> {
  const input = skuId === "film" ? { input: { account: "13900001234" } } : {};
  const items = [{ skuId, quantity: 1, ...input }];
  const { orderNo } = await shop.order(memberId, { items });
  await shop.pay(memberId, orderNo, "balance");
  await shop.deliver(orderNo, cards);
  return orderNo;
}

const some = (count: number): Delivered[] =>
  Array.from({ length: count }, (_, n) => ({ code: `LK29DRINK7Q${n}K`, validUntil: YEAR }));
const detail = (orderNo: string) => orderDetail(shop.context, shop.db, memberId, orderNo);
const cardsOf = async (orderNo: string) => (await detail(orderNo)).cards ?? [];
const asking = (id: string) => ({ memberId, id, device: "phone-1", requestId: "r-1" });
const use = (id: string, db = shop.db) =>
  markUsed(shop.context, db, cardListener(shop.context), asking(id));

describe("the expiry of a delivery", () => {
  test("is the promised one for a card, although the supplier allows a year", async () => {
    const [card] = await cardsOf(await delivered("card", some(1)));
    expect(card).toMatchObject({ validUntil: PROMISED, dateText: "2026-12-19 到期" });
    const { validUntil } = await revealCard(shop.context, shop.db, asking(card?.id ?? ""));
    expect(validUntil).toBe(PROMISED);
  });

  test("is the supplier's where the supplier allows less", async () => {
    const validUntil = new Date(TEST_NOON.getTime() + 5 * DAY_MS).toISOString();
    const orderNo = await delivered("card", [{ code: "LK29DRINK7Q2K", validUntil }]);
    expect((await cardsOf(orderNo))[0]?.validUntil).toBe(Date.parse(validUntil));
  });

  test("is the promised one for a ticket too, when the supplier names none", async () => {
    const orderNo = await delivered("film", [{ code: "T-1" }]);
    expect((await detail(orderNo)).validUntil).toBe(endOfValidity(90, TEST_NOON.getTime()));
  });
});

describe("an order of cards", () => {
  test("waits to be used, shows its cards by their masks, and is not among the active pickup codes", async () => {
    const orderNo = await delivered("card", some(2));
    const order = await detail(orderNo);
    expect(order).toMatchObject({
      display: "ready",
      displayText: "待使用",
      nextStep: "卡券已就绪，用完后请标记已使用",
      received: { allowed: false, reason: "请在每张卡券上标记已使用" },
      cards: [
        { kind: "card", state: "ready", seq: 1, of: 2, mask: "**** **** 7Q0K", orderNo },
        { kind: "card", state: "ready", seq: 2, of: 2 },
      ],
    });
    expect(JSON.stringify(order)).not.toContain("LK29DRINK");
    const { list } = await listedOrders(shop.context, shop.db, memberId, { state: "ready" });
    expect(list.map((each) => each.orderNo)).toEqual([orderNo]);
    const { states, live } = await summaryOfOrders(shop.context, shop.db, memberId);
    expect([states["ready"], live]).toEqual([1, []]);
  });

  test("waits while one of its cards is unused, and is done with the last", async () => {
    const orderNo = await delivered("card", some(2));
    const [first, second] = await cardsOf(orderNo);
    await use(first?.id ?? "");
    expect(await detail(orderNo)).toMatchObject({ display: "ready" });
    await use(second?.id ?? "");
    const { display, timeline, cards } = await detail(orderNo);
    expect([display, timeline.at(-1)?.text]).toEqual(["done", "已使用"]);
    expect(cards?.map(({ state }) => state)).toEqual(["marked_used", "marked_used"]);
  });

  test("that was ended at its delivery waits again after migration 0060", async () => {
    const waiting = await delivered("card", some(1));
    const used = await delivered("card", some(1));
    const [card] = await cardsOf(used);
    await use(card?.id ?? "");
    await shop.db.$client.query("UPDATE orders SET order_state = 'DONE', finished_at = now()");
    const file = new URL("../../../migrations/0060_member_pages.sql", import.meta.url);
    const [reopening = ""] = /UPDATE orders o[^;]*;/.exec(readFileSync(file, "utf8")) ?? [];
    // The migration uses the database's clock, not the clock of this test.
    // Migrations ran before the table had its trigger.
    await shop.asOwner("ALTER TABLE orders DISABLE TRIGGER lifecycle_update");
    await shop.db.$client.query(reopening.replace("now()", "'2026-11-20'::timestamptz"));
    await shop.asOwner("ALTER TABLE orders ENABLE TRIGGER lifecycle_update");
    expect(await detail(waiting)).toMatchObject({ display: "ready" });
    expect(await detail(used)).toMatchObject({ display: "done" });
  });

  test("cannot be marked as received while it has cards", async () => {
    const orderNo = await delivered("card", some(1));
    await expect(
      receiveOwnOrder(shop.context, shop.db, { memberId, key: "whole", orderNo }),
    ).rejects.toMatchObject({ code: "ORDER_STATE" });
    expect(await detail(orderNo)).toMatchObject({ display: "ready" });
  });

  test("ends by itself four hours after its last card expires, and never when a card has no expiry", async () => {
    const orderNo = await delivered("card", some(1));
    const endless = await delivered("endless", [{ code: "LK29DRINK7Q2K" }]);
    shop.context.clock.set(new Date(PROMISED + 4 * HOUR_MS - 1));
    expect(await closeOverdue(shop.context, shop.db)).toBe(0);
    shop.context.clock.set(new Date(PROMISED + 4 * HOUR_MS));
    expect(await closeOverdue(shop.context, shop.db)).toBe(1);
    const { display, timeline } = await detail(orderNo);
    expect([display, timeline.at(-1)?.text]).toEqual(["done", "有效期已过，订单自动完成"]);
    expect(await detail(endless)).toMatchObject({ display: "ready" });
  });
});

describe("all cards of an order marked as used at once, over 64 connections", () => {
  const ROUNDS = 3;
  /** Counts the rounds that left the order uncompleted although each of its cards was used. */
  async function stuckOrders(db = shop.db): Promise<number> {
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const orderNo = await delivered("card", some(CONNECTIONS));
      const ids = (await cardsOf(orderNo)).map(({ id }) => id);
      expect(ids).toHaveLength(CONNECTIONS);
      await Promise.all(ids.map((id) => use(id, db)));
      const { display, timeline } = await detail(orderNo);
      const ends = timeline.filter(({ event }) => event === "received").length;
      if (display !== "done" || ends !== 1) count += 1;
    }
    return count;
  }

  test("complete it once", async () => {
    expect(await stuckOrders()).toBe(0);
  }, 120_000);

  test.runIf(isSlowTier)(
    "leave it uncompleted when the order is not locked before its cards",
    async () => {
      const mutant = openMutantDatabase(
        { url: shop.appUrl, log: shop.context.log, size: CONNECTIONS },
        [
          { from: /SELECT ledger_lock_member\([^)]*\)/, to: "SELECT $1::uuid, $2::timestamptz" },
          { from: /(order_state = 'ACTIVE'\s+)FOR NO KEY UPDATE/, to: "$1" },
        ],
      );
      expect(await stuckOrders(mutant.db)).toBeGreaterThan(0);
      expect(mutant.used()).toBeGreaterThan(0);
      await closeDatabase(mutant.db);
    },
    120_000,
  );
});

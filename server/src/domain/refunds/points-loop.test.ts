/** Buying, earning points, spending them and refunding the order creates no points. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { trialBalance } from "../ledger/actions.ts";
import { pointsOf, pointsRecords } from "../points/actions.ts";
import { orderNosOf, pointsMallOrders } from "../orders/actions.ts";
import { openRefundEnv, type RefundEnv } from "./test-env.fixture.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const RUNS = repeatCount({ suite: 6, slow: 96 });
const DAY_MS = 24 * 60 * 60 * 1000;
const GIVEN = 400;
const MUG_POINTS = 30;
const causes = { orderNos: orderNosOf, pointsMallOrders };

let shop: RefundEnv;
beforeAll(async () => {
  shop = await openRefundEnv();
  await shop.offer({ id: "gift-card", delivery: "card", priceFen: 1_234 });
  await shop.offer({ id: "mug", delivery: "card", points: MUG_POINTS, pointsCashFen: 0 });
}, 60_000);
afterAll(async () => {
  expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  await shop.close();
});

const pointsNow = (memberId: string) => pointsOf(shop.db, memberId, shop.context.clock.now());

type Bought = { readonly orderNo: string; left: number };

/** Buys for cash, partly for points; the order is delivered. */
async function buy(memberId: string, quantity: number, usePoints: boolean): Promise<Bought> {
  const items = [{ skuId: "gift-card", quantity }];
  const { orderNo } = await shop.order(memberId, { items, usePoints });
  await shop.payAll(memberId, orderNo);
  await shop.deliverCards(orderNo, quantity);
  return { orderNo, left: quantity };
}

async function giveBack(memberId: string, order: Bought, wanted: number): Promise<void> {
  const quantity = Math.min(order.left, wanted);
  if (quantity === 0) return;
  const itemId = (await shop.itemsOf(order.orderNo))[0]?.itemId ?? "";
  await shop.apply(memberId, order.orderNo, [{ itemId, quantity }]);
  const [refund] = (await shop.sheet(memberId, order.orderNo)).refunds;
  await shop.ask(refund?.refundNo ?? "");
  await shop.decide(refund?.refundNo ?? "", "success");
  order.left -= quantity;
}

/** Buys as many mugs as the current points allow, at most `wanted`; returns the points spent. */
async function spend(memberId: string, wanted: number): Promise<number> {
  const { available } = await pointsNow(memberId);
  const quantity = Math.min(wanted, Math.floor(available / MUG_POINTS));
  if (quantity === 0) return 0;
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "mug", quantity }] });
  await shop.pay(memberId, orderNo, "none");
  return quantity * MUG_POINTS;
}

const which = fc.nat(3);
const step = fc.oneof(
  {
    arbitrary: fc.record({
      verb: fc.constant("buy"),
      quantity: fc.integer({ min: 1, max: 4 }),
      usePoints: fc.boolean(),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ verb: fc.constant("wait"), days: fc.integer({ min: 1, max: 6 }) }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ verb: fc.constant("spend"), mugs: fc.integer({ min: 1, max: 9 }) }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      verb: fc.constant("give back"),
      which,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    weight: 2,
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let members = 0;
async function netsNothing(steps: readonly Step[]): Promise<void> {
  const memberId = await shop.buyer(++members, { points: GIVEN });
  const orders: Bought[] = [];
  let spent = 0;
  for (const step of steps) {
    switch (step.verb) {
      case "buy":
        orders.push(await buy(memberId, step.quantity, step.usePoints));
        break;
      case "wait":
        shop.context.clock.advance(step.days * DAY_MS);
        break;
      case "spend":
        spent += await spend(memberId, step.mugs);
        break;
      case "give back": {
        const order = orders[step.which];
        if (order) await giveBack(memberId, order, step.quantity);
      }
    }
  }
  for (const order of orders) await giveBack(memberId, order, order.left);
  const { available, pending, debt } = await pointsNow(memberId);
  expect({ net: available + pending + spent - debt, pending }).toEqual({ net: GIVEN, pending: 0 });

  // The statement has no gap either.
  const input = { pageSize: 100 };
  const { list } = await pointsRecords(shop.context, shop.db, causes, { memberId, input });
  const lines = list.filter(({ state }) => state === "booked");
  expect(lines[0]?.after).toBe(available);
  for (const [n, { change, after = 0 }] of lines.entries()) {
    expect(after - change).toBe(lines[n + 1]?.after ?? 0);
  }
}

test(`${RUNS} random histories net to zero`, { timeout: 60_000 + RUNS * 10_000 }, async () => {
  const steps = fc.array(step, { minLength: 6, maxLength: 12, size: "max" });
  await fc.assert(fc.asyncProperty(steps, netsNothing), { numRuns: RUNS });
});

test("points that were earned, spent and clawed back are a debt, which the next order repays", async () => {
  const memberId = await shop.buyer(++members, { points: 1 });
  const first = await buy(memberId, 4, false);
  shop.context.clock.advance(8 * DAY_MS);
  // 49 for 49.36 元, and 50 for the first order.
  expect(await pointsNow(memberId)).toMatchObject({ available: 100, debt: 0 });
  expect(await spend(memberId, 3)).toBe(90);
  await giveBack(memberId, first, 4);
  expect(await pointsNow(memberId)).toMatchObject({ available: 0, debt: 89 });
  const second = await buy(memberId, 4, false);
  shop.context.clock.advance(8 * DAY_MS);
  expect(await pointsNow(memberId)).toMatchObject({ available: 10, debt: 0 });
  await giveBack(memberId, second, 4);
  expect(await pointsNow(memberId)).toMatchObject({ available: 0, debt: 89 });
});

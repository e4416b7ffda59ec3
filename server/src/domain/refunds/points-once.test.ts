/** An order that is delivered with its payment earns its points then. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { pointsOf } from "../points/actions.ts";
import { openRefundEnv, type RefundEnv } from "./test-env.fixture.ts";

let shop: RefundEnv;
beforeAll(async () => {
  shop = await openRefundEnv();
}, 60_000);
afterAll(() => shop.close());

test("a pack of coupons is done at once, and earns its points at once", async () => {
  const template = await shop.template({ rules: { type: "amount", valueFen: 500 } });
  await shop.offer({ id: "pack", delivery: "coupons", priceFen: 1_290, templates: [template] });
  const memberId = await shop.buyer(1);
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "pack", quantity: 1 }] });
  await shop.payAll(memberId, orderNo);
  const points = await pointsOf(shop.db, memberId, shop.context.clock.now());
  // 12 for 12.90 元, and 50 for the first order.
  expect(points).toMatchObject({ available: 0, pending: 62 });
});

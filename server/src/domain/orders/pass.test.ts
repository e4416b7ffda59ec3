/** A pass of an attraction: its code is shown with the order until it is used. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { orderDetail } from "./actions/read.ts";
import { receiveOwnOrder } from "./actions/receive.ts";
import { openShop, type ShopEnv } from "./shop.fixture.ts";

let shop: ShopEnv;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

test("a pass is bought, delivered as a code, and marked as used", async () => {
  await shop.offer({ id: "zoo", delivery: "pass" });
  const memberId = await shop.buyer(1, { principalFen: 10_000 });
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "zoo", quantity: 1 }] });
  await shop.pay(memberId, orderNo, "balance");
  await shop.deliver(orderNo, [{ code: "P-1" }]);
  const { context, db } = shop;
  expect(await orderDetail(context, db, memberId, orderNo)).toMatchObject({
    display: "ready",
    nextStep: "入园码已就绪，请在入口出示",
    codes: [{ code: "P-1" }],
    received: { allowed: true },
  });
  const used = await receiveOwnOrder(context, db, { memberId, key: "used", orderNo });
  expect(used).toMatchObject({ display: "done" });
  const { timeline } = await orderDetail(context, db, memberId, orderNo);
  expect(timeline.map(({ text }) => text).slice(-2)).toEqual(["入园码已生成", "已使用"]);
});

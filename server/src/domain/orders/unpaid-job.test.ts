/** The job that closes unpaid orders: one that fails does not delay the others. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeUnpaid } from "./actions/cancel.ts";
import { orderDetail } from "./actions/read.ts";
import { breakOrder } from "./broken-order.fixture.ts";
import { openShop, type ShopEnv } from "./shop.fixture.ts";

const HOUR_MS = 3_600_000;
let shop: ShopEnv;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "card", delivery: "card", stock: 9 });
}, 60_000);
afterEach(() => shop.close());

test("an unpaid order that cannot be closed is reported, and the later ones are closed", async () => {
  const memberId = await shop.buyer(1);
  const place = async () => {
    shop.context.clock.advance(1_000);
    return (await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] })).orderNo;
  };
  const broken = await place();
  const later = [await place(), await place()];
  const stateOf = async (orderNo: string) =>
    (await orderDetail(shop.context, shop.db, memberId, orderNo)).timeline.at(-1)?.event;
  const mend = await breakOrder(shop.asOwner, broken);
  shop.context.clock.advance(HOUR_MS);
  const run = () => closeUnpaid(shop.context, shop.db, shop.deps);
  await expect(run()).rejects.toThrow("some unpaid orders were not closed");
  expect(await Promise.all([broken, ...later].map(stateOf))).toEqual([
    "ordered",
    "closed",
    "closed",
  ]);
  await mend();
  expect(await run()).toBe(1);
  expect(await stateOf(broken)).toBe("closed");
});

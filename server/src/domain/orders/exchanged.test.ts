/** 已兑 n: counted from delivered orders, independent of the benefit's configured data. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { benefitPage, createShop as openCatalogue } from "../catalog/actions.ts";
import { countExchanged } from "./actions/count-exchanged.ts";
import { openShop, type ShopEnv } from "./shop.fixture.ts";

const DAY_MS = 86_400_000;
let shop: ShopEnv;
let memberId: string;
beforeEach(async () => {
  shop = await openShop(8, { catalogSeenWithinMs: 0 });
  await shop.offer({ id: "card", delivery: "card" });
  await shop.offer({ id: "topup", delivery: "topup" });
  memberId = await shop.buyer(1, { principalFen: 100_000 });
});
afterEach(() => shop.close());

const shown = async () => {
  const catalogue = openCatalogue(shop.context, shop.db, () => undefined);
  const { list } = await benefitPage(catalogue, {}, 1);
  return Object.fromEntries(list.map((card) => [card.benefitId, card.exchangedCount]));
};

async function buy(quantity: number, isDelivered = true): Promise<void> {
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "card", quantity }] });
  await shop.pay(memberId, orderNo, "balance");
  if (isDelivered) await shop.deliver(orderNo, [{ code: "LK29DRINK7Q2K" }]);
}

test("an order counts once when it is delivered, however many pieces it has, and on any day", async () => {
  await buy(2);
  await buy(1);
  await buy(1, false);
  await countExchanged(shop.db);
  expect(await shown()).toEqual({ card: 2, topup: 0 });

  shop.context.clock.advance(3 * DAY_MS);
  await buy(1);
  await countExchanged(shop.db);
  await countExchanged(shop.db);
  expect(await shown()).toEqual({ card: 3, topup: 0 });
});

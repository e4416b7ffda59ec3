/** Refunded units no longer count against purchase limits. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { trialBalance } from "../ledger/actions.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { openRefundEnv, type RefundEnv } from "./test-env.fixture.ts";

let shop: RefundEnv;
beforeAll(async () => {
  shop = await openRefundEnv();
}, 60_000);
afterAll(async () => {
  expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  await shop.close();
});

test("refunded units may be bought again, within the benefit's limit", async () => {
  await shop.offer({ id: "daily", delivery: "card", perDay: 3 });
  const memberId = await shop.buyer(1, { principalFen: 20_000 });
  const buy = async (quantity: number) => {
    const { orderNo } = await shop.order(memberId, { items: [{ skuId: "daily", quantity }] });
    await shop.pay(memberId, orderNo, "balance");
    await shop.deliverCards(orderNo, quantity);
    return orderNo;
  };
  const orderNo = await buy(3);
  expect(await codeOf(buy(1))).toBe("LIMIT_REACHED");
  const itemId = (await shop.itemsOf(orderNo))[0]?.itemId ?? "";
  await shop.apply(memberId, orderNo, [{ itemId, quantity: 1 }]);
  await buy(1);
  expect(await codeOf(buy(1))).toBe("LIMIT_REACHED");
  await shop.apply(memberId, orderNo, [{ itemId, quantity: 2 }]);
  await buy(2);
});

/**
 * Paying again while the payment arrives: the answer is that the order is paid, with any answer of
 * the channel.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { Outage } from "../../platform/refusal.ts";
import type { PrepareResult } from "../payments/port.ts";
import { payOrder } from "./actions.ts";
import { paymentOf } from "./actions/payment.ts";
import { openShop, type ShopEnv } from "./shop.fixture.ts";

let shop: ShopEnv;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "card", delivery: "card", stock: 8 });
}, 60_000);
afterEach(() => shop.close());

/**
 * Starts a payment by link. `again` requests the link again: the channel returns `answer` after
 * `during`.
 */
async function paidByLink(answer: PrepareResult, during: (outTradeNo: string) => Promise<void>) {
  const { context, db, deps, scripted } = shop;
  const memberId = await shop.buyer(1);
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "card", quantity: 3 }] });
  const paying = {
    memberId,
    key: shop.nextKey(),
    address: "10.0.0.1",
    input: { orderNo, channel: "wechat", via: "h5" },
  } as const;
  await payOrder(context, db, deps, paying);
  const channel = {
    ...scripted.channel,
    prepare: async ({ outTradeNo }: { readonly outTradeNo: string }) => {
      await during(outTradeNo);
      return answer;
    },
  };
  return {
    again: () =>
      payOrder(context, db, { ...deps, payments: { ...deps.payments, channel } }, paying),
    /** Queries the channel, with the same effect as a notification. */
    report: () => paymentOf(context, db, shop.payments, { memberId, orderNo }),
  };
}

test.each<PrepareResult>([
  { state: "unknown", reason: "no answer in time" },
  { state: "over" },
  { state: "prepared", h5Url: "https://pay.example/again" },
])("a payment reported before the channel answers $state is answered as paid", async (answer) => {
  const order: { report?: () => Promise<unknown> } = {};
  const { again, report } = await paidByLink(answer, async (outTradeNo) => {
    shop.scripted.pay(outTradeNo);
    await order.report?.();
  });
  order.report = report;
  expect(await again()).toMatchObject({ state: "paid", display: "issuing", dueFen: 0 });
});

test("a lost answer without a payment is an outage, and the order can be paid later", async () => {
  const lost = { state: "unknown", reason: "no answer in time" } as const;
  const { again, report } = await paidByLink(lost, () => Promise.resolve());
  await expect(again()).rejects.toBeInstanceOf(Outage);
  expect(await report()).toMatchObject({ state: "waiting", dueFen: 3_000 });
});

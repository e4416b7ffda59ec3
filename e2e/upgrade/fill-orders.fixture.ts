/**
 * Orders of the shop in every state: unpaid, paid, delivered, unknown, failed, cancelled, closed,
 * paid late.
 */
import { sendPriceLists } from "@yunjing/server/demo/prices";
import { offer } from "@yunjing/server/domain/orders/shop.fixture";
import { asOwner } from "../http/backdate.fixture.ts";
import {
  control,
  DAY_MS,
  MINUTE_MS,
  must,
  type Past,
  payAtChannel,
  rows,
  untilDelivered,
} from "./past.fixture.ts";

const RICH = { principalFen: 100_000 };

/** More goods: top-ups of the sandbox supplier, and goods whose refund an operator decides. */
export async function offerMore({ testEnv }: Past): Promise<void> {
  const { db } = testEnv;
  await offer(db, { id: "phone", delivery: "topup", priceFen: 2_000 });
  await offer(db, { id: "stocked", delivery: "card", priceFen: 1_200, stock: 64 });
  await offer(db, { id: "reviewed", delivery: "card", priceFen: 60_000, validDays: 30 });
  await asOwner(testEnv, "UPDATE sku_route SET supplier_id = 'topup' WHERE sku_id = 'phone'");
  await sendPriceLists(db, testEnv.outside);
}

/** An order paid from the balance; the last four digits of its phone select the sandbox's fault. */
export async function topUpPhone(past: Past, tail: string): Promise<string> {
  const { shop } = past;
  const buyer = await shop.buyer(RICH);
  const items = [{ skuId: "phone", quantity: 1, input: { account: `1390000${tail}` } }];
  const orderNo = await shop.order(buyer, { items });
  await must(shop.pay(buyer, orderNo, "balance"));
  return orderNo;
}

/** An order on its way to be paid by WeChat. */
export async function payingOrder(past: Past, skuId = "card", quantity = 1) {
  const { shop, exchange } = past;
  const buyer = await shop.buyer();
  const orderNo = await shop.order(buyer, { items: [{ skuId, quantity }] });
  const input = { orderNo, channel: "wechat" as const };
  const { outTradeNo = "" } = await must(exchange.call("buying", "pay", input, buyer));
  return { buyer, orderNo, outTradeNo };
}

/** An order paid by WeChat, and known to be. */
export async function paidOrder(past: Past, skuId = "card", quantity = 1) {
  const paying = await payingOrder(past, skuId, quantity);
  const { buyer, orderNo, outTradeNo } = paying;
  await payAtChannel(past.testEnv, outTradeNo);
  await must(past.exchange.call("buying", "payment", { orderNo }, buyer));
  return paying;
}

/** An order with two payments, by both ways; answers both. */
async function paidTwice(past: Past) {
  const first = await payingOrder(past);
  const { orderNo, buyer } = first;
  const input = { orderNo, channel: "wechat" as const, via: "h5" as const };
  const { outTradeNo = "" } = await must(past.exchange.call("buying", "pay", input, buyer));
  return [first, { ...first, outTradeNo }];
}

/** Orders whose time runs out, or whose money comes late. */
export async function fillClosedOrders(past: Past): Promise<void> {
  const { shop, testEnv } = past;
  const forgotten = await shop.buyer({ points: 500, ...RICH });
  await shop.coupon(forgotten);
  await shop.order(forgotten, shop.one("card", { usePoints: true, useBalance: true }));
  await shop.order(await shop.buyer(), shop.one("stocked"));
  const late = await payingOrder(past);
  const lateBack = await payingOrder(past, "scarce");
  const never = await payingOrder(past);
  testEnv.clock.advance(20 * MINUTE_MS);
  await testEnv.runJob("unpaid-closer");
  const rival = await shop.buyer(RICH);
  await must(shop.pay(rival, await shop.order(rival, shop.one("scarce")), "balance"));
  await control(testEnv, "PUT", "wechatpay/faults", { abnormalRefund: 1 });
  for (const { outTradeNo } of [late, lateBack, ...(await paidTwice(past))])
    await payAtChannel(testEnv, outTradeNo, { evenClosed: true, notify: true });
  await testEnv.dispatchAll();
  await new Promise((decided) => setTimeout(decided, 100));
  await testEnv.runJob("refund-poller");
  await control(testEnv, "PUT", "wechatpay/faults", {});
  past.facts["closedOrder"] = never.orderNo;
}

/** Orders that are paid and delivered, or fail, or whose supplier has not decided. */
export async function fillPaidOrders(past: Past): Promise<void> {
  const { shop, testEnv } = past;
  const cancelled = await shop.buyer({ points: 500 });
  await shop.coupon(cancelled);
  const orderNo = await shop.order(cancelled, shop.one("card", { usePoints: true }));
  await must(shop.cancel(cancelled, orderNo));
  for (const tail of ["1111", "0002", "0003", "0004", "0006"]) await topUpPhone(past, tail);
  const { orderNo: half } = await paidOrder(past, "card", 3);
  past.facts["threeCards"] = half;
  const coupon = await shop.buyer(RICH);
  await shop.coupon(coupon);
  const usedNo = await shop.order(coupon, shop.one("card"));
  await must(shop.pay(coupon, usedNo, "balance"));
  await paidOrder(past);
  await testEnv.dispatchAll();
  testEnv.clock.advance(DAY_MS / 24);
  await testEnv.dispatchAll();
  await readCards(past);
}

/** One delivered card is read, another is marked as used. */
async function readCards(past: Past): Promise<void> {
  const { exchange, testEnv } = past;
  for (const name of ["reveal", "used"] as const) {
    const { buyer, orderNo } = await paidOrder(past);
    await testEnv.dispatchAll();
    await untilDelivered(past, orderNo);
    const [card] = await rows<{ id: string }>(testEnv, "SELECT id FROM card WHERE member_id = $1", [
      buyer.memberId,
    ]);
    await must(exchange.call("coupons", name, { id: card?.id ?? "" }, buyer));
  }
}

/** Orders that their suppliers left undecided for so long that an operator must act. */
export async function fillManualOrders(past: Past): Promise<void> {
  const { testEnv, facts } = past;
  facts["manualOrder"] = await topUpPhone(past, "0004");
  await testEnv.dispatchAll();
  for (const minutes of [2, 5, 5]) {
    testEnv.clock.advance(minutes * MINUTE_MS);
    await testEnv.runJob("supplier-poller");
  }
}

/** Orders whose suppliers have accepted, do not answer, or were being called when the worker ended. */
export async function fillSupplierOrders(past: Past): Promise<void> {
  const { testEnv, facts } = past;
  facts["acceptedOrder"] = await topUpPhone(past, "0004");
  await testEnv.dispatchAll();
  // It delivers, and neither its answer nor its callback reaches us.
  await control(testEnv, "PUT", "suppliers/topup/faults", { lateCallbackMs: DAY_MS });
  facts["unknownOrder"] = await topUpPhone(past, "0002");
  await testEnv.dispatchAll();
  await control(testEnv, "PUT", "suppliers/topup/faults", {});
}

/** Orders that wait for their payment when the database is saved. */
export async function fillWaitingOrders(past: Past): Promise<void> {
  const { shop, facts } = past;
  const holding = await shop.buyer({ points: 100, principalFen: 300 });
  await shop.coupon(holding);
  const request = shop.one("card", { usePoints: true, useBalance: true });
  facts["waitingOrder"] = { ...holding, orderNo: await shop.order(holding, request) };
  await shop.order(await shop.buyer(), shop.one("stocked"));
  const leaving = await shop.buyer({ points: 1_000 });
  await shop.coupon(leaving);
  const left = await shop.order(leaving, shop.one("card", { usePoints: true }));
  facts["leavingOrder"] = { ...leaving, orderNo: left };
  const { buyer, ...paying } = await payingOrder(past);
  facts["payingOrder"] = { ...buyer, ...paying };
  const paidUnseen = await payingOrder(past);
  await payAtChannel(past.testEnv, paidUnseen.outTradeNo);
  facts["unseenOrder"] = {
    ...paidUnseen.buyer,
    orderNo: paidUnseen.orderNo,
    outTradeNo: paidUnseen.outTradeNo,
  };
  const rich = await shop.buyer(RICH);
  const cardOrder = await shop.order(rich, shop.one("card"));
  await must(shop.pay(rich, cardOrder, "balance"));
  facts["cardOrder"] = { ...rich, orderNo: cardOrder };
}

/** Refunds in every state, from the member's request to the channel's word. */
import { asOperator, must, type Past, control, rows, untilDelivered } from "./past.fixture.ts";
import { paidOrder } from "./fill-orders.fixture.ts";

const reason = "核实无误";

/** A paid order whose refund an operator decides. */
export async function requestedRefund(
  past: Past,
): Promise<{ orderNo: string; refundNo: string; token: string }> {
  const { buyer, orderNo } = await paidOrder(past, "reviewed");
  await past.testEnv.dispatchAll();
  await untilDelivered(past, orderNo);
  await must(past.exchange.call("refunds", "apply", { orderNo, reason: "不想要了" }, buyer));
  const [found] = await rows<{ no: string }>(
    past.testEnv,
    "SELECT r.refund_no AS no FROM refund r JOIN orders o ON o.id = r.order_id WHERE o.order_no = $1",
    [orderNo],
  );
  return { orderNo, refundNo: found?.no ?? "", token: buyer.token };
}

type Decision = "approve" | "reject";
type Who = "maker" | "checker";
async function decide(past: Past, name: Decision, refundNo: string, who: Who = "maker") {
  const by = await asOperator(past, who);
  return past.exchange.call("operatorRefunds", name, { refundNo, reason }, by);
}

export type Refund = Awaited<ReturnType<typeof requestedRefund>>;

/** Both operators approve a refund; the request to the channel is pending. */
export async function approveRefund(past: Past, refund: Refund): Promise<Refund> {
  await must(decide(past, "approve", refund.refundNo));
  await decide(past, "approve", refund.refundNo, "checker");
  return refund;
}

/** One of three cards goes back, and a whole order that used a coupon. */
async function refundBought(past: Past): Promise<void> {
  const { exchange, shop, testEnv } = past;
  const three = await paidOrder(past, "card", 3);
  await testEnv.dispatchAll();
  await untilDelivered(past, three.orderNo);
  const input = { orderNo: three.orderNo };
  type Sheet = { items: { itemId: string }[] };
  const sheet = exchange.call<"refunds", "sheet", Sheet>("refunds", "sheet", input, three.buyer);
  const itemId = (await must(sheet)).items[0]?.itemId ?? "";
  const items = [{ itemId, quantity: 1 }];
  const reason = "不想要了";
  await must(exchange.call("refunds", "apply", { ...input, items, reason }, three.buyer));
  const buyer = await shop.buyer({ principalFen: 5_000 });
  await shop.coupon(buyer);
  const orderNo = await shop.order(buyer, shop.one("card"));
  await must(shop.pay(buyer, orderNo, "balance"));
  await testEnv.dispatchAll();
  await untilDelivered(past, orderNo);
  await must(exchange.call("refunds", "apply", { orderNo, reason }, buyer));
  await testEnv.dispatchAll();
}

export async function fillRefunds(past: Past): Promise<void> {
  const { exchange, testEnv } = past;
  const rejected = await requestedRefund(past);
  await must(decide(past, "reject", rejected.refundNo));
  const { orderNo, token } = await requestedRefund(past);
  await must(exchange.call("refunds", "withdraw", { orderNo }, { token }));
  await approveRefund(past, await requestedRefund(past));
  await testEnv.dispatchAll();
  await testEnv.runJob("refund-poller");
  await control(testEnv, "PUT", "wechatpay/faults", { abnormalRefund: 1 });
  await approveRefund(past, await requestedRefund(past));
  await testEnv.dispatchAll();
  // The channel decides a moment after it took the refund.
  await new Promise((decided) => setTimeout(decided, 100));
  testEnv.clock.advance(30_000);
  await testEnv.runJob("refund-poller");
  await control(testEnv, "PUT", "wechatpay/faults", {});
  await refundBought(past);
}

/** Refunds that are under way when the database is saved. */
export async function fillOpenRefunds(past: Past): Promise<void> {
  const waiting = await requestedRefund(past);
  past.facts["waitingRefund"] = waiting;
  const half = await requestedRefund(past);
  await must(decide(past, "approve", half.refundNo));
  past.facts["halfApprovedRefund"] = half;
  past.facts["queuedRefund"] = await approveRefund(past, await requestedRefund(past));
}

/** Members of the demo's past buy, pay and receive, by the actions behind the pages. */
import { sql } from "drizzle-orm";
import { codeRedeemer } from "../../domain/exchange/actions.ts";
import { receiveCallback } from "../../domain/fulfilment/actions.ts";
import {
  cancelOrder,
  closeUnpaid,
  payByBalance,
  payOrder,
  placeOrder,
  quoteBasket,
} from "../../domain/orders/actions.ts";
import { receiveNotice } from "../../domain/payments/actions.ts";
import { applyForRefund } from "../../domain/refunds/actions.ts";
import { beginTopUp } from "../../domain/wallet/actions.ts";
import { ownValue } from "@yunjing/contract/own-value";
import { invariant } from "../../platform/refusal.ts";
import { demoPackages } from "../data/packages.ts";
import { transactionOf } from "./partners.ts";
import { deliverAll, type PastEnvironment } from "./environment.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const ADDRESS = "10.20.0.1";
const nobodyWaits = async () => undefined;

export type Purchase = {
  readonly memberId: string;
  readonly skuId: string;
  /** What the form of a top-up asks for; empty for others. */
  readonly input: Readonly<Record<string, string>>;
  readonly couponIds?: readonly string[];
};
type Placed = { readonly memberId: string; readonly orderNo: string; readonly payableFen: number };

/** Places an order now, and leaves it unpaid. Refuses as the basket does. */
export async function placeUnpaid(
  { time: { context, pass }, db }: PastEnvironment,
  { memberId, skuId, input, couponIds = [] }: Purchase,
): Promise<Placed> {
  const cart = { items: [{ skuId, quantity: 1, input }], couponIds: [...couponIds] };
  const { quoteToken, payableFen } = await quoteBasket(context, db, memberId, cart);
  pass(8 * SECOND_MS);
  const key = context.ids.next();
  const { orderNo } = await placeOrder(context, db, { memberId, key, quoteToken });
  pass(6 * SECOND_MS);
  return { memberId, orderNo, payableFen };
}

/** The payer pays, and the channel notifies within seconds. */
async function payAtChannel(
  { time: { context, pass }, db, product: { payments }, partners }: PastEnvironment,
  { outTradeNo, amountFen }: { readonly outTradeNo: string; readonly amountFen: number },
): Promise<void> {
  pass(12 * SECOND_MS);
  partners.paid(outTradeNo, amountFen);
  const transactionId = transactionOf(outTradeNo);
  const update = {
    ...partners.payChannel.account,
    outTradeNo,
    state: "paid",
    transactionId,
    amountFen,
    currency: "CNY",
    paidAt: context.clock.now(),
  } as const;
  pass(SECOND_MS);
  const notice = { id: `EV-${transactionId}`, envelope: {}, kind: "payment", update } as const;
  await receiveNotice(context, db, payments, notice);
}

async function payByWechat(
  env: PastEnvironment,
  { memberId, orderNo, payableFen }: Placed,
): Promise<void> {
  const { time, db, product } = env;
  const { context } = time;
  const deps = { payments: product.payments, wake: nobodyWaits, codes: codeRedeemer(context) };
  const input = { orderNo, channel: "wechat" } as const;
  const paying = { memberId, key: context.ids.next(), address: ADDRESS, input };
  const { outTradeNo } = await payOrder(context, db, deps, paying);
  invariant(outTradeNo, "the channel of the past accepts every payment");
  await payAtChannel(env, { outTradeNo, amountFen: payableFen });
}

/** Delivers what the suppliers have accepted for a member, by their callbacks. */
export async function deliverAccepted(env: PastEnvironment, memberId: string): Promise<void> {
  const { time, db, partners, product } = env;
  const { rows } = await db.execute<{ outNo: string; supplierId: string }>(sql`
    SELECT out_no AS "outNo", supplier_id AS "supplierId" FROM supplier_order
    WHERE member_id = ${memberId} AND state = 'ACCEPTED' ORDER BY created_at`);
  for (const { outNo, supplierId } of rows) {
    const supplier = ownValue(partners.suppliers, supplierId);
    invariant(supplier, "only suppliers of the past have accepted orders of the past");
    time.pass(partners.deliveryMs(supplierId, time.context.clock.now()));
    const answer = supplier.deliver(outNo);
    const event = {
      eventId: `${supplierId}-${outNo}`,
      outNo,
      at: time.context.clock.now(),
      answer,
    };
    await receiveCallback(time.context, db, product.fulfilment, { supplierId, event });
  }
  if (rows.length > 0) await deliverAll(env, memberId);
}

/** Pays an order, and sends it to its supplier. */
export async function pay(
  env: PastEnvironment,
  placed: Placed,
  { fromBalance }: { readonly fromBalance: boolean },
): Promise<void> {
  const { memberId, orderNo } = placed;
  const { time, db } = env;
  if (fromBalance) {
    const paying = { memberId, key: time.context.ids.next(), orderNo };
    await payByBalance(time.context, db, { wake: nobodyWaits }, paying);
  } else await payByWechat(env, placed);
  await deliverAll(env, memberId);
}

/** Pays an order, and waits for its delivery or its refund. */
export async function payAndReceive(
  env: PastEnvironment,
  placed: Placed,
  by: { readonly fromBalance: boolean },
): Promise<void> {
  await pay(env, placed, by);
  await deliverAccepted(env, placed.memberId);
}

/** The member cancels before paying. */
export async function cancel(env: PastEnvironment, { memberId, orderNo }: Placed): Promise<void> {
  const { time, db, product } = env;
  time.pass(3 * MINUTE_MS);
  const deps = { payments: product.payments, codes: codeRedeemer(time.context) };
  const key = time.context.ids.next();
  await cancelOrder(time.context, db, deps, { memberId, key, orderNo });
  await deliverAll(env, memberId);
}

/** Time to pay runs out, and the product closes the order. */
export async function expire(env: PastEnvironment, { memberId }: Placed): Promise<void> {
  const { time, db, product } = env;
  time.pass(time.context.settings.unpaidOrderMs + 2 * MINUTE_MS);
  const deps = { payments: product.payments, codes: codeRedeemer(time.context) };
  await closeUnpaid(time.context, db, deps);
  await deliverAll(env, memberId);
}

/** Applies for a refund of a paid order; refuses when its terms exclude one. */
export async function applyForReturn(
  env: PastEnvironment,
  { memberId, orderNo }: Placed,
  reason: string,
): Promise<void> {
  const { time, db } = env;
  time.pass(20 * MINUTE_MS);
  const key = time.context.ids.next();
  await applyForRefund(time.context, db, { memberId, key, orderNo, reason });
  await deliverAll(env, memberId);
}

/** Tops up the wallet by a package, paid by WeChat. */
export async function topUp(
  env: PastEnvironment,
  memberId: string,
  packageId: string,
): Promise<void> {
  const { time, db, product } = env;
  const amountFen = demoPackages.find(([id]) => id === packageId)?.[1];
  invariant(amountFen, `no such package: ${packageId}`);
  const { payment } = await beginTopUp(time.context, db, product, {
    memberId,
    key: time.context.ids.next(),
    address: ADDRESS,
    input: { packageId },
  });
  invariant(payment.outTradeNo, "the channel of the past accepts every payment");
  await payAtChannel(env, { outTradeNo: payment.outTradeNo, amountFen });
  await deliverAll(env, memberId);
}

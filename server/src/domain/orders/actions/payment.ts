/** Returns the payment state of an order, from our rows and the channel's answer. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import { type PaymentDeps, refreshAttempt } from "../../payments/actions.ts";
import { displayOf } from "../display.ts";
import { asOf, type Order } from "../model.ts";
import { findOrder, type OrderKey } from "../store/read.ts";
import { keyOfOrder } from "./read.ts";

type State = Output<"buying", "payment">["state"];

async function current(context: Context, db: Db, key: OrderKey): Promise<Order> {
  const order = await findOrder(db, key);
  invariant(order, "a found order exists");
  return asOf(order, context.clock.now());
}

const isPaid = ({ payState }: Order): boolean => payState !== "UNPAID" && payState !== "PAYING";

/** Queries the channel when the order waits for it; refuses NOT_FOUND. */
export async function paymentOf(
  context: Context,
  db: Db,
  payments: PaymentDeps,
  { memberId, orderNo }: { memberId: string; orderNo: string },
): Promise<Output<"buying", "payment">> {
  const key = await keyOfOrder(db, memberId, orderNo);
  let order = await current(context, db, key);
  let state: State = "waiting";
  if (order.payState === "PAYING") {
    const business = { ownerId: key.ownerId, bizType: "order", bizId: key.orderId } as const;
    const status = await refreshAttempt(context, db, payments, business);
    if (status === "unknown") state = "unknown";
    order = await current(context, db, key);
  }
  if (isPaid(order)) state = "paid";
  else if (order.orderState !== "WAIT_PAY" && state !== "unknown") state = "over";
  const isOpen = order.orderState === "WAIT_PAY";
  return {
    orderNo,
    state,
    display: displayOf(order),
    dueFen: isPaid(order) ? 0 : order.cashFen,
    ...(isOpen && order.expiresAt !== null ? { expiresAt: order.expiresAt } : {}),
  };
}

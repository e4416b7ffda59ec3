/** Ends unpaid orders: cancelled by the member, or expired. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { onceForMember } from "../../members/actions.ts";
import { closeAttempts, type PaymentDeps } from "../../payments/actions.ts";
import { EXPIRED } from "../model.ts";
import type { CodeRedeemer } from "../port.ts";
import { callClose } from "../store/place.ts";
import { findOrder, type OrderKey, waitingCodeOf } from "../store/read.ts";
import { listExpiredUnpaid } from "../store/unpaid.ts";
import { keyOfOrder, orderDetail } from "./read.ts";
import type { OrderRequest } from "./receive.ts";

const AT_ONCE = 100;

export type CancelDeps = { readonly payments: PaymentDeps; readonly codes: CodeRedeemer };

/**
 * Ends the order and releases the code it holds. For an expired order the hold has lapsed already.
 */
async function close(
  context: Context,
  { codes }: CancelDeps,
  tx: Tx,
  key: OrderKey,
  end: Parameters<typeof callClose>[2],
): Promise<"closed" | "kept"> {
  const outcome = await callClose(tx, key, end);
  if (outcome === "kept") return outcome;
  const waiting = await waitingCodeOf(tx, key);
  if (waiting) await codes.release(tx, waiting);
  await pushToMember(context, tx, key.ownerId, { type: "order", orderId: key.orderId });
  return outcome;
}

/**
 * Closes the channel's attempts, so that no money can arrive any more; `unknown` when the channel
 * gives no answer.
 */
const closePayments = (context: Context, db: Db, payments: PaymentDeps, key: OrderKey) =>
  closeAttempts(context, db, payments, {
    ownerId: key.ownerId,
    bizType: "order",
    bizId: key.orderId,
  });

/**
 * Cancels an unpaid order for its member. Refuses NOT_FOUND, ORDER_STATE, PAY_PENDING, KEY_REUSED.
 */
export async function cancelOrder(
  context: Context,
  db: Db,
  deps: CancelDeps,
  { memberId, key, orderNo }: OrderRequest,
): Promise<Output<"buying", "cancel">> {
  const at = await keyOfOrder(db, memberId, orderNo);
  const order = await findOrder(db, at);
  invariant(order, "a found order exists");
  if (order.payState === "PAYING" && order.orderState === "WAIT_PAY") {
    const paymentStatus = await closePayments(context, db, deps.payments, at);
    if (paymentStatus === "unknown") throw new Refusal("PAY_PENDING");
  }
  const intent = { memberId, route: "buying.cancel", key, body: { orderNo } };
  await onceForMember(context, db, intent, async (tx) => {
    const outcome = await close(context, deps, tx, at, {
      to: "CANCELLED",
      reason: "member",
      actor: { kind: "member", id: memberId },
      eventId: context.ids.next(),
      now: context.clock.sql(),
    });
    if (outcome === "kept") throw new Refusal("ORDER_STATE");
    return {};
  });
  return orderDetail(context, db, memberId, orderNo);
}

/**
 * Closes a batch of expired orders, after the slack in which money under way may still arrive;
 * returns how many. This is cleanup only: an expired order already counts as closed, and its holds
 * have lapsed.
 */
export async function closeUnpaid(context: Context, db: Db, deps: CancelDeps): Promise<number> {
  const { holdSlackMs } = context.settings;
  const now = context.clock.sql();
  const due = await listExpiredUnpaid(db, { afterMs: holdSlackMs, limit: AT_ONCE, now });
  let closed = 0;
  const failures = await runEach(due, async ({ isPaying, ...key }) => {
    // If the channel does not know yet, the next run queries it again.
    if (isPaying && (await closePayments(context, db, deps.payments, key)) === "unknown") return;
    const outcome = await transaction(db, (tx) =>
      close(context, deps, tx, key, {
        to: "CLOSED",
        reason: EXPIRED,
        actor: { kind: "system" },
        eventId: context.ids.next(),
        now: context.clock.sql(),
      }),
    );
    if (outcome === "closed") closed++;
  });
  throwFailures(failures, "some unpaid orders were not closed");
  return closed;
}

/**
 * Cancels an unpaid order for an operator. Refuses STATE_CHANGED when it is not unpaid, PAY_PENDING
 * while the channel does not know whether it was paid.
 */
export async function cancelUnpaidByOperator(
  context: Context,
  db: Db,
  deps: CancelDeps,
  {
    operatorId,
    reason,
    ...key
  }: OrderKey & { readonly operatorId: string; readonly reason: string },
): Promise<void> {
  const order = await findOrder(db, key);
  invariant(order, "an order is found by its number");
  if (order.orderState !== "WAIT_PAY") throw new Refusal("STATE_CHANGED");
  if (order.payState === "PAYING") {
    const paymentStatus = await closePayments(context, db, deps.payments, key);
    if (paymentStatus === "unknown") throw new Refusal("PAY_PENDING");
  }
  const outcome = await transaction(db, (tx) =>
    close(context, deps, tx, key, {
      to: "CANCELLED",
      reason,
      actor: { kind: "operator", id: operatorId },
      eventId: context.ids.next(),
      now: context.clock.sql(),
    }),
  );
  if (outcome === "kept") throw new Refusal("STATE_CHANGED");
}

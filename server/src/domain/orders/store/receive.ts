/** Calls `orders_receive`: the channel's payment of an order in one statement. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { retried } from "../../../platform/database/transaction.ts";
import { callAndNotify } from "../../../platform/push/event-log.ts";
import { ordersReceive } from "../../../sql/orders.ts";
import type { OrderPayment } from "../port.ts";

type Answer = ResultOf<typeof ordersReceive>;

export const callReceive = (
  db: Db,
  { ownerId: member, orderId: order, attemptId: attempt, receipt, now }: OrderPayment,
): Promise<Answer> =>
  retried(() => callAndNotify(db, ordersReceive, { member, order, attempt, receipt, now }));

/** The same as one step of a transaction that grants the reward of an order that completes. */
export const callReceiveWithin = (
  tx: Tx,
  { ownerId: member, orderId: order, attemptId: attempt, receipt, now }: OrderPayment,
): Promise<Answer> => {
  const rewarded = { ...receipt, isRewarded: true };
  return callAndNotify(tx, ordersReceive, { member, order, attempt, receipt: rewarded, now });
};

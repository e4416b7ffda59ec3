/** Calls `orders_receive`: the channel's payment of an order in one statement. */
import { sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import { retried } from "../../../platform/database/transaction.ts";
import { EVENTS_CHANNEL } from "../../../platform/push/event-log.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { Received } from "../../payments/port.ts";
import type { OrderPayment } from "../port.ts";

type Answer = Received | { readonly change: "waits_for_code" } | { readonly change: "completes" };

const receive = {
  name: "orders_receive",
  // Notifies the member's open pages with the commit; called beside the function, not inside it
  // (growth.md, rule 9).
  text: `SELECT answer, pg_notify('${EVENTS_CHANNEL}', $1::text) FROM orders_receive($1::uuid,$2,$3,$4,$5) AS answer`,
};

export async function callReceive(
  db: Db,
  { ownerId, orderId, attemptId, receipt, now }: OrderPayment,
): Promise<Answer> {
  const values = [ownerId, orderId, attemptId, JSON.stringify(receipt), now];
  const [row] = await retried(() => runPrepared<{ answer: Answer }>(db, receive, values));
  invariant(row, "orders_receive returns one row");
  return row.answer;
}

/** The same as one step of a transaction that grants the reward of an order that completes. */
export async function callReceiveWithin(
  tx: Tx,
  { ownerId, orderId, attemptId, receipt, now }: OrderPayment,
): Promise<Received> {
  const rewarded = JSON.stringify({ ...receipt, isRewarded: true });
  const { rows } = await tx.execute<{ answer: Received }>(sql`
    SELECT answer, pg_notify(${EVENTS_CHANNEL}, ${ownerId}::text)
    FROM orders_receive(${ownerId}::uuid, ${orderId}, ${attemptId}, ${rewarded}::jsonb, ${now}::timestamptz) AS answer`);
  const [row] = rows;
  invariant(row, "orders_receive returns one row");
  return row.answer;
}

/** SQL statements on the code of an order that waits for its difference. */
import { sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import { retried } from "../../../platform/database/transaction.ts";
import { EVENTS_CHANNEL } from "../../../platform/push/event-log.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { OrderPayment, WaitingCode } from "../../orders/port.ts";
import type { Received } from "../../payments/port.ts";
import { type SessionOrder, sessionOrderArguments, releaseUse, type Redeemed } from "../store.ts";

const placeQuery = {
  name: "exchange_place",
  text: "SELECT * FROM exchange_place($1,$2,$3,$4,$5)",
};

/** See `functions/place.sql`. Refuses UNPAID_MANY. */
export async function callPlace(
  db: Db,
  wanted: SessionOrder & { supplyContact: Buffer | undefined },
): Promise<Redeemed | undefined> {
  const supplyContact = wanted.supplyContact?.toString("base64");
  const rows = await runPrepared<Redeemed>(db, placeQuery, [
    ...sessionOrderArguments({ ...wanted, order: { ...wanted.order, supplyContact } }),
    wanted.now,
  ]).catch((error: unknown) => {
    throw raisedRefusal(error) ?? error;
  });
  return rows[0];
}

type Ids = { readonly txnId: string; readonly eventId: string; readonly now: Now };

/** See `exchange_take`. */
export async function callRedeemWaiting(
  tx: Tx,
  { ownerId, orderId, codeMac, redemptionN, title }: WaitingCode,
  { txnId, eventId, now }: Ids,
): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(sql`
    SELECT exchange_take(${ownerId}, ${orderId}, ${codeMac}, ${redemptionN}::integer, ${txnId}, ${eventId}, ${title},
                         ${now}::timestamptz) AS taken`);
  invariant(rows[0], "exchange_take returns one row");
  return rows[0].taken;
}

const receive = {
  name: "exchange_receive",
  // As orders_receive: called beside the function, with its commit.
  text: `SELECT answer, pg_notify('${EVENTS_CHANNEL}', $1::text) FROM exchange_receive($1::uuid,$2,$3,$4,$5) AS answer`,
};

/** See `functions/receive.sql`. */
export async function callReceive(
  db: Db,
  { ownerId, orderId, attemptId, receipt, now }: OrderPayment,
  ids: { readonly codeTxnId: string; readonly codeEventId: string },
): Promise<Received> {
  const values = [ownerId, orderId, attemptId, JSON.stringify({ ...receipt, ...ids }), now];
  const [row] = await retried(() => runPrepared<{ answer: Received }>(db, receive, values));
  invariant(row, "exchange_receive returns one row");
  return row.answer;
}

/**
 * Releases the code, or the use, of an order that waited with it. Returns the code's id, or
 * `undefined` when it no longer waits.
 */
export async function releaseWaitingCode(
  tx: Tx,
  { codeMac, orderId }: Pick<WaitingCode, "codeMac" | "orderId">,
): Promise<string | undefined> {
  const freed = await tx.execute<{ codeId: string }>(sql`
    UPDATE code SET state = 'ACTIVE', session_id = NULL, lock_until = NULL
    WHERE code_mac = ${codeMac} AND state = 'LOCKED' AND session_id = ${orderId} RETURNING code_id AS "codeId"`);
  return freed.rows[0]?.codeId ?? releaseUse(tx, { codeMac, holder: orderId, now: undefined });
}

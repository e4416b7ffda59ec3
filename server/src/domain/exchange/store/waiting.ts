/** SQL statements on the code of an order that waits for its difference. */
import { sql } from "drizzle-orm";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { ArgumentsOf } from "../../../platform/database/sql-function.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { retried } from "../../../platform/database/transaction.ts";
import { callAndNotify } from "../../../platform/push/event-log.ts";
import { exchangePlace, exchangeReceive, exchangeTake } from "../../../sql/exchange.ts";
import type { OrderPayment, WaitingCode } from "../../orders/port.ts";
import type { Received } from "../../payments/port.ts";
import {
  type AddedToOrder,
  type Redeemed,
  redeemedOf,
  releaseUse,
  type SessionOrder,
  sessionOrderArguments,
} from "../store.ts";

type PlaceArguments = ArgumentsOf<typeof exchangePlace>;

/** See `functions/place.sql`. Refuses UNPAID_MANY. */
export async function callPlace(
  db: Db,
  wanted: SessionOrder<Omit<PlaceArguments["order"], AddedToOrder | "supplyContact">> & {
    readonly supplyContact: Buffer | undefined;
  },
): Promise<Redeemed> {
  const supplyContact = wanted.supplyContact?.toString("base64") ?? null;
  const order = { ...wanted.order, supplyContact };
  return redeemedOf(
    await exchangePlace(db, sessionOrderArguments({ ...wanted, order })).catch((error: unknown) => {
      throw raisedRefusal(error) ?? error;
    }),
  );
}

type Ids = { readonly txnId: string; readonly eventId: string; readonly now: Now };

/** See `exchange_take`. */
export const callRedeemWaiting = (
  tx: Tx,
  { ownerId: member, orderId: order, codeMac, redemptionN: n, title }: WaitingCode,
  { txnId: txn, eventId: event, now }: Ids,
): Promise<boolean> => exchangeTake(tx, { member, order, codeMac, n, txn, event, title, now });

/** See `functions/receive.sql`. */
export const callReceive = (
  db: Db,
  { ownerId: member, orderId: order, attemptId: attempt, receipt, now }: OrderPayment,
  ids: { readonly codeTxnId: string; readonly codeEventId: string },
): Promise<Received> => {
  const values = { member, order, attempt, receipt: { ...receipt, ...ids }, now };
  return retried(() => callAndNotify(db, exchangeReceive, values));
};

/**
 * Releases the code, or the use, of an order that waited with it. Returns the code's id and
 * whether it was a use of a multi-use code, or `undefined` when it no longer waits.
 */
export async function releaseWaitingCode(
  tx: Tx,
  { codeMac, orderId }: Pick<WaitingCode, "codeMac" | "orderId">,
): Promise<{ codeId: string; isOfMany: boolean } | undefined> {
  const freed = await tx.execute<{ codeId: string }>(sql`
    UPDATE code SET state = 'ACTIVE', session_id = NULL, lock_until = NULL
    WHERE code_mac = ${codeMac} AND state = 'LOCKED' AND session_id = ${orderId} RETURNING code_id AS "codeId"`);
  const whole = freed.rows[0]?.codeId;
  const codeId = whole ?? (await releaseUse(tx, { codeMac, holder: orderId, now: undefined }));
  return codeId === undefined ? undefined : { codeId, isOfMany: whole === undefined };
}

/** SQL statements on the code of an order that waits for its difference. */
import { sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "../../platform/database/pool.ts";
import type { Now } from "../../platform/database/sql.ts";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { invariant } from "../../platform/refusal.ts";
import type { WaitingCode } from "../orders/port.ts";
import { type SessionOrder, sessionOrderArguments, releaseUse, type Redeemed } from "./store.ts";

const placeQuery = {
  name: "exchange_place",
  text: "SELECT * FROM exchange_place($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)",
};

/** See `functions/place.sql`. Refuses UNPAID_MANY. */
export async function callPlace(
  db: Db,
  wanted: SessionOrder & { supplyContact: Buffer | undefined },
): Promise<Redeemed | undefined> {
  const rows = await runPrepared<Redeemed>(db, placeQuery, [
    ...sessionOrderArguments(wanted),
    wanted.supplyContact ?? null,
    wanted.eventIds,
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

/** See `exchange_paid`. */
export async function callPaidWithCode(
  tx: Tx,
  { ownerId, orderId, codeMac, redemptionN, title }: WaitingCode,
  payment: Ids & { codeTxnId: string; attemptId: string; amountFen: number },
): Promise<"paid" | "repeat" | "late"> {
  const { rows } = await tx.execute<{ outcome: "paid" | "repeat" | "late" }>(sql`
    SELECT exchange_paid(${ownerId}, ${orderId}, ${codeMac}, ${redemptionN}::integer, ${payment.codeTxnId},
                         ${payment.eventId}, ${title}, ${payment.txnId}, ${payment.attemptId},
                         ${payment.amountFen}::integer, ${payment.now}::timestamptz) AS outcome`);
  invariant(rows[0], "exchange_paid returns one row");
  return rows[0].outcome;
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

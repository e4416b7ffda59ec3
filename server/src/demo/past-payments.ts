/**
 * Tells the sandbox's payment channel what was paid and refunded in the demo's past, so that an order of
 * the past can be refunded to WeChat like any other.
 */
import { sql } from "drizzle-orm";
import type { Db } from "../platform/database/pool.ts";
import { epochMsSql } from "../platform/database/sql.ts";

type Payment = {
  readonly outTradeNo: string;
  readonly transactionId: string;
  readonly amountFen: number;
  readonly description: string;
  /** ms since 1970, as `endedAt`. */
  readonly paidAt: number;
};
type Refund = {
  readonly refundNo: string;
  readonly outTradeNo: string;
  readonly refundFen: number;
  readonly endedAt: number;
};

/** Of one request; the sandbox takes so many. */
const AT_ONCE = 500;

async function readPayments(db: Db): Promise<Payment[]> {
  const { rows } = await db.execute<Payment>(sql`
    SELECT out_trade_no AS "outTradeNo", transaction_id AS "transactionId", amount_fen AS "amountFen",
           title AS description, ${sql.raw(epochMsSql("paid_at"))} AS "paidAt"
    FROM payment_attempt WHERE state = 'SUCCESS' ORDER BY paid_at, out_trade_no`);
  return rows;
}

async function readRefunds(db: Db): Promise<Refund[]> {
  const { rows } = await db.execute<Refund>(sql`
    SELECT r.refund_no AS "refundNo", a.out_trade_no AS "outTradeNo", r.cash_fen AS "refundFen",
           ${sql.raw(epochMsSql("r.ended_at"))} AS "endedAt"
    FROM refund r JOIN payment_attempt a ON a.member_id = r.member_id AND a.id = r.attempt_id
    WHERE r.state = 'SUCCESS' AND r.cash_fen > 0 ORDER BY r.ended_at, r.refund_no`);
  return rows;
}

const partsOf = <T>(rows: readonly T[]): readonly T[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, part) =>
    rows.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );

/** What the sandbox knows by itself stays as it is. Throws when the sandbox does not accept them. */
export async function sendPastPayments(db: Db, sandboxOrigin: string): Promise<void> {
  const send = async (body: { payments: readonly Payment[]; refunds: readonly Refund[] }) => {
    const answer = await fetch(new URL("/sandbox/wechatpay/past", sandboxOrigin), {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the sandbox takes no past payments: ${answer.status}`);
  };
  for (const payments of partsOf(await readPayments(db))) await send({ payments, refunds: [] });
  for (const refunds of partsOf(await readRefunds(db))) await send({ payments: [], refunds });
}

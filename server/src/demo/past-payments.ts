/**
 * Tells the sandbox's partners what they did in the demo's past: payments and refunds, so that an order
 * of the past can be refunded to WeChat like any other, and orders that a supplier has accepted.
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

/** What the sandbox knows by itself stays as it is. Throws when the sandbox does not accept it. */
async function put(sandboxOrigin: string, path: string, body: object): Promise<void> {
  const answer = await fetch(new URL(path, sandboxOrigin), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox does not accept ${path}: ${answer.status}`);
}

/** Sends the orders that a supplier has accepted and not decided. */
export async function sendOrdersOnTheWay(db: Db, sandboxOrigin: string): Promise<void> {
  const { rows } = await db.execute<{ supplierId: string; outNo: string; supplierNo: string }>(sql`
    SELECT supplier_id AS "supplierId", out_no AS "outNo", supplier_no AS "supplierNo"
    FROM supplier_order WHERE state = 'ACCEPTED' AND supplier_no IS NOT NULL ORDER BY created_at`);
  for (const { supplierId, ...order } of rows)
    await put(sandboxOrigin, `/sandbox/suppliers/${supplierId}/past`, [order]);
}

/** Sends what was paid and refunded. */
export async function sendPastPayments(db: Db, sandboxOrigin: string): Promise<void> {
  const send = (body: { payments: readonly Payment[]; refunds: readonly Refund[] }) =>
    put(sandboxOrigin, "/sandbox/wechatpay/past", body);
  for (const payments of partsOf(await readPayments(db))) await send({ payments, refunds: [] });
  for (const refunds of partsOf(await readRefunds(db))) await send({ payments: [], refunds });
}

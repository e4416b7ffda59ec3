/**
 * SQL statements on the payments of dealers: the guarded sum of a month, single payments, and their
 * reversals.
 */
import type { DealerPayment } from "@yunjing/contract/schemas/dealers";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { epochMsSql, sqlNow, type Now } from "../../../../platform/database/sql.ts";
import { invariant } from "../../../../platform/refusal.ts";
import { firstDay } from "../model.ts";

type Addition = {
  readonly memberId: string;
  /** `2026-11`. */
  readonly month: string;
  readonly amountFen: number;
  readonly owedFen: number;
};

/**
 * Adds to what is paid for a month, at most up to what is owed, in one guarded statement. Returns
 * the sum in fen, or `undefined` when it would be more.
 */
export async function addPaid(tx: Tx, addition: Addition): Promise<number | undefined> {
  const { memberId, month, amountFen, owedFen } = addition;
  const { rows } = await tx.execute<{ paidFen: number }>(sql`
    UPDATE code_dealer_month SET paid_fen = paid_fen + ${amountFen}::bigint
    WHERE member_id = ${memberId} AND month = ${firstDay(month)}::date
      AND paid_fen + ${amountFen}::bigint <= ${owedFen}::bigint
    RETURNING paid_fen AS "paidFen"`);
  return rows[0]?.paidFen;
}

/** Returns what is paid for a month, in fen. */
export async function paidIn(db: Db | Tx, memberId: string, month: string): Promise<number> {
  const { rows } = await db.execute<{ paidFen: number }>(sql`
    SELECT paid_fen AS "paidFen" FROM code_dealer_month
    WHERE member_id = ${memberId} AND month = ${firstDay(month)}::date`);
  return rows[0]?.paidFen ?? 0;
}

type Payment = Omit<Addition, "owedFen"> & {
  readonly paymentId: string;
  readonly slip: string;
  readonly reason: string;
  readonly operatorId: string;
  readonly now: Now;
};

/**
 * Inserts a payment. Violates `code_dealer_payment_slip_once` for a slip whose payment counts in this
 * month.
 */
export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  const { memberId, paymentId, month, amountFen, slip, reason, operatorId, now } = payment;
  await tx.execute(sql`
    INSERT INTO code_dealer_payment (member_id, id, month, amount_fen, slip, entry, reason, actor_id, created_at)
    SELECT ${memberId}::uuid, ${paymentId}::uuid, ${firstDay(month)}::date, ${amountFen}::bigint, ${slip}::text,
           count(*) + 1, ${reason}::text, ${operatorId}::uuid, ${sqlNow(now)}
    FROM code_dealer_payment p JOIN code_dealer_reversal r ON r.member_id = p.member_id AND r.payment_id = p.id
    WHERE p.member_id = ${memberId} AND p.month = ${firstDay(month)}::date AND p.slip = ${slip}`);
}

type PaymentId = { readonly memberId: string; readonly paymentId: string };
/** `month` is `2026-11`. */
export type StoredPayment = PaymentId & { readonly month: string; readonly amountFen: number };

/** Returns a dealer's payment; `undefined` for one of another dealer. */
export async function findPayment(
  tx: Tx,
  { memberId, paymentId }: PaymentId,
): Promise<StoredPayment | undefined> {
  const { rows } = await tx.execute<StoredPayment>(sql`
    SELECT member_id AS "memberId", id AS "paymentId", to_char(month, 'YYYY-MM') AS month,
           amount_fen AS "amountFen"
    FROM code_dealer_payment WHERE member_id = ${memberId} AND id = ${paymentId}`);
  return rows[0];
}

type Reversal = PaymentId & {
  readonly reason: string;
  readonly operatorId: string;
  readonly now: Now;
};

/** Inserts the reversal of a payment. Returns false when the payment was reversed before. */
export async function insertReversal(tx: Tx, reversal: Reversal): Promise<boolean> {
  const { memberId, paymentId, reason, operatorId, now } = reversal;
  const inserted = await tx.execute(sql`
    INSERT INTO code_dealer_reversal (member_id, payment_id, reason, actor_id, created_at)
    VALUES (${memberId}, ${paymentId}, ${reason}, ${operatorId}, ${sqlNow(now)})
    ON CONFLICT (member_id, payment_id) DO NOTHING`);
  return inserted.rowCount === 1;
}

/** Takes a reversed payment from what is paid for its month. Returns the sum that is left, in fen. */
export async function subtractPaid(tx: Tx, payment: StoredPayment): Promise<number> {
  const { memberId, month, amountFen } = payment;
  const { rows } = await tx.execute<{ paidFen: number }>(sql`
    UPDATE code_dealer_month SET paid_fen = paid_fen - ${amountFen}::bigint
    WHERE member_id = ${memberId} AND month = ${firstDay(month)}::date
    RETURNING paid_fen AS "paidFen"`);
  const [row] = rows;
  invariant(row, "a payment has its month");
  return row.paidFen;
}

type PaymentRow = Omit<DealerPayment, "reversal"> & {
  readonly reversal: DealerPayment["reversal"] | null;
};

/**
 * Returns the payments of a month with their reversals, the latest payment first; `by` is the
 * operator's id.
 */
export async function listPayments(
  db: Db,
  { memberId, month }: { readonly memberId: string; readonly month: string },
): Promise<DealerPayment[]> {
  const { rows } = await db.execute<PaymentRow>(sql`
    SELECT p.id AS "paymentId", p.amount_fen AS "amountFen", p.slip, p.reason, p.actor_id AS by,
           ${sql.raw(epochMsSql("p.created_at"))} AS at,
           CASE WHEN r.payment_id IS NOT NULL THEN jsonb_build_object(
             'reason', r.reason, 'by', r.actor_id, 'at', ${sql.raw(epochMsSql("r.created_at"))}) END AS reversal
    FROM code_dealer_payment p
    LEFT JOIN code_dealer_reversal r ON r.member_id = p.member_id AND r.payment_id = p.id
    WHERE p.member_id = ${memberId} AND p.month = ${firstDay(month)}::date
    ORDER BY p.created_at DESC, p.id DESC`);
  return rows.map(({ reversal, ...row }) => (reversal ? { ...row, reversal } : row));
}

/** SQL statements on the payments of dealers: the guarded sum of a month, and single payments. */
import type { DealerPayment } from "@yunjing/contract/schemas/dealers";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { epochMsSql, sqlNow, type Now } from "../../../../platform/database/sql.ts";
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

export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  const { memberId, paymentId, month, amountFen, slip, reason, operatorId, now } = payment;
  await tx.execute(sql`
    INSERT INTO code_dealer_payment (member_id, id, month, amount_fen, slip, reason, actor_id, created_at)
    VALUES (${memberId}, ${paymentId}, ${firstDay(month)}::date, ${amountFen}, ${slip}, ${reason}, ${operatorId},
            ${sqlNow(now)})`);
}

/** Returns the payments of a month, the latest first; `by` is the operator's id. */
export async function listPayments(
  db: Db,
  { memberId, month }: { readonly memberId: string; readonly month: string },
): Promise<DealerPayment[]> {
  const { rows } = await db.execute<DealerPayment>(sql`
    SELECT id AS "paymentId", amount_fen AS "amountFen", slip, reason, actor_id AS by,
           ${sql.raw(epochMsSql("created_at"))} AS at
    FROM code_dealer_payment WHERE member_id = ${memberId} AND month = ${firstDay(month)}::date
    ORDER BY created_at DESC, id DESC`);
  return rows;
}

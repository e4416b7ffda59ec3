/** Rows of a dealer's payments, for tests that need them without codes that are owed for. */
import type { Db } from "@yunjing/server/platform/database/pool";

/**
 * Inserts a payment of 100 fen that an operator entered for a month, `2026-01`, and took back; returns
 * its id.
 */
export async function insertReversedPayment(
  db: Db,
  wanted: { readonly memberId: string; readonly operatorId: string; readonly month: string },
): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>(
    `WITH month AS (
       INSERT INTO code_dealer_month (member_id, month, codes, face_fen)
       VALUES ($1, $3, 0, 0) RETURNING member_id, month),
     payment AS (
       INSERT INTO code_dealer_payment (member_id, id, month, amount_fen, slip, reason, actor_id, created_at)
       SELECT member_id, gen_random_uuid(), month, 100, 'B0001', '已到账', $2, now() FROM month
       RETURNING member_id, id)
     INSERT INTO code_dealer_reversal (member_id, payment_id, reason, actor_id, created_at)
     SELECT member_id, id, '登记错了', $2, now() FROM payment RETURNING payment_id AS id`,
    [wanted.memberId, wanted.operatorId, `${wanted.month}-01`],
  );
  return rows[0]?.id ?? "";
}

/** Reads what operators change in codes, batches and dealers, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/**
 * Returns the state of a batch, its validity, what approvals and exports did to it, and its latest
 * change: which serials, and how many codes. The codes are not counted, because a batch may have a
 * hundred thousand.
 */
export const batchStateOf = (db: Db, batchId: string) =>
  auditedRow(
    db,
    batchId,
    sql`WITH latest AS MATERIALIZED (
          SELECT jsonb_build_object('name', e.name) || coalesce(e.data, '{}') AS change FROM event e
          WHERE e.member_id = (SELECT maker_id FROM code_batch WHERE batch_id = ${batchId})
            AND e.entity_id = ${batchId} AND e.entity = 'code_batch'
          ORDER BY e.at DESC, e.id DESC LIMIT 1)
        SELECT name, state, count, activation, exported_at AS "exportedAt", export_key_at AS "exportKeyAt",
               (SELECT change FROM latest) AS "latestChange", b.target->'validUntil' AS "validUntil",
               (SELECT coalesce(json_agg(a.kind), '[]'::json) FROM approval a
                WHERE a.subject = b.batch_id::text AND a.state = 'waiting') AS proposals
        FROM code_batch b WHERE b.batch_id = ${batchId}`,
  );

/** Returns the state and the validity of one code. */
export const codeStateOf = (db: Db, codeId: string) =>
  auditedRow(
    db,
    codeId,
    sql`SELECT state, valid_until AS "validUntil", redemption_n AS "redemptions" FROM code WHERE code_id = ${codeId}`,
  );

/** Returns a dealer's prices and quotas. */
export const dealerStateOf = (db: Db, memberId: string) =>
  auditedRow(
    db,
    memberId,
    sql`SELECT name, price_bp AS "priceBp", price_fen AS "priceFen", codes_month AS "codesMonth",
               face_fen_month AS "faceFenMonth", is_on AS "isOn", version
        FROM code_dealer WHERE member_id = ${memberId}`,
  );

/** Returns what a dealer paid for a month, `2026-11`. */
export const dealerMonthStateOf = (
  db: Db,
  { memberId, month }: { readonly memberId: string; readonly month: string },
) =>
  auditedRow(
    db,
    `${memberId} ${month}`,
    sql`SELECT paid_fen AS "paidFen" FROM code_dealer_month
        WHERE member_id = ${memberId} AND month = ${`${month}-01`}::date`,
  );

/** Returns a payment of a dealer, whether it was taken back, and what is paid for its month. */
export const dealerPaymentStateOf = (
  db: Db,
  { memberId, paymentId }: { readonly memberId: string; readonly paymentId: string },
) =>
  auditedRow(
    db,
    paymentId,
    sql`SELECT to_char(p.month, 'YYYY-MM') AS month, p.slip, p.amount_fen AS "amountFen",
               EXISTS (SELECT FROM code_dealer_reversal r
                       WHERE r.member_id = p.member_id AND r.payment_id = p.id) AS "isReversed",
               m.paid_fen AS "paidFen"
        FROM code_dealer_payment p JOIN code_dealer_month m ON m.member_id = p.member_id AND m.month = p.month
        WHERE p.member_id = ${memberId} AND p.id = ${paymentId}`,
  );

/** Returns whether code guessing is made harder. */
export const frictionState = (db: Db) =>
  auditedRow(
    db,
    "friction",
    sql`SELECT mode, raised_until AS "raisedUntil" FROM code_friction ORDER BY name LIMIT 1`,
  );

/** Returns a batch of canaries. */
export const canaryStateOf = (db: Db, batchId: string) =>
  auditedRow(db, batchId, sql`SELECT name, count FROM canary_batch WHERE batch_id = ${batchId}`);

/** SQL statements on dealers: their terms, their monthly usage, and the batches made for them. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { firstDay, type Terms } from "./model.ts";

const terms = sql`
  member_id AS "memberId", name, price_bp AS "priceBp", price_fen AS "priceFen", codes_month AS "codesMonth",
  face_fen_month AS "faceFenMonth", is_on AS "isOn", version`;

export async function findTerms(db: Db | Tx, memberId: string): Promise<Terms | undefined> {
  const found = await db.execute<Terms>(
    sql`SELECT ${terms} FROM code_dealer WHERE member_id = ${memberId}`,
  );
  return found.rows[0];
}

export async function listTerms(db: Db): Promise<Terms[]> {
  return (await db.execute<Terms>(sql`SELECT ${terms} FROM code_dealer ORDER BY name, member_id`))
    .rows;
}

/**
 * Inserts new terms (`version` 0) or changes existing ones. Returns false when the stored version
 * differs.
 */
export async function writeTerms(db: Db, wanted: Terms, now: Now): Promise<boolean> {
  const { memberId, name, priceBp, priceFen, codesMonth, faceFenMonth, isOn, version } = wanted;
  const written =
    version === 0
      ? await db.execute(sql`
          INSERT INTO code_dealer (member_id, name, price_bp, price_fen, codes_month, face_fen_month, is_on, version,
                                   updated_at)
          VALUES (${memberId}, ${name}, ${priceBp}, ${priceFen}, ${codesMonth}, ${faceFenMonth}, ${isOn}, 1, ${sqlNow(now)})
          ON CONFLICT (member_id) DO NOTHING`)
      : await db.execute(sql`
          UPDATE code_dealer
          SET name = ${name}, price_bp = ${priceBp}, price_fen = ${priceFen}, codes_month = ${codesMonth},
              face_fen_month = ${faceFenMonth}, is_on = ${isOn}, version = version + 1, updated_at = ${sqlNow(now)}
          WHERE member_id = ${memberId} AND version = ${version}`);
  return written.rowCount === 1;
}

export type QuotaUse = {
  readonly memberId: string;
  /** `2026-11`. */
  readonly month: string;
  readonly codes: number;
  readonly faceFen: number;
};

/**
 * Consumes part of the month's quota in a guarded statement, once the month has its row. Returns false, and consumes nothing,
 * when too little is left.
 */
export async function consumeQuota(tx: Tx, portion: QuotaUse): Promise<boolean> {
  const { memberId, month, codes, faceFen } = portion;
  const since = sql`${firstDay(month)}::date`;
  await tx.execute(sql`
    INSERT INTO code_dealer_month (member_id, month, codes, face_fen) VALUES (${memberId}, ${since}, 0, 0)
    ON CONFLICT (member_id, month) DO NOTHING`);
  const taken = await tx.execute(sql`
    UPDATE code_dealer_month m SET codes = m.codes + ${codes}::bigint, face_fen = m.face_fen + ${faceFen}::bigint
    FROM code_dealer d
    WHERE m.member_id = ${memberId} AND m.month = ${since} AND d.member_id = m.member_id AND d.is_on
      AND m.codes + ${codes}::bigint <= d.codes_month AND m.face_fen + ${faceFen}::bigint <= d.face_fen_month`);
  return taken.rowCount === 1;
}

/** Records on the batch which dealer it was made for and what was charged. */
export async function recordDealerCharge(
  tx: Tx,
  batchId: string,
  { memberId, month, faceFen }: QuotaUse,
  dealerFen: number,
): Promise<void> {
  await tx.execute(sql`
    UPDATE code_batch
    SET dealer_id = ${memberId}, dealer_fen = ${dealerFen}, quota_month = ${firstDay(month)}::date,
        quota_fen = ${faceFen}
    WHERE batch_id = ${batchId}`);
}

/** Releases the quota of a batch that will never become live. */
export async function releaseQuota(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE code_dealer_month m SET codes = m.codes - b.count, face_fen = m.face_fen - b.quota_fen
    FROM code_batch b
    WHERE b.batch_id = ${batchId} AND m.member_id = b.dealer_id AND m.month = b.quota_month`);
}

/** Returns the usage of a month so far. */
export async function quotaUsedIn(
  db: Db,
  memberId: string,
  month: string,
): Promise<{ codes: number; faceFen: number }> {
  const found = await db.execute<{ codes: number; faceFen: number }>(sql`
    SELECT codes, face_fen AS "faceFen" FROM code_dealer_month
    WHERE member_id = ${memberId} AND month = ${firstDay(month)}::date`);
  return found.rows[0] ?? { codes: 0, faceFen: 0 };
}

/** Returns whose month a batch was charged to, such as `2026-11`; `undefined` for the company's own. */
export async function dealerOfBatch(
  tx: Tx,
  batchId: string,
): Promise<{ memberId: string; month: string } | undefined> {
  const { rows } = await tx.execute<{ memberId: string; month: string }>(sql`
    SELECT dealer_id AS "memberId", to_char(quota_month, 'YYYY-MM') AS month FROM code_batch
    WHERE batch_id = ${batchId} AND dealer_id IS NOT NULL`);
  return rows[0];
}

/** All SQL statements about operators' alerts and about prepayments to suppliers. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";

export { raiseAlert } from "../../../platform/alerts.ts";

type Queryable = Db | Tx;

export type Prepayment = {
  /** Chosen by the caller: it makes a repeat harmless. */
  readonly entryId: string;
  readonly supplierId: string;
  readonly amountFen: number;
  readonly actor: string;
  readonly note: string;
};

/** Inserts a prepayment; false when this entry exists already. */
export async function insertPrepayment(
  db: Queryable,
  topUp: Prepayment,
  now: Now,
): Promise<boolean> {
  const made = await db.execute(sql`
    INSERT INTO supplier_account (supplier_id, entry_id, amount_fen, actor, note, created_at)
    VALUES (${topUp.supplierId}, ${topUp.entryId}, ${topUp.amountFen}, ${topUp.actor}, ${topUp.note}, ${sqlNow(now)})
    ON CONFLICT (supplier_id, entry_id) DO NOTHING`);
  return made.rowCount === 1;
}

/** Returns the total prepaid to each supplier, in fen. */
export async function listPrepaidTotals(
  db: Queryable,
): Promise<{ supplierId: string; paidFen: number }[]> {
  const found = await db.execute<{ supplierId: string; paidFen: number }>(sql`
    SELECT supplier_id AS "supplierId", sum(amount_fen)::bigint AS "paidFen"
    FROM supplier_account GROUP BY supplier_id ORDER BY supplier_id`);
  return found.rows;
}

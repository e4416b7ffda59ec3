/** SQL statements about exchanges with suppliers. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { SupplierExchange } from "../port.ts";

export type StoredExchange = Omit<SupplierExchange, "request" | "answer"> & {
  readonly id: string;
  readonly request: string;
  readonly answer: string;
};

/** Inserts an exchange of a known number; one of an unknown number is not stored. */
export async function insertExchange(db: Db, made: StoredExchange, now: Now): Promise<void> {
  await db.execute(sql`
    INSERT INTO supplier_exchange (member_id, id, supplier_order_id, what, at, took_ms, outcome, http_status,
                                   request, answer)
    SELECT owner_id, ${made.id}, supplier_order_id, ${made.what}, ${sqlNow(now)}, ${made.tookMs}, ${made.outcome},
           ${made.httpStatus ?? null}, ${made.request}, ${made.answer}
    FROM supplier_out_no WHERE out_no = ${made.outNo}`);
}

/** Deletes at most `limit` exchanges older than `keepMs`; returns how many. */
export async function deleteOldExchanges(
  db: Db,
  { keepMs, limit, now }: { keepMs: number; limit: number; now: Now },
): Promise<number> {
  const deleted = await db.execute(sql`
    DELETE FROM supplier_exchange WHERE (member_id, id) IN (
      SELECT member_id, id FROM supplier_exchange
      WHERE at < ${sqlNow(now)} - ${keepMs} * interval '1 ms' ORDER BY at LIMIT ${limit})`);
  return deleted.rowCount ?? 0;
}

/** Reads what operators change in suppliers and their supplies, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns whether a supplier is on, the state of its circuit, and what was prepaid to it. */
export const supplierStateOf = (db: Db, supplierId: string) =>
  auditedRow(
    db,
    supplierId,
    sql`SELECT s.is_on AS "isOn", c.state AS circuit, s.name, s.phone, s.hours, s.script,
               s.lowest_fen AS "lowestFen", s.unknown_max AS "unknownMax", a."prepaidFen"
        FROM supplier s LEFT JOIN supplier_circuit c ON c.supplier_id = s.supplier_id
        CROSS JOIN (SELECT coalesce(sum(amount_fen), 0) AS "prepaidFen" FROM supplier_account
                    WHERE supplier_id = ${supplierId}) a
        WHERE s.supplier_id = ${supplierId}`,
  );

/** Returns the number of cards of a product that no order has. */
export const cardStockStateOf = (db: Db, product: string) =>
  auditedRow(
    db,
    product,
    sql`SELECT count(*) AS "cardsLeft" FROM card_stock WHERE product = ${product} AND out_no IS NULL`,
  );

/** Returns whether a loss is settled. */
export const lossStateOf = (db: Db, lossId: string) =>
  auditedRow(
    db,
    lossId,
    sql`SELECT kind, cost_fen AS "costFen", settled_at AS "settledAt", settlement
        FROM loss_case WHERE id = ${lossId}`,
  );

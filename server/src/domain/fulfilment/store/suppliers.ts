/** All SQL statements of operators' actions on suppliers. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { LossKind } from "../lifecycle.ts";

export type SupplierRow = {
  readonly supplierId: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly circuit: "closed" | "open" | "half_open";
  readonly retryAt: number | null;
  readonly good: number;
  readonly bad: number;
  /** Its recent success rate is low: others of its priority come first. */
  readonly isAiling: boolean;
  /** Recent time from sending to delivery, in ms; null where no statistics exist. */
  readonly usualMs: number | null;
};

/** Lists all suppliers with their counts within the window. */
export async function listSuppliers(
  db: Db,
  { windowMs, now }: { windowMs: number; now: Now },
): Promise<SupplierRow[]> {
  const found = await db.execute<SupplierRow>(sql`
    SELECT s.supplier_id AS "supplierId", s.name, s.is_on AS "isOn", coalesce(c.state, 'closed') AS circuit,
           ${sql.raw(epochMsSql("c.retry_at"))} AS "retryAt", coalesce(h.good, 0) AS good, coalesce(h.bad, 0) AS bad,
           coalesce(p.is_ailing, false) AS "isAiling", p.usual_ms AS "usualMs"
    FROM supplier s LEFT JOIN supplier_circuit c USING (supplier_id) LEFT JOIN supplier_pace p USING (supplier_id)
    LEFT JOIN (SELECT supplier_id, sum(good)::integer AS good, sum(bad)::integer AS bad FROM supplier_health
               WHERE slot > ${sqlNow(now)} - ${windowMs} * interval '1 ms' GROUP BY 1) h USING (supplier_id)
    ORDER BY s.supplier_id`);
  return found.rows;
}

export async function isSupplier(db: Db, supplierId: string): Promise<boolean> {
  const found = await db.execute(sql`SELECT 1 FROM supplier WHERE supplier_id = ${supplierId}`);
  return found.rows.length > 0;
}

/** False when it already had this setting, or the supplier is unknown. */
export async function switchSupplier(db: Db, supplierId: string, isOn: boolean): Promise<boolean> {
  const switched = await db.execute(sql`
    UPDATE supplier SET is_on = ${isOn} WHERE supplier_id = ${supplierId} AND is_on <> ${isOn}`);
  return switched.rowCount === 1;
}

/** False when it was already closed. */
export async function closeCircuit(db: Db, supplierId: string, now: Now): Promise<boolean> {
  const closed = await db.execute(sql`
    UPDATE supplier_circuit SET state = 'closed', changed_at = ${sqlNow(now)}, retry_at = NULL
    WHERE supplier_id = ${supplierId} AND state <> 'closed'`);
  return closed.rowCount === 1;
}

export type StockRow = {
  readonly product: string;
  readonly free: number;
  readonly given: number;
  readonly expired: number;
  readonly nextEnd: number | null;
};

/** Lists our own cards by product, the fewest free ones first. */
export async function listStock(db: Db, now: Now): Promise<StockRow[]> {
  const found = await db.execute<StockRow>(sql`
    SELECT product, free, given, expired, ${sql.raw(epochMsSql("next_end"))} AS "nextEnd" FROM (
      SELECT product,
             count(*) FILTER (WHERE out_no IS NULL AND (valid_until > ${sqlNow(now)}) IS NOT FALSE)::integer AS free,
             count(*) FILTER (WHERE out_no IS NOT NULL)::integer AS given,
             count(*) FILTER (WHERE out_no IS NULL AND valid_until <= ${sqlNow(now)})::integer AS expired,
             min(valid_until) FILTER (WHERE out_no IS NULL AND valid_until > ${sqlNow(now)}) AS next_end
      FROM card_stock GROUP BY product) stock
    ORDER BY free, product`);
  return found.rows;
}

/** Returns those of these keyed hashes that belong to cards in stock. */
export async function knownCards(
  db: Db,
  product: string,
  macs: readonly Buffer[],
): Promise<Set<string>> {
  const found = await db.execute<{ mac: string }>(sql`
    SELECT encode(card_mac, 'hex') AS mac FROM card_stock
    WHERE product = ${product} AND card_mac = ANY(${sql.param([...macs])}::bytea[])`);
  return new Set(found.rows.map(({ mac }) => mac));
}

export type LossRow = {
  readonly lossId: string;
  readonly kind: LossKind;
  readonly supplierId: string;
  readonly orderId: string;
  readonly ownerId: string;
  readonly outNo: string;
  readonly costFen: number;
  readonly at: number;
  readonly settledAt: number | null;
  readonly settlement: string | null;
};

/** Lists open losses first, then the latest. */
export async function listLosses(db: Db): Promise<LossRow[]> {
  const found = await db.execute<LossRow>(sql`
    SELECT l.id AS "lossId", l.kind, l.supplier_id AS "supplierId", l.order_id AS "orderId", l.member_id AS "ownerId",
           s.out_no AS "outNo", l.cost_fen AS "costFen", ${sql.raw(epochMsSql("l.created_at"))} AS at,
           ${sql.raw(epochMsSql("l.settled_at"))} AS "settledAt", l.settlement
    FROM loss_case l JOIN supplier_order s ON s.member_id = l.member_id AND s.id = l.supplier_order_id
    ORDER BY l.settled_at IS NOT NULL, l.created_at DESC LIMIT 200`);
  return found.rows;
}

/** Returns `settled`, `before` when it was settled already, or `undefined` when it is unknown. */
export async function settleLoss(
  db: Db,
  settled: { lossId: string; by: string; text: string; now: Now },
): Promise<"settled" | "before" | undefined> {
  const { lossId, by, text, now } = settled;
  const done = await db.execute(sql`
    UPDATE loss_case SET settled_at = ${sqlNow(now)}, settled_by = ${by}, settlement = ${text}
    WHERE id = ${lossId} AND settled_at IS NULL`);
  if (done.rowCount === 1) return "settled";
  const found = await db.execute(sql`SELECT 1 FROM loss_case WHERE id = ${lossId}`);
  return found.rows.length > 0 ? "before" : undefined;
}

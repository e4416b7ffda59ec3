/** Operators view and change our own stock, and switch a SKU on and off. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import type { Now } from "../../../../platform/database/sql.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { readOffer } from "../../store/offers.ts";
import { recordOperatorChange } from "./change-history.ts";
import { catalogStockAdd, catalogStockReturnUndelivered } from "../../../../sql/catalog.ts";

export type StockChange = {
  readonly skuId: string;
  readonly operatorId: string;
  /** Pieces to add; negative to remove. */
  readonly delta: number;
  readonly reason: string;
};

/**
 * Returns the new total. Refuses NOT_FOUND for a SKU without own stock, SOLD_OUT when fewer pieces
 * are free than are to be removed.
 */
export async function changeStock(context: Context, db: Db, change: StockChange): Promise<number> {
  const { skuId, operatorId, delta, reason } = change;
  return transaction(db, async (tx) => {
    const owned = await tx.execute(
      sql`SELECT 1 FROM sku WHERE sku_id = ${skuId} AND stock_mode = 'own'`,
    );
    if (owned.rows.length === 0) throw new Refusal("NOT_FOUND");
    const total = await catalogStockAdd(tx, { sku: skuId, delta, now: context.clock.sql() });
    if (total === null) throw new Refusal("SOLD_OUT");
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "sku",
      name: skuId,
      event: "stocked",
      reason,
      data: { delta, total },
    });
    return total;
  });
}

/**
 * Puts an order's pieces of own stock on sale again when they were neither delivered nor paid for.
 * Idempotent.
 */
export async function undoSale(tx: Tx, orderId: string, now: Now): Promise<void> {
  await catalogStockReturnUndelivered(tx, { hold: orderId, now });
}

/** Takes one SKU off sale or puts it back; idempotent. Refuses NOT_FOUND. */
export async function switchSku(
  context: Context,
  db: Db,
  change: { readonly skuId: string; readonly operatorId: string; readonly isOn: boolean },
): Promise<void> {
  const { skuId, operatorId, isOn } = change;
  await transaction(db, async (tx) => {
    const found = await tx.execute<{ is_on: boolean }>(
      sql`SELECT is_on FROM sku WHERE sku_id = ${skuId} FOR UPDATE`,
    );
    const [row] = found.rows;
    if (!row) throw new Refusal("NOT_FOUND");
    if (row.is_on === isOn) return;
    await tx.execute(sql`UPDATE sku SET is_on = ${isOn} WHERE sku_id = ${skuId}`);
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "sku",
      name: skuId,
      event: isOn ? "switched_on" : "switched_off",
      from: isOn ? "off" : "on",
      to: isOn ? "on" : "off",
    });
  });
}

export type LowStock = { readonly skuId: string; readonly free: number; readonly lowAlert: number };

/**
 * Returns SKUs on sale with fewer free pieces of own stock than their alert threshold, the fewest
 * first.
 */
export async function lowStock(context: Context, db: Db): Promise<LowStock[]> {
  const offer = await readOffer(db, { onSale: true }, context.clock.sql());
  return offer.skus
    .flatMap(({ skuId, free, lowAlert, isOn }) =>
      isOn && free !== undefined && free < lowAlert ? [{ skuId, free, lowAlert }] : [],
    )
    .toSorted((left, right) => left.free - right.free);
}

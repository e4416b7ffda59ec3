/** Imports the supplier's stores and menus, all or nothing. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Outage } from "../../../platform/refusal.ts";
import { ensureSupplier } from "../../fulfilment/actions.ts";
import { DINING_SUPPLIER, type DiningSource } from "../port.ts";
import { deleteOldShownMenus } from "../store.ts";
import { addBrands, replaceMenu, replaceStores } from "../store/sync.ts";

/**
 * Reads both lists first, then changes everything in one transaction, so that members never see
 * stores without a menu. Stores no longer listed are disabled. Throws an Outage, changing nothing,
 * when a list cannot be read or is empty.
 */
export async function syncStores(
  context: Context,
  db: Db,
  source: DiningSource,
): Promise<{ stores: number; menus: number }> {
  const stores = await source.stores();
  const menus = await source.menus();
  // An empty list would close every store, and a supplier always sells something.
  if (stores.length === 0 || menus.length === 0) throw new Outage("dining", "an empty list");
  const now = context.clock.sql();
  await transaction(db, async (tx) => {
    await ensureSupplier(tx, DINING_SUPPLIER);
    await addBrands(tx, [...new Set([...stores, ...menus].map(({ brand }) => brand))].sort());
    await replaceStores(tx, DINING_SUPPLIER.supplierId, stores, now);
    for (const menu of menus) await replaceMenu(tx, menu, now);
    await deleteOldShownMenus(tx, now);
  });
  return { stores: stores.length, menus: menus.length };
}

/** Imports the supplier's stores and menus, all or nothing, and records every run. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Outage } from "../../../platform/refusal.ts";
import { ensureSupplier } from "../../fulfilment/actions.ts";
import { DINING_SUPPLIER, type DiningSource } from "../port.ts";
import { deleteOldShownMenus } from "../store.ts";
import { addBrands, replaceMenu, replaceStores } from "../store/sync.ts";
import { deleteOldRuns, insertRun } from "../store/sync-runs.ts";

export type SyncCounts = {
  readonly stores: number;
  /** Stores that were not in the list before. */
  readonly added: number;
  /** Stores that are no longer in it. */
  readonly removed: number;
  readonly menus: number;
};

/**
 * Reads both lists first, then changes everything in one transaction, so that members never see
 * stores without a menu. Stores no longer listed are disabled. Throws an Outage, changing nothing,
 * when a list cannot be read or is empty.
 */
async function importLists(context: Context, db: Db, source: DiningSource): Promise<SyncCounts> {
  const stores = await source.stores();
  const menus = await source.menus();
  // An empty list would close every store, and a supplier always sells something.
  if (stores.length === 0 || menus.length === 0) throw new Outage("dining", "an empty list");
  const now = context.clock.sql();
  const changed = await transaction(db, async (tx) => {
    await ensureSupplier(tx, DINING_SUPPLIER);
    await addBrands(tx, [...new Set([...stores, ...menus].map(({ brand }) => brand))].sort());
    const counts = await replaceStores(tx, DINING_SUPPLIER.supplierId, stores, now);
    for (const menu of menus) await replaceMenu(tx, menu, now);
    await deleteOldShownMenus(tx, now);
    return counts;
  });
  return { stores: stores.length, ...changed, menus: menus.length };
}

const NOTHING: SyncCounts = { stores: 0, added: 0, removed: 0, menus: 0 };

/**
 * Syncs and records the run, started by an operator or, without one, by the job. Returns the run's
 * id and, when the supplier gave no complete list, the outage; then nothing was changed.
 */
export async function recordedSync(
  context: Context,
  db: Db,
  source: DiningSource,
  startedBy?: string,
): Promise<{ readonly runId: string; readonly counts: SyncCounts; readonly outage?: Outage }> {
  const runId = context.ids.next();
  const startedAt = context.clock.now();
  const record = (counts: SyncCounts, problem?: string) =>
    insertRun(db, { runId, startedAt, ...counts, problem, startedBy, now: context.clock.sql() });
  await deleteOldRuns(db, context.clock.sql());
  // A run that failed is part of the record, so that operators see why a list is old.
  try {
    const counts = await importLists(context, db, source);
    await record(counts);
    return { runId, counts };
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    await record(NOTHING, error.message);
    return { runId, counts: NOTHING, outage: error };
  }
}

/** Syncs for the job. Throws an Outage, changing nothing, when a list cannot be read or is empty. */
export async function syncStores(
  context: Context,
  db: Db,
  source: DiningSource,
): Promise<SyncCounts> {
  const { counts, outage } = await recordedSync(context, db, source);
  if (outage) throw outage;
  return counts;
}

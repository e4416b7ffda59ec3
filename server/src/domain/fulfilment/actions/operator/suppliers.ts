/** Operators' actions on suppliers: prepaid money, circuits, own cards, alerts and losses. */
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { generateOutNo } from "../../model.ts";
import { ownValue } from "@yunjing/contract/own-value";
import { Refusal } from "../../../../platform/refusal.ts";
import {
  closeCircuit,
  isSupplier,
  listStock,
  listSuppliers,
  settleLoss,
  switchSupplier,
} from "../../store/suppliers.ts";
import type { FulfilmentDeps } from "../apply-status-update.ts";
import { prepaidAccounts, recordPrepayment } from "../prepaid.ts";

/**
 * Lists every supplier with its circuit, its health within the circuit's window, and its prepaid
 * balance.
 */
export async function listSupplierOverviews(context: Context, db: Db) {
  const { circuitWindowMs: windowMs } = context.settings;
  const [suppliers, accounts] = await Promise.all([
    listSuppliers(db, { windowMs, now: context.clock.sql() }),
    prepaidAccounts(context, db),
  ]);
  return suppliers.map(({ retryAt, usualMs, ...row }) => {
    const supplier = {
      ...row,
      ...(retryAt === null ? {} : { retryAt }),
      ...(usualMs === null ? {} : { usualMs }),
    };
    const account = accounts.find(({ supplierId }) => supplierId === row.supplierId);
    if (!account) return supplier;
    const { supplierId: _, daysLeft, ...sums } = account;
    return {
      ...supplier,
      prepaid: { ...sums, ...(daysLeft === undefined ? {} : { daysLeft }) },
    };
  });
}

async function known(db: Db, supplierId: string): Promise<void> {
  if (!(await isSupplier(db, supplierId))) throw new Refusal("NOT_FOUND");
}

/** Records a prepayment, once for each `entryId`. Refuses NOT_FOUND. */
export async function addPrepayment(
  context: Context,
  db: Db,
  entry: Parameters<typeof recordPrepayment>[2],
): Promise<void> {
  await known(db, entry.supplierId);
  await recordPrepayment(context, db, entry);
}

export type SupplierTest = {
  readonly isGood: boolean;
  readonly tookMs: number;
  readonly text: string;
};

/**
 * Asks a supplier for an order of a number that was never used, through its gateway. It is good when
 * the supplier answers that it does not know the number: address, key and signature are right.
 * Refuses NOT_FOUND.
 */
export async function testSupplier(
  context: Context,
  db: Db,
  { supplierId, suppliers }: Pick<FulfilmentDeps, "suppliers"> & { readonly supplierId: string },
): Promise<SupplierTest> {
  await known(db, supplierId);
  const supplier = ownValue(suppliers, supplierId);
  if (!supplier) return { isGood: false, tookMs: 0, text: "没有接入：部署配置缺少它的设置" };
  const since = context.clock.now().getTime();
  const answer = await supplier.query(generateOutNo(context));
  const tookMs = Math.max(0, context.clock.now().getTime() - since);
  if (answer.state === "absent") return { isGood: true, tookMs, text: "连接正常，签名有效" };
  const reason = "reason" in answer ? answer.reason : answer.state;
  return { isGood: false, tookMs, text: `没有得到正常回答：${reason}` };
}

/** Refuses NOT_FOUND, and STATE_CHANGED when it already has this setting. */
export async function setSupplierEnabled(db: Db, supplierId: string, isOn: boolean): Promise<void> {
  await known(db, supplierId);
  if (!(await switchSupplier(db, supplierId, isOn))) throw new Refusal("STATE_CHANGED");
}

/** Refuses NOT_FOUND, and STATE_CHANGED when the circuit is closed. */
export async function resetCircuit(context: Context, db: Db, supplierId: string): Promise<void> {
  await known(db, supplierId);
  if (!(await closeCircuit(db, supplierId, context.clock.sql())))
    throw new Refusal("STATE_CHANGED");
}

/** Counts our own cards by product; `isLow` below the setting `cardStockLow`. */
export async function cardStock(context: Context, db: Db) {
  const rows = await listStock(db, context.clock.sql());
  return rows.map(({ nextEnd, ...row }) => ({
    ...row,
    ...(nextEnd === null ? {} : { nextEnd }),
    isLow: row.free < context.settings.cardStockLow,
  }));
}

/** Refuses NOT_FOUND, and STATE_CHANGED when it was already settled. */
export async function resolveLoss(
  context: Context,
  db: Db,
  { lossId, by, text }: { lossId: string; by: string; text: string },
): Promise<void> {
  const outcome = await settleLoss(db, { lossId, by, text, now: context.clock.sql() });
  if (outcome === undefined) throw new Refusal("NOT_FOUND");
  if (outcome === "before") throw new Refusal("STATE_CHANGED");
}

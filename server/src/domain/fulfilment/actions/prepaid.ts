/** Prepaid balances at suppliers: an early warning, never a limit. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { productNames } from "../../catalog/actions.ts";
import { sumByParty } from "../../ledger/actions.ts";
import { daysLeft } from "../routing.ts";
import { OWN_STOCK } from "./own-stock.ts";
import {
  insertPrepayment,
  listPrepaidTotals,
  raiseAlert,
  type Prepayment,
} from "../store/prepaid.ts";
import { pruneHealth } from "../store/circuits.ts";
import { countOverdueManual } from "../store/manual-queue.ts";
import { readSupplierLimits } from "../store/supplier-page.ts";
import { listStock } from "../store/suppliers.ts";

/** Days, today included, from which the daily use is computed. */
const USE_DAYS = 7;
const HEALTH_KEPT_MS = 3_600_000;

/** Records a payment to a supplier, once for each entry; false for a repeat. */
export const recordPrepayment = (context: Context, db: Db, topUp: Prepayment): Promise<boolean> =>
  insertPrepayment(db, topUp, context.clock.sql());

export type Prepaid = {
  readonly supplierId: string;
  readonly paidFen: number;
  /** The cost of what was delivered, from the ledger. */
  readonly usedFen: number;
  readonly leftFen: number;
  /** At the rate of the last seven days; `undefined` when nothing was used. */
  readonly daysLeft: number | undefined;
};

/** Returns the balances of all prepaid suppliers. */
export async function prepaidAccounts(context: Context, db: Db): Promise<Prepaid[]> {
  const now = context.clock.sql();
  const used = await sumByParty(db, { purpose: "prepaid", sinceDays: USE_DAYS, now });
  const paid = await listPrepaidTotals(db);
  return paid.map(({ supplierId, paidFen }) => {
    const { allFen = 0, sinceFen = 0 } = used.find(({ party }) => party === supplierId) ?? {};
    const leftFen = paidFen - allFen;
    return {
      supplierId,
      paidFen,
      usedFen: allFen,
      leftFen,
      daysLeft: daysLeft({ leftFen, usedFen: sinceFen, days: USE_DAYS }),
    };
  });
}

/** Alerts about products of our own stock that run low, once a day each. */
async function alertLowStock(context: Context, db: Db): Promise<void> {
  const now = context.clock.sql();
  const low = (await listStock(db, now)).filter(({ free }) => free < context.settings.cardStockLow);
  if (low.length === 0) return;
  const titles = await productNames(db, OWN_STOCK);
  for (const { product, free } of low) {
    const text = `自有卡库存不足：${titles.get(product) ?? product} 剩 ${free} 张`;
    const isFirst = await raiseAlert(db, { kind: "cards_low", subject: product, text, now });
    if (isFirst) context.log.warn({ product, free }, "own cards are nearly used up");
  }
}

/** Alerts about orders in the manual queue longer than the setting `deskSlaMs`, once a day. */
async function alertOverdueManualOrders(context: Context, db: Db): Promise<void> {
  const now = context.clock.sql();
  const late = await countOverdueManual(db, { slaMs: context.settings.deskSlaMs, now });
  if (late === 0) return;
  const text = `人工处理超时：${late} 单超过 ${Math.round(context.settings.deskSlaMs / 60_000)} 分钟未处理`;
  const isFirst = await raiseAlert(db, { kind: "desk_late", subject: "desk", text, now });
  if (isFirst) context.log.warn({ late }, "orders wait too long in the manual queue");
}

/** Alerts about limits that operators set on the supplier's page, once a day each. */
async function alertOverLimits(context: Context, db: Db, accounts: readonly Prepaid[]) {
  const now = context.clock.sql();
  for (const limit of await readSupplierLimits(db)) {
    const { supplierId, name, lowestFen, unknownMax, unknown } = limit;
    const leftFen = accounts.find((one) => one.supplierId === supplierId)?.leftFen;
    if (lowestFen !== null && leftFen !== undefined && leftFen < lowestFen) {
      const text = `供应商预存余额不足：剩 ${(leftFen / 100).toFixed(2)} 元，低于 ${(lowestFen / 100).toFixed(2)} 元`;
      await raiseAlert(db, { kind: "prepaid_low", subject: supplierId, text, now });
    }
    if (unknownMax !== null && unknown > unknownMax) {
      const text = `${name} 有 ${unknown} 单结果未知，超过 ${unknownMax} 单`;
      await raiseAlert(db, { kind: "unknown_many", subject: supplierId, text, now });
    }
  }
}

/**
 * Alerts about balances and cards that run low, once a day each, and deletes health samples older
 * than any window.
 */
export async function monitorSuppliers(context: Context, db: Db): Promise<void> {
  const now = context.clock.sql();
  await alertLowStock(context, db);
  await alertOverdueManualOrders(context, db);
  await pruneHealth(db, { olderMs: HEALTH_KEPT_MS, now });
  const accounts = await prepaidAccounts(context, db);
  await alertOverLimits(context, db, accounts);
  for (const account of accounts) {
    const { supplierId, leftFen, daysLeft: days } = account;
    if (days === undefined || days >= context.settings.prepaidDaysMin) continue;
    const text = `供应商预存余额不足：剩 ${(leftFen / 100).toFixed(2)} 元，约够 ${Math.max(0, Math.floor(days))} 天`;
    const isFirst = await raiseAlert(db, { kind: "prepaid_low", subject: supplierId, text, now });
    if (isFirst)
      context.log.warn({ supplierId, leftFen, days }, "a prepaid balance is nearly used up");
  }
}

/**
 * Decrypts the pickup codes of a meal with its receipt token, for the notification that contains
 * them.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { findOrder, type OrderKey } from "../store/read.ts";
import { openCodes } from "../view.ts";
import { receiptTokenOf } from "./receipt.ts";

/** Returns `undefined` while the order has no codes. */
export async function pickupOf(
  context: Context,
  db: Db,
  key: OrderKey,
): Promise<{ readonly codes: string[]; readonly receiptToken: string } | undefined> {
  const order = await findOrder(db, key);
  if (!order || order.codes.length === 0) return undefined;
  const codes = openCodes(context, order).map(({ code }) => code);
  return { codes, receiptToken: receiptTokenOf(context, order.id) };
}

/**
 * The behaviour of one sandbox supplier: which orders it accepts and refuses, and what it delivers.
 */
import type { Code, SupplierOrderRequest } from "./orders.ts";

export type SupplierBehaviour<W extends SupplierOrderRequest> = {
  /** The path under which its orders are placed. */
  path: string;
  /** The prefix of the supplier's own order numbers. */
  numberPrefix: string;
  /** JSON schema of an order. */
  schema: object;
  /**
   * The text whose last four digits may be a sentinel: the phone, or the field used in its place.
   */
  sentinelTextOf(wanted: W): string;
  /** Returns why the order is refused for good, or `undefined` when it is accepted. */
  refusalOf(wanted: W): string | undefined;
  /** The failure reason of an order that fails after it was accepted. */
  lateFailureReason: string;
  deliver(wanted: W, now: Date): { codes: Code[]; validUntil?: string };
};

/** Refuses products whose id begins with `off-`: they are no longer sold. */
export const refusalOfProduct = ({ product }: { product: string }): string | undefined =>
  product.startsWith("off-") ? "PRODUCT_OFF" : undefined;

/** Returns the day in China as YYYY-MM-DD. China is UTC+8 all year. */
export function dayInChina(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns the last second of a day in China, as an ISO instant. */
export const endOfDay = (at: Date): string =>
  new Date(`${dayInChina(at)}T23:59:59+08:00`).toISOString();

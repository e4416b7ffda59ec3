/** What one pretend supplier's trade is: what it takes, what it refuses, what it delivers. */
import type { SupplierId } from "./faults.ts";
import type { Code, SupplierOrderRequest } from "./orders.ts";

export type SupplierBehaviour<W extends SupplierOrderRequest> = {
  id: SupplierId;
  /** Where its orders are placed. */
  path: string;
  /** Begins its own numbers. */
  numberPrefix: string;
  /** What an order must look like to be read at all. */
  schema: object;
  /** Its last four figures may be a sentinel: the phone, or what stands for it. */
  sentinelTextOf(wanted: W): string;
  /** Why it is refused for good, or nothing when it is welcome. */
  refusalOf(wanted: W): string | undefined;
  /** What was accepted and yet fails, fails for this. */
  lateFailureReason: string;
  deliver(wanted: W, now: Date): { codes: Code[]; validUntil?: string };
};

/** Why a product of the shelf is refused: whatever begins with `off-` is not sold any more. */
export const refusalOfProduct = ({ product }: { product: string }): string | undefined =>
  product.startsWith("off-") ? "PRODUCT_OFF" : undefined;

/** The day in China, as YYYY-MM-DD. China keeps one time all year, eight hours before UTC. */
export function dayInChina(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** The last second of a day in China, as an ISO instant. */
export const endOfDay = (at: Date): string =>
  new Date(`${dayInChina(at)}T23:59:59+08:00`).toISOString();

/** Whether the codes of an order are history: used, or over with their order. */
import type { CachedOrder } from "../../../device/cached-orders.ts";

const LIVE: ReadonlySet<CachedOrder["display"]> = new Set([
  "wait_pay",
  "issuing",
  "ready",
  "manual",
  "refunding",
  "part_refunded",
]);

/** A code of such an order is stamped and not shown at full strength. */
export const isUsedUp = ({
  display,
  received,
}: Pick<CachedOrder, "display" | "received">): boolean =>
  !LIVE.has(display) || (display === "part_refunded" && !received.allowed);

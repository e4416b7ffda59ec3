/**
 * Determines whether the codes of an order are no longer valid: used, or ended with their order.
 */
import type { CachedOrder } from "../../../device/cached-orders.ts";

const LIVE: ReadonlySet<CachedOrder["display"]> = new Set([
  "wait_pay",
  "issuing",
  "ready",
  "manual",
  "refunding",
  "part_refunded",
]);

/** The codes of such an order are stamped and shown dimmed. */
export const isUsedUp = ({
  display,
  received,
}: Pick<CachedOrder, "display" | "received">): boolean =>
  !LIVE.has(display) || (display === "part_refunded" && !received.allowed);

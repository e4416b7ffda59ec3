/** Which way is taken when there are several, when a supplier is left alone for a while, how long its money lasts. Pure. */
import type { Settings } from "../../platform/settings.ts";
import type { Route } from "./port.ts";

/**
 * Routes in the order they are tried: suppliers whose circuit is shut off come last, then the least priority number,
 * then the cheaper one, then as they stood.
 */
export const orderRoutes = (routes: readonly Route[], shut: ReadonlySet<string>): Route[] =>
  routes.toSorted(
    (a, b) =>
      Number(shut.has(a.supplierId)) - Number(shut.has(b.supplierId)) ||
      (a.priority ?? 0) - (b.priority ?? 0) ||
      a.costFen - b.costFen,
  );

/** How placing went within the window. */
export type Health = { readonly good: number; readonly bad: number };

/** Whether so much went wrong that a supplier is left alone: too few placings prove nothing. */
export function isTripped({ good, bad }: Health, settings: Settings): boolean {
  const placings = good + bad;
  return placings >= settings.circuitPlacingsMin && bad / placings >= settings.circuitBadShare;
}

/** After so many attempts an order goes where it stands, open circuit or not: switching must come to an end. */
const SWITCHES_MAX = 5;

/** Whether an unsent order had better go another way: its own is shut, and another is not. */
export const isPassedOver = (
  own: { readonly supplierId: string; readonly attempt: number; readonly routes: readonly Route[] },
  shut: ReadonlySet<string>,
): boolean =>
  own.attempt < SWITCHES_MAX &&
  shut.has(own.supplierId) &&
  own.routes.some(({ supplierId }) => !shut.has(supplierId));

/** How many days a prepaid balance lasts at the pace of the last `days`; undefined when nothing was used in them. */
export const daysLeft = ({
  leftFen,
  usedFen,
  days,
}: {
  readonly leftFen: number;
  readonly usedFen: number;
  readonly days: number;
}): number | undefined => (usedFen > 0 ? (leftFen * days) / usedFen : undefined);

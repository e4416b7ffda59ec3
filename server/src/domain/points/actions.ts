/** Giving points and telling how many there are. Earning rules and spending come with the mall. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { requestHash } from "../../platform/idempotency.ts";
import { balancesOf } from "../ledger/actions.ts";
import { EXPIRING_WITHIN_MS, expiryOf, type Grant, type PointsView } from "./model.ts";
import { callGrant, lotsEnding } from "./store.ts";

export { expiryOf } from "./model.ts";

/**
 * Gives points once for each (kind, ref); they end as the setting `pointsLifeMonths` says. Other
 * content under the same ref is a Defect.
 */
export const grant = (context: Context, tx: Tx, given: Grant): Promise<"posted" | "replay"> =>
  callGrant(tx, {
    ...given,
    lotId: context.ids.next(),
    txnId: context.ids.next(),
    hash: requestHash({ points: given.points, orderId: given.orderId }),
    expiresAt: expiryOf(context.clock.now(), context.settings.pointsLifeMonths),
    now: context.clock.sql(),
  });

/** The member's points as of `now`: what has ended no longer counts, whether or not a job has run. */
export async function pointsOf(db: Db | Tx, memberId: string, now: Date): Promise<PointsView> {
  const soon = new Date(now.getTime() + EXPIRING_WITHIN_MS);
  const balances = await balancesOf(db, memberId, now);
  const { expired, expiring } = await lotsEnding(db, memberId, now, soon);
  const available = Math.max(0, balances.available - expired);
  return { available, pending: balances.pending, expiring: Math.min(available, expiring) };
}

/**
 * Statistics of each supplier over the recent window: its success rate and its usual delivery time.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { updateStats } from "../store/query-budget.ts";

/**
 * Recomputes the statistics from the health window; routes and the query schedule use them until
 * the next run.
 */
export const updateSupplierStats = ({ settings, clock }: Context, db: Db): Promise<void> =>
  updateStats(db, {
    windowMs: settings.supplierHealthMs,
    least: settings.supplierLessonMin,
    shareMin: settings.routeGoodShareMin,
    now: clock.sql(),
  });

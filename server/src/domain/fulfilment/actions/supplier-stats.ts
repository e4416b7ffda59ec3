/** What the last while teaches about suppliers: how much of it went well, and how long they usually take. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { updateStats } from "../store/query-budget.ts";

/** Learns from the window of health; routes and the schedule of questions follow it until the next lesson. */
export const updateSupplierStats = ({ settings, clock }: Context, db: Db): Promise<void> =>
  updateStats(db, {
    windowMs: settings.supplierHealthMs,
    least: settings.supplierLessonMin,
    shareMin: settings.routeGoodShareMin,
    now: clock.sql(),
  });

/** Background job of the coupons module: it watches the campaigns' budgets. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { warnOfBudgets } from "./actions.ts";

const WATCH_EVERY_MS = 60_000;

export const campaignBudgetJob = (context: Context, db: Db): Job => ({
  name: "campaign-watcher",
  every: WATCH_EVERY_MS,
  run: async () => {
    await warnOfBudgets(context, db);
  },
});

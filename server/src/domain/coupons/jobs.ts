/** Background jobs of the coupons module: they watch budgets and give the coupons of birthdays. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { giveBirthdayCoupons, warnOfBudgets } from "./actions.ts";

const WATCH_EVERY_MS = 60_000;

export const campaignBudgetJob = (context: Context, db: Db): Job => ({
  name: "campaign-watcher",
  every: WATCH_EVERY_MS,
  run: async () => {
    await warnOfBudgets(context, db);
  },
});

/** Early, so that the coupon is there when the member's day begins. */
const EARLY = "10 0 * * *";

export const birthdayCouponJob = (context: Context, db: Db): Job => ({
  name: "birthday-coupons",
  every: EARLY,
  run: async () => {
    const given = await giveBirthdayCoupons(context, db);
    if (given > 0) context.log.info({ given }, "coupons of birthdays were given");
  },
});

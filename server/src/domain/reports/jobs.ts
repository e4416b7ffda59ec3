/** Scheduled job of the reports: sums what the coupons of campaigns brought by day. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { sumCampaignDays } from "./actions.ts";

const EVERY_MS = 60_000;

export const campaignDayJob = (context: Context, db: Db): Job => ({
  name: "campaign-days",
  every: EVERY_MS,
  run: () => sumCampaignDays(context, db),
});

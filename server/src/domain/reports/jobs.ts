/** Scheduled jobs of the reports: what the coupons of campaigns brought by day, and the reports by hour. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { sumCampaignDays, sumReports } from "./actions.ts";

const EVERY_MS = 60_000;

export const campaignDayJob = (context: Context, db: Db): Job => ({
  name: "campaign-days",
  every: EVERY_MS,
  run: () => sumCampaignDays(context, db),
});

export const reportSumJob = (context: Context, db: Db): Job => ({
  name: "report-sums",
  every: EVERY_MS,
  run: () => sumReports(context, db),
});

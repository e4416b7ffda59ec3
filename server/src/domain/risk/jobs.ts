/** Sums the hits of risk rules by day, and deletes hits and counters that are over. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";
import { sumRiskHits } from "./actions.ts";
import { deleteOld } from "./store/days.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HIT_RETENTION_MS = 90 * DAY_MS;
/** Twice the longest window of any rule. */
const COUNTER_RETENTION_MS = 2 * DAY_MS;

export const riskCleanupJob = (context: Context, db: Db): Job => ({
  name: "risk-sweeper",
  every: HOUR_MS,
  run: () => {
    const now = context.clock.now().getTime();
    return deleteOld(db, {
      hits: new Date(now - HIT_RETENTION_MS),
      hitsDay: shanghaiDay(now - HIT_RETENTION_MS),
      counters: new Date(now - COUNTER_RETENTION_MS),
    });
  },
});

const MINUTE_MS = 60_000;

export const riskDayJob = (context: Context, db: Db): Job => ({
  name: "risk-days",
  every: MINUTE_MS,
  run: () => sumRiskHits(context, db),
});

/** Scheduled job of the figures: sums the events of every hour. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { sumHours } from "./actions.ts";

const EVERY_MS = 60_000;

/** The open hour is summed again at every run, so figures are at most a minute old. */
export const figuresJob = (context: Context, db: Db): Job => ({
  name: "figures",
  every: EVERY_MS,
  run: () => sumHours(context, db),
});

/** Scheduled job of points: posts what has begun and ended by time. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { expireDueLots } from "./actions.ts";

const EVERY_MS = 60_000;

/**
 * Other code does not depend on it: lots begin and end by time, and every function of the module
 * settles them first.
 */
export const pointsExpiryJob = (context: Context, db: Db): Job => ({
  name: "points-keeper",
  every: EVERY_MS,
  run: async () => {
    const seen = await expireDueLots(context, db);
    if (seen > 0) context.log.info({ members: seen }, "points became available or expired");
  },
});

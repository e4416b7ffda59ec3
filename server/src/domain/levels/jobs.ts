/** Scheduled job of levels: stores the level changes of members whose period is over. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { settleDueLevels } from "./actions.ts";

const EVERY_MS = 60_000;

/** Other code does not depend on it: a grade is computed from the time whenever it is read. */
export const levelSettlementJob = (context: Context, db: Db): Job => ({
  name: "level-keeper",
  every: EVERY_MS,
  run: async () => {
    const seen = await settleDueLevels(context, db);
    if (seen > 0) context.log.info({ members: seen }, "periods of levels ended");
  },
});

/** The agent of levels: it notes whose period is over. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { settleDueLevels } from "./actions.ts";

const EVERY_MS = 60_000;

/** Nothing waits for it: a grade is worked out by time whenever it is asked for. */
export const levelSettlementJob = (context: Context, db: Db): Job => ({
  name: "level-keeper",
  every: EVERY_MS,
  run: async () => {
    const seen = await settleDueLevels(context, db);
    if (seen > 0) context.log.info({ members: seen }, "periods of levels ended");
  },
});

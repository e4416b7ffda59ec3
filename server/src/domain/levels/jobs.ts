/** The agent of levels: it notes whose period is over. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { tidyLevels } from "./actions.ts";

const EVERY_MS = 60_000;

/** Nothing waits for it: a grade is worked out by time whenever it is asked for. */
export const levelKeeper = (context: Context, db: Db): Agent => ({
  name: "level-keeper",
  every: EVERY_MS,
  run: async () => {
    const seen = await tidyLevels(context, db);
    if (seen > 0) context.log.info({ members: seen }, "periods of levels ended");
  },
});

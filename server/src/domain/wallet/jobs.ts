/** The scheduled job of the balance: posts expired bonus. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { expireBonus } from "./actions.ts";

const EVERY_MS = 60_000;

/**
 * Nothing depends on it: bonus expires by time, and every function of the module checks the clock.
 */
export const bonusExpiryJob = (context: Context, db: Db): Job => ({
  name: "bonus-keeper",
  every: EVERY_MS,
  run: async () => {
    const seen = await expireBonus(context, db);
    if (seen > 0) context.log.info({ members: seen }, "bonus ended");
  },
});

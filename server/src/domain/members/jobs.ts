/** Scheduled job of members: deletes expired states of WeChat logins. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { deleteExpiredStates } from "./store/identities.ts";

const HOUR_MS = 3_600_000;

export const wechatStateCleanupJob = (context: Context, db: Db): Job => ({
  name: "wechat-state-sweeper",
  every: HOUR_MS,
  // A state is checked for its own expiry first, so one that expired an hour ago can be deleted.
  run: () => deleteExpiredStates(db, new Date(context.clock.now().getTime() - HOUR_MS)),
});

/** The agent of members: it forgets states of logins by WeChat that are over. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { deleteExpiredStates } from "./identity-store.ts";

const HOUR_MS = 3_600_000;

export const wechatStateCleanupJob = (context: Context, db: Db): Job => ({
  name: "wechat-state-sweeper",
  every: HOUR_MS,
  // A state is judged by its own end first, so one that ended an hour ago can go.
  run: () => deleteExpiredStates(db, new Date(context.clock.now().getTime() - HOUR_MS)),
});

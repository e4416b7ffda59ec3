/** The outbox's own agent: forgets what was done long ago. */
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import type { Agent } from "./schedule.ts";
import { sweepOutbox } from "./worker-claims.ts";

const HOUR_MS = 3_600_000;

export const outboxSweeper = (context: Context, db: Db): Agent => ({
  name: "outbox-sweeper",
  every: HOUR_MS,
  run: () => sweepOutbox(context, db),
});

/** The agent of the push channel: it forgets tickets that are over and events nobody comes back for any more. */
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import type { Agent } from "../jobs/schedule.ts";
import { dropOldEvents, EVENTS_KEPT_MS } from "./log.ts";
import { dropOldTickets } from "./tickets.ts";

const HOUR_MS = 3_600_000;

export const pushSweeper = (context: Context, db: Db): Agent => ({
  name: "push-sweeper",
  every: HOUR_MS,
  run: async () => {
    const now = context.clock.now().getTime();
    await dropOldTickets(db, new Date(now - HOUR_MS));
    await dropOldEvents(db, new Date(now - EVENTS_KEPT_MS));
  },
});

/** The agents of the exchange: the watch over guessing, and the sweeper of what it leaves behind. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { sweepGuesses } from "./guessing/store.ts";
import { watchGuesses } from "./guessing/watch.ts";

/** An alarm is raised within 60 s (reliability.md, promise 13), also when one look is lost. */
const LOOK_MS = 15_000;
const LEASE_MS = 20_000;
const HOUR_MS = 3_600_000;

export const guessWatcher = (context: Context, db: Db): Agent => ({
  name: "guess-watcher",
  every: LOOK_MS,
  leaseMs: LEASE_MS,
  run: () => watchGuesses(context, db),
});

export const guessSweeper = (context: Context, db: Db): Agent => ({
  name: "guess-sweeper",
  every: HOUR_MS,
  run: () => sweepGuesses(db, context.clock.sql()),
});

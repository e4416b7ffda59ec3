/** Time commands: advance the clock, run scheduled jobs, dispatch the outbox. */
import { sumReportHours } from "../figures.ts";
import type { Run } from "../run.ts";
import { always, type Commands } from "./command.ts";
import { mustPick } from "../model.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [5 * SECOND, 45 * SECOND, 5 * MINUTE, 16 * MINUTE, 2 * HOUR, DAY, 8 * DAY] as const;

/** The jobs that change what members own. */
export const JOBS = [
  "supplier-poller",
  "payment-poller",
  "unpaid-closer",
  "refund-poller",
  "points-keeper",
  "bonus-keeper",
  "level-keeper",
  "reward-keeper",
  "pickup-closer",
  "withdrawal-poller",
] as const;

export async function runAllJobs({ server }: Run): Promise<void> {
  for (const name of JOBS) await server.runJob(name);
}

export const time: Commands = {
  advance: {
    weight: 6,
    isPossible: always,
    run: async (run, { a }) => {
      const ms = mustPick(STEPS, a);
      run.server.clock.advance(ms);
      // What changes after it is summed again.
      if (ms >= DAY) await sumReportHours(run);
      return `${ms / SECOND} s`;
    },
  },
  runJob: {
    weight: 6,
    isPossible: always,
    run: async ({ server }, { a }) => {
      const name = mustPick(JOBS, a);
      await server.runJob(name);
      return name;
    },
  },
  dispatchOutbox: {
    weight: 6,
    isPossible: always,
    run: async ({ server }, { a }) =>
      `${await server.dispatchOutbox(a % 4 === 0 ? 1 : undefined)} delivered`,
  },
  expire: {
    weight: 2,
    isPossible: ({ model }) => model.orders.some(({ state }) => state === "WAIT_PAY"),
    run: async ({ server }) => {
      server.clock.advance(16 * MINUTE);
      await server.runJob("unpaid-closer");
      return "what was not paid is over";
    },
  },
};

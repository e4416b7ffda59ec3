/** Time and what it brings: the clock, the agents' turns, messages carried. */
import type { Run } from "../run.ts";
import { always, type Commands } from "./command.ts";
import { mustPick } from "../model.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [5 * SECOND, 45 * SECOND, 5 * MINUTE, 16 * MINUTE, 2 * HOUR, DAY, 8 * DAY] as const;

/** Those with something to do to what members own. */
export const AGENTS = [
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

export async function allAgents({ world }: Run): Promise<void> {
  for (const name of AGENTS) await world.agent(name);
}

export const time: Commands = {
  advance: {
    weight: 6,
    can: always,
    act: async ({ world }, { a }) => {
      const ms = mustPick(STEPS, a);
      world.clock.advance(ms);
      return `${ms / SECOND} s`;
    },
  },
  agent: {
    weight: 6,
    can: always,
    act: async ({ world }, { a }) => {
      const name = mustPick(AGENTS, a);
      await world.agent(name);
      return name;
    },
  },
  carry: {
    weight: 6,
    can: always,
    act: async ({ world }, { a }) => `${await world.carry(a % 4 === 0 ? 1 : undefined)} carried`,
  },
  expire: {
    weight: 2,
    can: ({ model }) => model.orders.some(({ state }) => state === "WAIT_PAY"),
    act: async ({ world }) => {
      world.clock.advance(16 * MINUTE);
      await world.agent("unpaid-closer");
      return "what was not paid is over";
    },
  },
};

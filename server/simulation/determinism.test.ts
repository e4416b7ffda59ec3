import { afterAll, beforeAll, expect, test } from "vitest";
import { repeatCount } from "../src/platform/repeat-count.fixture.ts";
import { LENGTH } from "./seeds.fixture.ts";
import { simulate } from "./simulate.ts";
import { openSimulatedServer, type SimulatedServer } from "./simulated-server.ts";

const SEEDS = [3, 4];
const REPEATED = SEEDS.slice(0, repeatCount({ suite: 1, slow: 2 }));
let server: SimulatedServer;
beforeAll(async () => {
  server = await openSimulatedServer();
}, 120_000);
afterAll(() => server.close());

test("the simulation is deterministic: repeating a seed after others gives the same result for every command", async () => {
  const stories: (readonly string[])[] = [];
  for (const seed of [...SEEDS, ...REPEATED]) {
    const result = await simulate(server, seed, LENGTH);
    if (!result.isGood) throw new Error(result.text);
    stories.push(result.log);
  }
  const [first, second, ...again] = stories;
  expect(again).toEqual(stories.slice(0, REPEATED.length));
  expect(first).not.toEqual(second);
}, 120_000);

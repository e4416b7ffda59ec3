/** The seeds that run with every check; the slow tier runs thousands of others (`seeds.long.ts`). */
import { test } from "vitest";
import { PINNED, runSeeds, seedsFrom } from "./seeds.fixture.ts";

const SEEDS = 60;

test("whatever members, partners and time do, the books and a simple model agree", async () => {
  await runSeeds([...PINNED, ...seedsFrom(1, SEEDS)]);
}, 900_000);

/** The seeds that run with every check; the slow tier runs thousands of others (`seeds.long.ts`). */
import { test } from "vitest";
import { repeatCount } from "../src/platform/repeat-count.fixture.ts";
import { PINNED, runSeeds, SEEDS_MAX, seedsFrom } from "./seeds.fixture.ts";

const SEEDS = repeatCount({ suite: SEEDS_MAX, slow: 60 });

test("whatever members, partners and time do, the books and a simple model agree", async () => {
  await runSeeds([...PINNED, ...seedsFrom(1, SEEDS)]);
}, 900_000);

/**
 * Runs the regular seeds with all checks; the slow tier runs thousands of others (`seeds.long.ts`).
 */
import { test } from "vitest";
import { repeatCount } from "../src/platform/repeat-count.fixture.ts";
import { PINNED, runSeeds, seedsFrom } from "./seeds.fixture.ts";

const SEEDS = repeatCount({ suite: 5, slow: 60 });

test("after every step of members, partners and time, the ledger agrees with a simple model", async () => {
  await runSeeds([...new Set([...PINNED, ...seedsFrom(1, SEEDS)])]);
}, 900_000);

/** The other half of the seeds that run with every check. */
import { test } from "vitest";
import { runSeeds, seedsFrom } from "./seeds.fixture.ts";

const COUNT = 15;

test("whatever members, partners and time do, with even seeds the books and a simple model agree", async () => {
  await runSeeds(seedsFrom(2, COUNT, 2));
}, 600_000);

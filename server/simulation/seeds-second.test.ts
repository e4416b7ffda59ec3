/** The other half of the seeds that run with every check. */
import { test } from "vitest";
import { runSeeds, seedsFrom } from "./seeds.fixture.ts";

test("whatever else they do, the books and a simple model agree", async () => {
  await runSeeds(seedsFrom(151, 150));
}, 900_000);

/** Half of the seeds that run with every check; the other half runs beside it, on the other core. */
import { test } from "vitest";
import { PINNED, runSeeds, seedsFrom } from "./seeds.fixture.ts";

test("whatever members, partners and time do, the books and a simple model agree", async () => {
  await runSeeds([...PINNED, ...seedsFrom(1, 150)]);
}, 900_000);

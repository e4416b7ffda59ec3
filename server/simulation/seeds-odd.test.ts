/** Half of the seeds that run with every check; the other half runs beside it, on the other core. */
import { test } from "vitest";
import { PINNED, runSeeds, seedsFrom } from "./seeds.fixture.ts";

const COUNT = 15;

test("whatever members, partners and time do, with odd seeds the books and a simple model agree", async () => {
  await runSeeds([...PINNED, ...seedsFrom(1, COUNT, 2)]);
}, 600_000);

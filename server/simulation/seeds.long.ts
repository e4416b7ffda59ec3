/**
 * Runs many new seeds of twice the length (reliability.md 4.4), or the one requested seed with its
 * commands printed.
 */
import { test } from "vitest";
import { LENGTH, runSeeds, seedsFrom } from "./seeds.fixture.ts";

const DAY_MS = 86_400_000;
const RUNS = 5_000;
const HOURS_MS = 3 * 3_600_000;

const chosenSeed = process.env["SIMULATION_SEED"];
/** Every day runs different seeds; a failure reports its seed. */
const today = Math.floor(Date.now() / DAY_MS) * RUNS;
const first = Number(process.env["SIMULATION_FIRST"] ?? today);

const print = (log: readonly string[]): void => {
  process.stdout.write(`${log.map((line) => `  ${line}\n`).join("")}`);
};

test(
  `seed ${chosenSeed ?? `${first} and those after it`}`,
  async () => {
    if (chosenSeed === undefined) await runSeeds(seedsFrom(first, RUNS), { length: 2 * LENGTH });
    else await runSeeds([Number(chosenSeed)], { onLog: print });
  },
  HOURS_MS,
);

/** 64 operators change one figure, or two figures that limit each other, at once; with mutants. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import {
  CONNECTIONS,
  connectAll,
  maxOverRounds,
  openRaceDatabase,
  type RaceDatabase,
  times,
} from "../ledger/race.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";
import { changeSetting, createLiveState, type LiveState, settingLines } from "./actions.ts";

let race: RaceDatabase;
let live: LiveState;
beforeAll(async () => {
  race = await openRaceDatabase();
  live = createLiveState(race.context.settings, race.context.log);
});
afterAll(() => race.close());

async function lineOf(name: string) {
  const lines = await settingLines(race.context, race.db, live);
  const found = lines.find(({ declared }) => declared.name === name);
  if (!found) throw new Error(`${name} is not adjustable`);
  return { value: Number(found.value), version: found.stored?.version ?? 0 };
}

const by = { operatorId: "0199cccc-0000-7000-8000-00000000000a", reason: "一起改" };

/** Returns how many of 64 writers of one version of a figure succeeded. */
async function writers(db: Db): Promise<number> {
  const { version: sinceVersion, value } = await lineOf("nicknamesPerDay");
  await connectAll(db);
  const outcomes = await Promise.allSettled(
    times(CONNECTIONS, (n) =>
      changeSetting(race.context, db, live, {
        name: "nicknamesPerDay",
        value: value === 50 ? 1 + (n % 49) : value + 1,
        sinceVersion,
        ...by,
      }),
    ),
  );
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

/** Half raise a minimum, half lower its maximum; returns by how much the minimum is above. */
async function pair(db: Db): Promise<number> {
  await race.owner.query("UPDATE setting SET value = NULL");
  const [opens, closes] = [await lineOf("ticketOpensMs"), await lineOf("ticketClosesMs")];
  const middle = (opens.value + closes.value) / 2;
  const HALF_HOUR = 1_800_000;
  await connectAll(db);
  await Promise.allSettled(
    times(CONNECTIONS, (n) => {
      const isOpening = n % 2 === 0;
      const value = isOpening ? middle + HALF_HOUR : middle - HALF_HOUR;
      return changeSetting(race.context, db, live, {
        name: isOpening ? "ticketOpensMs" : "ticketClosesMs",
        value,
        sinceVersion: (isOpening ? opens : closes).version,
        ...by,
      });
    }),
  );
  const stored = await race.owner.query<{ name: string; value: number }>(
    "SELECT name, value FROM setting WHERE name IN ('ticketOpensMs', 'ticketClosesMs')",
  );
  const of = (name: string) => stored.rows.find((row) => row.name === name)?.value;
  return (of("ticketOpensMs") ?? opens.value) - (of("ticketClosesMs") ?? closes.value);
}

async function withMutants<T>(mutants: readonly Mutant[], run: (db: Db) => Promise<T>): Promise<T> {
  const options = { url: race.appUrl, log: race.context.log, size: CONNECTIONS };
  const { db, used } = openMutantDatabase(options, mutants);
  try {
    const result = await run(db);
    expect(used()).toBeGreaterThan(0);
    return result;
  } finally {
    await closeDatabase(db);
  }
}

const WITHOUT_LOCK = { from: /FOR UPDATE$/, to: "" };

test("of 64 writers of one version one changes the figure", async () => {
  expect(await writers(race.db)).toBe(1);
});

test.runIf(isSlowTier)("without its guards more than one writer changes the figure", async () => {
  const guard = { from: /AND version = (\$\d+) RETURNING/, to: "AND version >= $1::int RETURNING" };
  expect(await withMutants([WITHOUT_LOCK, guard], writers)).toBeGreaterThan(1);
});

test("a minimum and its maximum never cross", async () => {
  expect(await pair(race.db)).toBeLessThanOrEqual(0);
});

test.runIf(isSlowTier)("without the lock a minimum and its maximum cross", async () => {
  const worst = await withMutants([WITHOUT_LOCK], (db) => maxOverRounds(0, () => pair(db)));
  expect(worst).toBeGreaterThan(0);
});

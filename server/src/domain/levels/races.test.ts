/**
 * The growth of one order, reported by 64 connections at once, counts once; fails without the
 * guards.
 */
import { expect, test } from "vitest";
import {
  type RaceDatabase,
  CONNECTIONS,
  raceDatabases,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { addGrowth } from "./actions.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const openMutatedDatabase = raceDatabases();

async function growth(ring: RaceDatabase, refOf: (n: number) => string) {
  const { context, db } = ring;
  const memberId = context.ids.next();
  const tally = await race(
    db,
    times(
      CONNECTIONS,
      (n) => (tx) =>
        addGrowth(context, tx, { memberId, ref: refOf(n), growth: 100, title: "消费" }),
    ),
  );
  const { rows } = await db.$client.query<{ sum: number; records: number }>(
    `SELECT coalesce(sum(growth), 0)::int AS sum,
            (SELECT count(*)::int FROM level_record r WHERE r.member_id = $1) AS records
     FROM growth_entry WHERE member_id = $1`,
    [memberId],
  );
  return { tally, ...rows[0] };
}

test("the same reference 64 times is one entry", async () => {
  const { tally, sum } = await growth(await openMutatedDatabase(), () => "order:1");
  expect(tally).toEqual({ grown: 1, replay: CONNECTIONS - 1 });
  expect(sum).toBe(100);
});

test.runIf(isSlowTier)("without the unique entry it would be more", async () => {
  const ring = await openMutatedDatabase(
    { statement: "ALTER TABLE growth_entry DROP CONSTRAINT growth_entry_once" },
    { module: "levels", file: "grow.sql", from: "ON CONFLICT (member_id, ref) DO NOTHING", to: "" },
  );
  expect((await growth(ring, () => "order:1")).sum).toBeGreaterThan(100);
});

test("64 concurrent orders all count, and each level is reached once", async () => {
  const { tally, sum, records } = await growth(await openMutatedDatabase(), (n) => `order:${n}`);
  expect(tally).toEqual({ grown: CONNECTIONS });
  expect(sum).toBe(6_400);
  expect(records).toBe(3);
});

test.runIf(isSlowTier)("without the lock on the member's level some would be lost", async () => {
  const ring = await openMutatedDatabase({
    module: "levels",
    file: "roll.sql",
    from: " FOR NO KEY UPDATE;",
    to: ";",
  });
  const { tally } = await growth(ring, (n) => `order:${n}`);
  expect(tally["grown"]).toBeLessThan(CONNECTIONS);
});

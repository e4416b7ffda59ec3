/**
 * The sums of a member's lots by their end equal the lots, while 64 connections give, hold and return points
 * at once; without their guards they do not.
 */
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import {
  CONNECTIONS,
  connectAll,
  type Mutation,
  race,
  type RaceDatabase,
  raceDatabases,
  times,
} from "../ledger/race.fixture.ts";
import { creditPoints, pointsOf, recountPoints } from "./actions.ts";

const openMutatedDatabase = raceDatabases();
const DAY_MS = 86_400_000;
const GIVEN = 1_000;

/** The points and ends that lots and sums give of a member; equal when each change was added once. */
async function sidesOf(db: Db, memberId: string) {
  const { rows: lots } = await db.execute(sql`
    SELECT expires_at AS ends, sum(remaining) FILTER (WHERE state = 'ACTIVE')::int AS points,
           sum(amount - clawed) FILTER (WHERE source_kind <> 'grace')::int AS received
    FROM points_lot WHERE member_id = ${memberId} AND state <> 'PENDING' GROUP BY 1 ORDER BY 1`);
  const { rows: sums } = await db.execute(sql`
    SELECT ends_at AS ends, points::int AS points, received::int AS received
    FROM points_sum WHERE member_id = ${memberId} ORDER BY 1`);
  return { lots, sums };
}

const give = ({ context, db }: RaceDatabase, memberId: string, ref: string, points: number) =>
  db.transaction((tx) =>
    creditPoints(context, tx, { memberId, kind: "adjust", ref, points, actor: "system" }),
  );

const guards = {
  "the ledger's lock": [
    {
      statement: `CREATE OR REPLACE FUNCTION ledger_lock(p_member uuid, p_now timestamptz) RETURNS void
                  LANGUAGE plpgsql AS $$ BEGIN END $$`,
    },
  ],
  "an addition to the row as it is": [
    {
      module: "points",
      file: "hold.sql",
      from: "DO UPDATE SET points = s.points + excluded.points",
      to: `DO UPDATE SET points = excluded.points + (
             SELECT o.points FROM points_sum o WHERE o.member_id = s.member_id AND o.ends_at = s.ends_at)`,
    },
  ],
} as const satisfies Record<string, readonly Mutation[]>;

/** Returns how many holds there were, and lots and sums after all. */
async function holdAtOnce(ring: RaceDatabase) {
  const { context, db } = ring;
  const memberId = context.ids.next();
  await give(ring, memberId, "first", GIVEN);
  const expires = new Date(Date.now() + DAY_MS);
  const tally = await race(
    db,
    times(CONNECTIONS, (n) => async (tx) => {
      if (n % 4 === 0) {
        const given = {
          memberId,
          kind: "adjust",
          ref: `${n}`,
          points: 5,
          actor: "system",
        } as const;
        return creditPoints(context, tx, given);
      }
      const hold = context.ids.next();
      const held = await tx.execute<{ held: string }>(sql`
        SELECT points_hold(${memberId}, ${hold}, NULL, 3, ${expires}, 'member', '', NULL) AS held`);
      if (n % 4 === 1)
        await tx.execute(
          sql`SELECT points_void(${memberId}, ${context.ids.next()}, ${hold}, 'member', NULL)`,
        );
      return held.rows[0]?.held ?? "";
    }),
  );
  return { memberId, tally, ...(await sidesOf(db, memberId)) };
}

describe("64 connections that give, hold and return points of one member", () => {
  test("leave sums that equal the lots", async () => {
    const ring = await openMutatedDatabase();
    const { memberId, tally, lots, sums } = await holdAtOnce(ring);
    expect(tally).toEqual({ posted: CONNECTIONS / 4, held: (CONNECTIONS / 4) * 3 });
    expect(sums).toEqual(lots);
    const available = GIVEN + (CONNECTIONS / 4) * 5 - (CONNECTIONS / 2) * 3;
    expect(await pointsOf(ring.db, memberId, null)).toMatchObject({ available });
  });
  test.each([
    ["the ledger's lock", "an addition to the row as it is"],
    ["an addition to the row as it is", "the ledger's lock"],
  ] as const)("do so with %s alone", async (_present, absent) => {
    const { lots, sums } = await holdAtOnce(await openMutatedDatabase(...guards[absent]));
    expect(sums).toEqual(lots);
  });
  test("leave other sums without both", async () => {
    const mutations = Object.values(guards).flat();
    const { lots, sums } = await holdAtOnce(await openMutatedDatabase(...mutations));
    expect(sums).not.toEqual(lots);
  });
});

/** Changes sums as a build before them does, and recounts four times at once. */
async function recountAfterFormerBuild(mutants: readonly Mutant[]) {
  const ring = await openMutatedDatabase();
  const memberId = ring.context.ids.next();
  await give(ring, memberId, "kept", GIVEN);
  await ring.owner.query("UPDATE points_sum SET points = 7, received = 0 WHERE member_id = $1", [
    memberId,
  ]);
  const options = { url: ring.appUrl, log: ring.context.log, size: 4 };
  const { db } = openMutantDatabase(options, mutants);
  try {
    await connectAll(db);
    const recount = () => db.transaction((tx) => recountPoints(tx));
    const corrected = await Promise.all(times(4, recount));
    return { corrected: corrected.toSorted((a, b) => a - b), ...(await sidesOf(db, memberId)) };
  } finally {
    await closeDatabase(db);
  }
}

test("a recount corrects sums that a former build did not keep, once", async () => {
  const { corrected, lots, sums } = await recountAfterFormerBuild([]);
  expect(corrected).toEqual([0, 0, 0, 1]);
  expect(sums).toEqual(lots);
});

test("recounts at once correct the sums several times without their lock", async () => {
  const { lots, sums } = await recountAfterFormerBuild([
    { from: /SELECT pg_advisory_xact_lock\(\$1\)/, to: "SELECT $1::bigint, pg_sleep(0.2)" },
    { from: "FROM difference WHERE", to: "FROM difference, pg_sleep(0.2) WHERE" },
  ]);
  expect(sums).not.toEqual(lots);
});

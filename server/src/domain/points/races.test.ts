/**
 * Signing in from 64 connections at once gives the day's points once; fails when its guards are
 * removed.
 */
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Tx } from "../../platform/database/pool.ts";
import { balancesOf, trialBalance } from "../ledger/actions.ts";
import {
  type RaceDatabase,
  CONNECTIONS,
  raceDatabases,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { creditPoints } from "./actions.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const openMutatedDatabase = raceDatabases();

// Each guard, and the mutant without it.
const guards = {
  "the ledger's lock": [
    {
      statement: `CREATE OR REPLACE FUNCTION ledger_lock(p_member uuid, p_now timestamptz) RETURNS void
                  LANGUAGE plpgsql AS $$ BEGIN END $$`,
    },
  ],
  "the day's row": [{ statement: "ALTER TABLE points_sign DROP CONSTRAINT points_sign_pkey" }],
  "the posting's key": [
    { statement: "ALTER TABLE ledger_txn DROP CONSTRAINT ledger_txn_once" },
    {
      statement:
        "ALTER TABLE points_lot DROP CONSTRAINT points_lot_member_id_source_kind_source_ref_key",
    },
    { file: "write.sql", from: "ON CONFLICT (member_id, kind, ref) DO NOTHING", to: "" },
  ],
} as const;
const names = Object.keys(guards) as (keyof typeof guards)[];
const without = (...present: readonly string[]) =>
  names.filter((name) => !present.includes(name)).flatMap((name) => [...guards[name]]);

async function signedOnce(ring: RaceDatabase): Promise<Record<string, number>> {
  const { context, db } = ring;
  const memberId = context.ids.next();
  await db.transaction((tx) =>
    creditPoints(context, tx, { memberId, kind: "adjust", ref: "a", points: 10, actor: "system" }),
  );
  const end = new Date(Date.now() + 86_400_000);
  let waiting = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const signIn = () => {
    const [lot, txn] = [context.ids.next(), context.ids.next()];
    return async (tx: Tx): Promise<string> => {
      // All start together, after every connection is open.
      if (++waiting === CONNECTIONS) open();
      await gate;
      const { rows } = await tx.execute<{ isNew: boolean; points: number }>(sql`
        SELECT is_new AS "isNew", points FROM points_sign_in(${memberId}, ${lot}, ${txn}, ${end}, '', NULL)`);
      return `${rows[0]?.isNew ? "new" : "again"} ${rows[0]?.points}`;
    };
  };
  const tally = await race(db, times(CONNECTIONS, signIn));
  expect(await balancesOf(db, memberId)).toMatchObject({ available: 11 });
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
  return tally;
}

describe("64 concurrent sign-ins", () => {
  test("count once, and all get the same result", async () => {
    expect(await signedOnce(await openMutatedDatabase())).toEqual({
      "new 1": 1,
      "again 1": CONNECTIONS - 1,
    });
  });
  test.runIf(isSlowTier).each(names)("give points once with only %s", async (present) => {
    await signedOnce(await openMutatedDatabase(...without(present)));
  });
  test.runIf(isSlowTier)("give more when no guard is left", async () => {
    await expect(signedOnce(await openMutatedDatabase(...without()))).rejects.toThrow("available");
  });
});

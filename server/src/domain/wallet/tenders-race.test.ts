/**
 * Balance and points under concurrent calls on 64 connections; mutants show that each check fails
 * without its guard.
 */
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import type { Tx } from "../../platform/database/pool.ts";
import { balancesOf, post, trialBalance } from "../ledger/actions.ts";
import {
  type RaceDatabase,
  CONNECTIONS,
  raceDatabases,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { creditPoints } from "../points/actions.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const openMutated = raceDatabases();

/** 15 元 in three accounts, and 1,500 points in three lots. */
async function richMember({ context, db }: RaceDatabase): Promise<string> {
  const memberId = context.ids.next();
  await db.transaction(async (tx) => {
    await post(context, tx, {
      memberId,
      kind: "adjust",
      ref: "given",
      actor: "system",
      transfers: [
        { asset: "CNY", debit: "codes_sold", credit: "principal", amount: 800 },
        { asset: "CNY", debit: "expense", credit: "bonus", amount: 500 },
        { asset: "CNY", debit: "expense", credit: "reward_cash", amount: 200 },
      ],
    });
    for (const ref of ["a", "b", "c"]) {
      await creditPoints(context, tx, {
        memberId,
        kind: "code_redeem",
        ref,
        points: 500,
        actor: "system",
      });
    }
  });
  return memberId;
}

const refusalOrThrow = (error: unknown): string => {
  const refusal = raisedRefusal(error);
  if (refusal) return refusal.code;
  throw error;
};

async function answerOf(tx: Tx, text: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await tx.execute<{ answer: unknown }>(sql`SELECT ${text} AS answer`);
  return String(rows[0]?.answer);
}

/**
 * Pays an order with 4 元 of the balance and 400 points, as the orders module does: hold both, then
 * confirm both.
 */
const payOrder = ({ context }: RaceDatabase, memberId: string, hold = context.ids.next()) => {
  const [points, txn] = [context.ids.next(), context.ids.next()];
  const end = new Date(Date.now() + 60_000);
  return async (tx: Tx): Promise<string> => {
    await answerOf(
      tx,
      sql`points_hold(${memberId}, ${points}, NULL, 400, ${end}, 'system', '', NULL)`,
    );
    await answerOf(
      tx,
      sql`wallet_hold(${memberId}, ${hold}, NULL, 400, ${end}, 'system', '', NULL)`,
    );
    await answerOf(
      tx,
      sql`points_confirm(${memberId}, ${txn}, ${points},
        '[{"credit": "points_spent", "amount": 400}]'::jsonb, 'system', '', NULL)`,
    );
    return answerOf(tx, sql`wallet_confirm(${memberId}, ${hold}, 'system', '', NULL)`);
  };
};

/** The lock that serialises a member's payments. */
const withoutMemberLock = [
  {
    statement: `CREATE OR REPLACE FUNCTION ledger_lock(p_member uuid, p_now timestamptz) RETURNS void
                LANGUAGE plpgsql AS $$ BEGIN END $$`,
  },
] as const;

describe("64 concurrent orders from a balance and points for three", () => {
  async function threeArePaid(ring: RaceDatabase): Promise<void> {
    const memberId = await richMember(ring);
    const tally = await race(
      ring.db,
      times(CONNECTIONS, () => {
        const pay = payOrder(ring, memberId);
        return (tx: Tx) =>
          pay(tx)
            .catch(refusalOrThrow)
            .then(async (answer) => {
              if (answer !== "true") throw new Error(answer);
              return answer;
            });
      }),
    );
    expect(tally).toEqual({ true: 3, "Error: POINTS_SHORT": 61 });
    expect(await balancesOf(ring.db, memberId)).toMatchObject({
      bonus: 0,
      principal: 100,
      reward_cash: 200,
      available: 300,
      held_bonus: 0,
      held_principal: 0,
      held: 0,
    });
    const { rows } = await ring.db.$client.query(
      `SELECT sum(remaining)::int AS left, min(remaining) AS least FROM points_lot
       WHERE member_id = $1`,
      [memberId],
    );
    expect(rows).toEqual([{ left: 300, least: 0 }]);
    expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
  }
  test("pay exactly three", async () => threeArePaid(await openMutated()));
  test.runIf(isSlowTier)("pay more when payments of one member are not serialised", async () => {
    await expect(threeArePaid(await openMutated(...withoutMemberLock))).rejects.toThrow("expected");
  });
});

describe("64 concurrent returns of 1 元 and 100 points of an order that spent four of each", () => {
  async function fourReturn(ring: RaceDatabase): Promise<void> {
    const memberId = await richMember(ring);
    const hold = ring.context.ids.next();
    expect(await race(ring.db, [payOrder(ring, memberId, hold)])).toEqual({ true: 1 });
    const { rows } = await ring.db.$client.query<{ id: string }>(
      "SELECT id FROM points_hold WHERE member_id = $1",
      [memberId],
    );
    const back = (n: number) => async (tx: Tx) => {
      // Each number twice: the second is a replay.
      const ref = `r${n % (CONNECTIONS / 2)}`;
      const outcome = await answerOf(
        tx,
        sql`points_return(${memberId}, ${ref}, ${rows[0]?.id}, 100, 'system', '', NULL)`,
      );
      await answerOf(tx, sql`wallet_return(${memberId}, ${ref}, ${hold}, 100, 'system', '', NULL)`);
      return outcome;
    };
    const { posted, replay = 0, ...other } = await race(ring.db, times(CONNECTIONS, back));
    expect(posted).toBe(4);
    expect(replay).toBe(4);
    expect(other).toEqual({ "23514": 56 });
    expect(await balancesOf(ring.db, memberId)).toMatchObject({
      bonus: 500,
      principal: 800,
      reward_cash: 200,
      available: 1_500,
    });
    expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
  }
  test("return four, each once, to the accounts they came from", async () =>
    fourReturn(await openMutated()));
  test.runIf(isSlowTier)(
    "return more when the returned sum is read before the lock, and not guarded",
    async () => {
      const returned = "AND state = 'confirmed' AND returned + p_points <= points";
      await expect(
        fourReturn(
          await openMutated(
            { statement: "ALTER TABLE points_hold DROP CONSTRAINT points_hold_returned" },
            { statement: "ALTER TABLE points_hold_lot DROP CONSTRAINT points_hold_lot_back" },
            { statement: "ALTER TABLE wallet_hold DROP CONSTRAINT wallet_hold_back" },
            { module: "points", file: "return.sql", from: returned, to: "" },
            {
              module: "points",
              file: "settle.sql",
              from: "IF v_left > 0 THEN",
              to: "IF false THEN",
            },
            {
              module: "wallet",
              file: "settle.sql",
              from: "IF v_left > 0 THEN",
              to: "IF false THEN",
            },
            {
              module: "wallet",
              file: "return.sql",
              from: "v_back > v_hold.bonus + v_hold.principal + v_hold.reward",
              to: "false",
            },
          ),
        ),
      ).rejects.toThrow("expected");
    },
  );
});

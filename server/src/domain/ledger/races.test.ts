/** Races on a real PostgreSQL with 64 connections; each check fails when its guard is removed. */
import { describe, expect, test } from "vitest";
import { balancesOf, confirmHold, hold, post, trialBalance, voidHold } from "./actions.ts";
import type { Transfer } from "./model.ts";
import {
  type RaceDatabase,
  CONNECTIONS,
  postingsOf,
  raceDatabases,
  race,
  times,
} from "./race.fixture.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const openMutatedDatabase = raceDatabases();

const money = (
  debit: "codes_sold" | "principal" | "bonus",
  credit: "principal" | "bonus" | "clearing",
  amount: number,
) => [{ asset: "CNY", debit, credit, amount }] satisfies Transfer[];

async function memberWith({ context, db }: RaceDatabase, amount: number): Promise<string> {
  const memberId = context.ids.next();
  const transfers = [
    ...money("codes_sold", "principal", amount),
    ...money("codes_sold", "bonus", amount),
  ];
  await db.transaction((tx) =>
    post(context, tx, { memberId, kind: "code_redeem", ref: "given", actor: "system", transfers }),
  );
  return memberId;
}

const posting = (
  { context }: RaceDatabase,
  memberId: string,
  ref: string,
  transfers: readonly Transfer[],
) => ({ memberId, kind: "adjust", ref, actor: "system", transfers, context }) as const;

const attempt =
  (ring: RaceDatabase, memberId: string, ref: string, transfers: readonly Transfer[]) =>
  async (tx: Parameters<typeof post>[1]) =>
    (await post(ring.context, tx, posting(ring, memberId, ref, transfers))).outcome;

// The guards, and the mutants without them.
const guards = {
  "the statement's condition": [
    { file: "write.sql", from: "AND a.balance + v_change >= 0", to: "" },
  ],
  "the account's CHECK": [
    { statement: "ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_no_overdraft" },
  ],
  "the transfer's CHECK": [
    { statement: "ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_debit_after_check" },
  ],
} as const;
const withoutOnce = [
  { statement: "ALTER TABLE ledger_txn DROP CONSTRAINT ledger_txn_once" },
  { file: "write.sql", from: "ON CONFLICT (member_id, kind, ref) DO NOTHING", to: "" },
] as const;
const withoutLock = [
  { file: "lock.sql", from: "EXIT WHEN FOUND;", to: "EXIT;" },
  { file: "lock.sql", from: "FOR NO KEY UPDATE", to: "" },
] as const;
const lostUpdate = [
  ...withoutLock,
  {
    file: "write.sql",
    from: "UPDATE ledger_account a SET balance = a.balance + v_change, version = a.version + 1",
    to: `SELECT a.balance + v_change INTO after FROM ledger_account a
         WHERE a.member_id = p_member AND a.purpose = p_purpose AND a.asset = p_asset;
         UPDATE ledger_account a SET balance = after, version = a.version + 1`,
  },
] as const;

describe("64 spends of 1 from a balance of 10", () => {
  async function tenAreMade(ring: RaceDatabase): Promise<void> {
    const memberId = await memberWith(ring, 10);
    const spend = (n: number) =>
      attempt(ring, memberId, `spend:${n}`, money("principal", "clearing", 1));
    const { posted, ...refused } = await race(ring.db, times(CONNECTIONS, spend));
    expect(posted).toBe(10);
    expect(Object.values(refused)).toEqual([54]);
    expect(await balancesOf(ring.db, memberId)).toMatchObject({ principal: 0, bonus: 10 });
    expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
    expect(await postingsOf(ring, memberId)).toEqual({ code_redeem: 1, adjust: 10 });
  }

  test("post exactly ten", async () => tenAreMade(await openMutatedDatabase()));

  const names = Object.keys(guards) as (keyof typeof guards)[];
  test.each(names)("post no more with only %s", async (guard) => {
    await tenAreMade(
      await openMutatedDatabase(
        ...names.filter((name) => name !== guard).flatMap((name) => [...guards[name]]),
      ),
    );
  });
  test("post too many without the guards", async () => {
    await expect(
      tenAreMade(await openMutatedDatabase(...names.flatMap((name) => [...guards[name]]))),
    ).rejects.toThrow("to be 10");
  });
});

describe("one ref 64 times at once, in a new member ledger", () => {
  async function oneIsPosted(ring: RaceDatabase): Promise<void> {
    const memberId = ring.context.ids.next();
    const redeem = () => attempt(ring, memberId, "code:1", money("codes_sold", "principal", 100));
    expect(await race(ring.db, times(CONNECTIONS, redeem))).toEqual({ posted: 1, replay: 63 });
    expect(await balancesOf(ring.db, memberId)).toMatchObject({ principal: 100 });
    expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
    expect(await postingsOf(ring, memberId)).toEqual({ adjust: 1 });
  }
  test("posts one, and 63 are replays", async () => oneIsPosted(await openMutatedDatabase()));
  test("posts several without the guard", async () => {
    await expect(oneIsPosted(await openMutatedDatabase(...withoutOnce))).rejects.toThrow("posted");
  });
});

describe("64 crossing postings in one member ledger", () => {
  async function allArePosted(ring: RaceDatabase): Promise<void> {
    const memberId = await memberWith(ring, 100);
    const cross = (n: number) =>
      attempt(
        ring,
        memberId,
        `cross:${n}`,
        n % 2 ? money("principal", "bonus", 1) : money("bonus", "principal", 1),
      );
    expect(await race(ring.db, times(CONNECTIONS, cross))).toEqual({ posted: CONNECTIONS });
    expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
  }
  test("are all posted, without a deadlock", async () => allArePosted(await openMutatedDatabase()));
  test("deadlock without the lock", async () => {
    await expect(allArePosted(await openMutatedDatabase(...withoutLock))).rejects.toThrow("40P01");
  });
});

describe("holds", () => {
  async function eachHoldEndsOnce(ring: RaceDatabase): Promise<void> {
    const { context, db } = ring;
    const memberId = await memberWith(ring, 10);
    const actor = "system";
    const ids = times(CONNECTIONS, () => context.ids.next());
    const expiresAt = new Date(Date.now() + 60_000);
    const held = await race(
      db,
      ids.map(
        (holdId) => (tx) =>
          hold(context, tx, {
            memberId,
            holdId,
            actor,
            asset: "CNY",
            purpose: "principal",
            amount: 1,
            expiresAt,
          }),
      ),
    );
    expect(held).toEqual({ held: 10, BALANCE_SHORT: 54 });
    const { rows } = await db.$client.query<{ id: string }>(
      "SELECT id FROM ledger_hold WHERE member_id = $1",
      [memberId],
    );
    const ends = rows.flatMap(({ id: holdId }) =>
      times(
        6,
        (n) => (tx: Parameters<typeof post>[1]) =>
          n % 2
            ? voidHold(context, tx, { memberId, holdId, actor })
            : confirmHold(context, tx, {
                memberId,
                holdId,
                actor,
                to: [{ credit: "clearing", amount: 1 }],
              }),
      ),
    );
    const { confirmed = 0, voided = 0, replay, ORDER_STATE, ...other } = await race(db, ends);
    expect(other).toEqual({});
    expect(confirmed + voided).toBe(10);
    expect([replay, ORDER_STATE]).toEqual([20, 30]);
    expect(await balancesOf(db, memberId)).toMatchObject({
      principal: 10 - confirmed,
      held_principal: 0,
    });
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  }
  test("are created up to the balance when 64 run at once, and each ends once", async () =>
    eachHoldEndsOnce(await openMutatedDatabase()));
  test("fail without the lock", async () => {
    await expect(eachHoldEndsOnce(await openMutatedDatabase(...withoutLock))).rejects.toThrow(
      "expected",
    );
  });
});

describe("16 writers and 4 readers of snapshots", () => {
  const WRITERS = 16;
  const READERS = 4;
  const LEDGERS = 50;
  /** How many postings and how many snapshots are made, however long that takes. */
  const POSTINGS = repeatCount({ suite: 400, slow: 4_000 });
  const SNAPSHOTS = repeatCount({ suite: 25, slow: 250 });

  async function everySnapshotIsSound(ring: RaceDatabase): Promise<void> {
    const { context, db } = ring;
    const members = await Promise.all(times(LEDGERS, () => memberWith(ring, 1_000)));
    const outcomes: Record<string, number> = {};
    let snapshots = 0;
    let isOver = false;
    const goesOn = () => !isOver && ((outcomes["posted"] ?? 0) < POSTINGS || snapshots < SNAPSHOTS);
    const pick = (limit: number) => Math.floor(Math.random() * limit);
    const write = async () => {
      while (goesOn()) {
        const memberId = members[pick(LEDGERS)] ?? "";
        const ref = context.ids.next();
        const moves = [
          money("principal", "bonus", 1 + pick(300)),
          money("bonus", "principal", 1 + pick(300)),
          [
            ...money("bonus", "clearing", 1 + pick(50)),
            ...money("principal", "clearing", 1 + pick(50)),
          ],
          money("codes_sold", "principal", 1 + pick(60)),
        ];
        const expiresAt = new Date(Date.now() + pick(400) - 20);
        const turn = pick(6);
        const attempted =
          turn < 4
            ? attempt(ring, memberId, ref, moves[turn] ?? [])
            : (tx: Parameters<typeof post>[1]) =>
                hold(context, tx, {
                  memberId,
                  holdId: ref,
                  actor: "system",
                  asset: "CNY",
                  purpose: "bonus",
                  amount: 5,
                  expiresAt,
                });
        for (const [outcome, count] of Object.entries(await race(db, [attempted])))
          outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
      }
    };
    const read = async () => {
      while (goesOn()) {
        expect(await trialBalance(db)).toMatchObject({ isSound: true });
        snapshots++;
      }
    };
    await Promise.all([...times(WRITERS, write), ...times(READERS, read)]).finally(() => {
      isOver = true;
    });
    const { posted = 0, held = 0, BALANCE_SHORT: _, ledger_hold_leased: __, ...other } = outcomes;
    expect(other).toEqual({});
    expect(posted).toBeGreaterThanOrEqual(POSTINGS);
    expect(held).toBeGreaterThan(0);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  }

  test("see a trial balance of zero in every snapshot", { timeout: 120_000 }, async () =>
    everySnapshotIsSound(await openMutatedDatabase()),
  );
  test("see a difference when an update can be lost", async () => {
    await expect(everySnapshotIsSound(await openMutatedDatabase(...lostUpdate))).rejects.toThrow(
      "expected",
    );
  });
});

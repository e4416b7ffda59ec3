/** Several postings of one call: together, once, or not at all; a mutant shows that the race can be lost. */
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { balancesOf, post, trialBalance } from "./actions.ts";
import {
  CONNECTIONS,
  type Mutation,
  type RaceDatabase,
  postingsOf,
  race,
  raceDatabases,
  times,
} from "./race.fixture.ts";
import type { Tx } from "../../platform/database/pool.ts";

const openMutatedDatabase = raceDatabases();

const withoutOnce: readonly Mutation[] = [
  { statement: "ALTER TABLE ledger_txn DROP CONSTRAINT ledger_txn_once" },
  { file: "write.sql", from: "ON CONFLICT (member_id, kind, ref) DO NOTHING", to: "" },
];

async function memberWith({ context, db }: RaceDatabase, amount: number): Promise<string> {
  const memberId = context.ids.next();
  await db.transaction((tx) =>
    post(context, tx, {
      memberId,
      kind: "code_redeem",
      ref: "given",
      actor: "system",
      transfers: [{ asset: "CNY", debit: "codes_sold", credit: "principal", amount }],
    }),
  );
  return memberId;
}

type Spent = { readonly ref: string; readonly amount: number };

/** Posts one spend for each reference, as one call. */
const spendAll =
  ({ context }: RaceDatabase, memberId: string, spends: readonly Spent[]) =>
  async (tx: Tx): Promise<string> => {
    const steps = spends.map(({ ref, amount }) => {
      const moves = [{ asset: "CNY", debit: "principal", credit: "clearing", amount }];
      const content = JSON.stringify(moves);
      return sql`to_jsonb(ROW(ROW(${context.ids.next()}::uuid, 'adjust', ${ref}::text, ledger_hash(${content}::jsonb),
        'system', NULL, '')::ledger_posting, ${content}::jsonb)::ledger_step)`;
    });
    const { rows } = await tx.execute<{ outcome: string }>(
      sql`SELECT ledger_post_all(${memberId}, jsonb_build_array(${sql.join(steps, sql`, `)}), NULL) AS outcome`,
    );
    return rows[0]?.outcome ?? "";
  };

const once = async (
  ring: RaceDatabase,
  memberId: string,
  spends: readonly Spent[],
): Promise<Record<string, number>> => race(ring.db, [spendAll(ring, memberId, spends)]);

describe("two postings of one call", () => {
  const two = [
    { ref: "a", amount: 3 },
    { ref: "b", amount: 4 },
  ];

  async function areMadeOnce(ring: RaceDatabase): Promise<void> {
    const memberId = await memberWith(ring, 1_000);
    const spend = () => spendAll(ring, memberId, two);
    expect(await race(ring.db, times(CONNECTIONS, spend))).toEqual({ posted: 1, replay: 63 });
    expect(await balancesOf(ring.db, memberId)).toMatchObject({ principal: 993 });
    expect(await postingsOf(ring, memberId)).toEqual({ code_redeem: 1, adjust: 2 });
    expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
  }
  test("64 times at once, are made once", async () => areMadeOnce(await openMutatedDatabase()));
  test("are made several times when a reference is not unique", async () => {
    await expect(areMadeOnce(await openMutatedDatabase(...withoutOnce))).rejects.toThrow("posted");
  });

  test("are both refused when the balance covers only the first", async () => {
    const ring = await openMutatedDatabase();
    const memberId = await memberWith(ring, 5);
    expect(await once(ring, memberId, two)).toEqual({ ledger_account_no_overdraft: 1 });
    expect(await balancesOf(ring.db, memberId)).toMatchObject({ principal: 5 });
    expect(await postingsOf(ring, memberId)).toEqual({ code_redeem: 1 });
  });

  test("are both refused when one was posted before, with this or another amount", async () => {
    const ring = await openMutatedDatabase();
    const memberId = await memberWith(ring, 100);
    expect(await once(ring, memberId, [{ ref: "b", amount: 4 }])).toEqual({ posted: 1 });
    expect(await once(ring, memberId, two)).toEqual({ YJ001: 1 });
    expect(await once(ring, memberId, [{ ref: "b", amount: 5 }])).toEqual({ YJ001: 1 });
    expect(await balancesOf(ring.db, memberId)).toMatchObject({ principal: 96 });
    expect(await postingsOf(ring, memberId)).toEqual({ code_redeem: 1, adjust: 1 });
  });
});

test("64 calls of two spends each take no more than the balance", async () => {
  const ring = await openMutatedDatabase();
  const memberId = await memberWith(ring, 20);
  const spend = (n: number) =>
    spendAll(ring, memberId, [
      { ref: `${n}:a`, amount: 1 },
      { ref: `${n}:b`, amount: 1 },
    ]);
  expect(await race(ring.db, times(CONNECTIONS, spend))).toEqual({
    posted: 10,
    ledger_account_no_overdraft: 54,
  });
  expect(await balancesOf(ring.db, memberId)).toMatchObject({ principal: 0 });
  expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
});

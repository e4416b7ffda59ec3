/** A member's balance: how it is shown, how it pays and how it is returned. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseError, raisedRefusal } from "../../platform/database/failure.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { hold, post, trialBalance } from "../ledger/actions.ts";
import { walletOf } from "./actions.ts";

const MINUTE_MS = 60_000;
const context = testContext();
let database: FreshDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

test("a balance code credits the principal; money on hold is shown separately until its lease ends", async () => {
  const memberId = context.ids.next();
  expect(await walletOf(db, memberId)).toEqual({ principal: 0, bonus: 0, reward: 0, held: 0 });
  const expiresAt = new Date(context.clock.now().getTime() + 15 * MINUTE_MS);
  await transaction(db, async (tx) => {
    await post(context, tx, {
      memberId,
      kind: "code_redeem",
      ref: "code-a:1",
      actor: "system",
      transfers: [
        { asset: "CNY", debit: "codes_sold", credit: "principal", amount: 5_000 },
        { asset: "CNY", debit: "expense", credit: "reward_cash", amount: 300 },
      ],
    });
    const holdId = context.ids.next();
    await hold(context, tx, {
      memberId,
      holdId,
      actor: "system",
      asset: "CNY",
      purpose: "principal",
      amount: 1_200,
      expiresAt,
    });
  });
  const before = new Date(expiresAt.getTime() - 1);
  expect(await walletOf(db, memberId, before)).toEqual({
    principal: 3_800,
    bonus: 0,
    reward: 300,
    held: 1_200,
  });
  expect(await walletOf(db, memberId, expiresAt)).toEqual({
    principal: 5_000,
    bonus: 0,
    reward: 300,
    held: 0,
  });
});

describe("an order paid from three accounts", () => {
  const answered = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const { rows } = await db.$client.query<{ answer: unknown }>(`SELECT ${text} AS answer`, [
      ...values,
    ]);
    return rows[0]?.answer;
  };
  const outcomeOf = (error: unknown): string =>
    raisedRefusal(error)?.code ?? databaseError(error)?.code ?? String(error);
  const ask = (text: string, values: readonly unknown[]) => answered(text, values).catch(outcomeOf);
  const createMemberWallet = () => {
    const memberId = context.ids.next();
    const holdId = context.ids.next();
    return {
      memberId,
      hold: (fen: number) => {
        const now = context.clock.now();
        const until = new Date(now.getTime() + 15 * MINUTE_MS);
        return ask("wallet_hold($1, $2, NULL, $3, $4, 'system', '', $5)", [
          memberId,
          holdId,
          fen,
          until,
          now,
        ]);
      },
      confirm: () =>
        ask("wallet_confirm($1, $2, 'system', '', $3)", [memberId, holdId, context.clock.now()]),
      void: () => ask("wallet_void($1, $2, 'system', $3)", [memberId, holdId, context.clock.now()]),
      back: (ref: string, fen: number) =>
        ask("wallet_return($1, $2, $3, $4, 'system', '', $5)", [
          memberId,
          ref,
          holdId,
          fen,
          context.clock.now(),
        ]),
      give: (ref: string, credit: "principal" | "bonus" | "reward_cash", amount: number) =>
        transaction(db, (tx) =>
          post(context, tx, {
            memberId,
            kind: "adjust",
            ref,
            actor: "system",
            transfers: [{ asset: "CNY", debit: "expense", credit, amount }],
          }),
        ),
      wallet: () => walletOf(db, memberId, context.clock.now()),
    };
  };

  test("spends bonus first, then principal, then rewards; in the end each gets back what it paid", async () => {
    const { give, hold, confirm, void: voided, back, wallet } = createMemberWallet();
    await give("a", "bonus", 100);
    await give("b", "principal", 333);
    await give("c", "reward_cash", 500);
    expect(await hold(1_000)).toBe("BALANCE_SHORT");
    expect(await hold(700)).toEqual({ bonus: 100, principal: 333, reward: 267 });
    expect(await hold(700)).toEqual({ bonus: 100, principal: 333, reward: 267 });
    expect(await hold(701)).toBe("YJ001");
    expect(await back("early", 1)).toBe("23514");
    expect([await confirm(), await confirm(), await voided()]).toEqual([true, true, "YJ002"]);
    expect(await wallet()).toEqual({ principal: 0, bonus: 0, reward: 233, held: 0 });
    let sum = 0;
    for (const [n, fen] of [1, 1, 98, 250, 349].entries()) {
      expect(await back(`r${n}`, fen)).toMatchObject({ outcome: "posted" });
      expect(await back(`r${n}`, fen)).toEqual({ outcome: "replay" });
      sum += fen;
      const { principal, bonus, reward } = await wallet();
      expect(principal + bonus + reward - 233).toBe(sum);
    }
    expect(await back("r0", 2)).toBe("YJ001");
    expect(await back("more", 2)).toBe("23514");
    await back("last", 1);
    expect(await wallet()).toEqual({ principal: 333, bonus: 100, reward: 500, held: 0 });
  });

  test("whose hold lapsed releases the money, and can still be paid while the money is there", async () => {
    const { give, hold, confirm, void: voided, wallet } = createMemberWallet();
    await give("a", "principal", 500);
    await hold(400);
    context.clock.advance(15 * MINUTE_MS);
    expect(await wallet()).toMatchObject({ principal: 500, held: 0 });
    expect(await voided()).toBe("replay");
    await give("b", "bonus", 50);
    expect(await confirm()).toBe(true);
    expect(await wallet()).toEqual({ principal: 150, bonus: 0, reward: 0, held: 0 });
    const late = createMemberWallet();
    await late.give("a", "principal", 100);
    await late.hold(100);
    context.clock.advance(15 * MINUTE_MS);
    await transaction(db, (tx) =>
      post(context, tx, {
        memberId: late.memberId,
        kind: "adjust",
        ref: "gone",
        actor: "system",
        transfers: [{ asset: "CNY", debit: "principal", credit: "clearing", amount: 1 }],
      }),
    );
    expect(await late.confirm()).toBe(false);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  });
});

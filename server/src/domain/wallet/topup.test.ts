/**
 * A top-up until it is credited: paid in time, late, twice or never; and its bonus until that
 * expires.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { post } from "../ledger/actions.ts";
import { pollDueAttempts, pollDueReturns } from "../payments/actions.ts";
import { expiryOf } from "../points/model.ts";
import { beginTopUp, expireBonus, topUpStatus, walletOf } from "./actions.ts";
import { walletRecords } from "./actions/records.ts";
import { walletSummary } from "./actions/summary.ts";
import { pageOfTopUps } from "./actions/topup.ts";
import type { WalletCauses } from "./port.ts";
import { type TopUpEnv, openTopUpEnv } from "./topup-env.fixture.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const context = testContext();
let env: TopUpEnv;
let db: Db;
beforeAll(async () => {
  env = await openTopUpEnv(context);
  ({ db } = env);
});
afterAll(() => env.close());

/** No order and no withdrawal holds money. */
const NO_CAUSES: WalletCauses = {
  causes: { orderNos: async () => new Map() },
  payouts: { listPending: async () => [], findNumbers: async () => new Map() },
};
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));
const money = async (memberId: string) => walletOf(db, memberId, context.clock.now());
const topUpOf = (memberId: string, topUpNo: string) =>
  topUpStatus(context, db, { payments: env.deps }, { memberId, by: { topUpNo } });
describe("beginning a top-up", () => {
  test("with the same key continues the same top-up, also once it is paid", async () => {
    const memberId = context.ids.next();
    const one = await env.begin(memberId, { packageId: "hundred" }, "same");
    expect(one.payment).toMatchObject({ state: "waiting", dueFen: 10_000, jsapi: {} });
    const two = await env.begin(memberId, { packageId: "hundred" }, "same");
    expect(two.payment.outTradeNo).toBe(one.payment.outTradeNo);
    await env.notify(env.channel.pay(one.payment.outTradeNo ?? ""));
    const three = await env.begin(memberId, { packageId: "hundred" }, "same");
    expect(three).toMatchObject({
      topUp: { topUpNo: one.topUp.topUpNo, state: "paid", bonusFen: 1_000 },
      payment: { state: "paid", dueFen: 0 },
    });
    expect(await money(memberId)).toMatchObject({ principal: 10_000, bonus: 1_000 });
    await expect(env.begin(memberId, { amountFen: 2_000 }, "same")).rejects.toThrow(
      new Refusal("KEY_REUSED"),
    );
  });

  test.each([
    [{ amountFen: 999 }, "TOPUP_LIMIT"],
    [{ amountFen: 500_001 }, "TOPUP_LIMIT"],
    [{ packageId: "gold" }, "NOT_FOUND"],
  ])("with %j is refused with %s", async (input, code) => {
    expect(await env.begin(context.ids.next(), input).catch(codeOf)).toBe(code);
  });

  test("with a package and another amount is refused", async () => {
    const beginning = {
      memberId: context.ids.next(),
      key: "k",
      address: "203.0.113.9",
      input: { packageId: "hundred", amountFen: 9_999 },
    };
    const begun = beginTopUp(context, db, { payments: env.deps }, beginning).catch(codeOf);
    expect(await begun).toBe("NOT_FOUND");
  });

  test("beyond the balance's cap is refused, with the remaining room", async () => {
    const memberId = context.ids.next();
    await env.paid(memberId, { amountFen: 500_000 });
    await env.paid(memberId, { amountFen: 400_000 });
    const refused = await env.begin(memberId, { amountFen: 100_001 }).catch((error) => error);
    expect(refused).toMatchObject({ code: "BALANCE_FULL", data: { room: 1_000 } });
    expect(await env.begin(memberId, { amountFen: 100_000 })).toMatchObject({
      payment: { state: "waiting" },
    });
  });
});

describe("paying a top-up", () => {
  test("after it expired still credits it", async () => {
    const memberId = context.ids.next();
    const { topUp, payment } = await env.begin(memberId, { packageId: "hundred" });
    context.clock.advance(16 * MINUTE_MS);
    await pollDueAttempts(context, db, env.deps);
    expect(await topUpOf(memberId, topUp.topUpNo)).toMatchObject({
      topUp: { state: "closed", canRefund: false },
      payment: { state: "over" },
    });
    // The channel's notification decides, even about a number that the channel had closed.
    await env.notify(env.channel.pay(payment.outTradeNo ?? ""));
    expect(await topUpOf(memberId, topUp.topUpNo)).toMatchObject({
      topUp: { state: "paid", canRefund: true },
      payment: { state: "paid" },
    });
    expect(await money(memberId)).toMatchObject({ principal: 10_000, bonus: 1_000 });
  });

  test("without room in the balance refunds all of it, under one number", async () => {
    const memberId = context.ids.next();
    const small = await env.begin(memberId, { amountFen: 300_000 });
    const large = await env.begin(memberId, { amountFen: 500_000 });
    const last = await env.begin(memberId, { amountFen: 300_000 });
    for (const { payment } of [small, large, last])
      await env.notify(env.channel.pay(payment.outTradeNo ?? ""));
    expect(await money(memberId)).toMatchObject({ principal: 800_000 });
    expect(await topUpOf(memberId, last.topUp.topUpNo)).toMatchObject({
      topUp: { state: "closed", stateText: "余额已达上限，款项原路退回" },
      payment: { state: "over" },
    });
    const before = env.requestedRefunds().length;
    await pollDueReturns(context, db, env.channel);
    expect(env.requestedRefunds()).toHaveLength(before + 1);
    expect(env.channel.refunds.get(env.requestedRefunds().at(-1) ?? "")).toMatchObject({
      refundFen: 300_000,
    });
  });

  test("another amount than requested is not credited", async () => {
    const memberId = context.ids.next();
    const { payment } = await env.begin(memberId, { amountFen: 10_000 });
    const update = env.channel.pay(payment.outTradeNo ?? "");
    await env.notify({ ...update, amountFen: 1 } as typeof update);
    expect(await money(memberId)).toMatchObject({ principal: 0 });
    await env.notify(update);
    expect(await money(memberId)).toMatchObject({ principal: 10_000 });
  });

  test("a second time returns the second payment automatically", async () => {
    const memberId = context.ids.next();
    const wanted = { memberId, key: "twice", address: "203.0.113.9" };
    const deps = { payments: env.deps };
    const one = await beginTopUp(context, db, deps, {
      ...wanted,
      input: { packageId: "hundred", via: "jsapi" },
    });
    const two = await beginTopUp(context, db, deps, {
      ...wanted,
      input: { packageId: "hundred", via: "h5" },
    });
    expect(two.topUp.topUpNo).toBe(one.topUp.topUpNo);
    for (const { payment } of [one, two, one])
      await env.notify(env.channel.pay(payment.outTradeNo ?? ""));
    expect(await money(memberId)).toMatchObject({ principal: 10_000, bonus: 1_000 });
    const returns = await env.rows(
      "SELECT amount_fen AS fen FROM payment_return WHERE member_id = $1",
      [memberId],
    );
    expect(returns).toEqual([{ fen: 10_000 }]);
  });
});

describe("bonus", () => {
  test("expires by time in every read; the job only posts it, however often and whenever it runs", async () => {
    const memberId = context.ids.next();
    await env.paid(memberId, { packageId: "hundred" });
    const end = expiryOf(context.clock.now(), 12);
    await transaction(db, (tx) =>
      post(context, tx, {
        memberId,
        kind: "adjust",
        ref: "gift",
        actor: "system",
        transfers: [{ asset: "CNY", debit: "expense", credit: "bonus", amount: 70 }],
      }),
    );
    expect(await walletOf(db, memberId, new Date(end.getTime() - 1))).toMatchObject({
      bonus: 1_070,
    });
    expect(await walletOf(db, memberId, end)).toMatchObject({ bonus: 70 });
    // Three days later; the job runs three times concurrently and once again.
    context.clock.advance(end.getTime() - context.clock.now().getTime() + 3 * DAY_MS);
    await expect(env.spend(memberId, 10_071)).rejects.toThrow("BALANCE_SHORT");
    await Promise.all([
      expireBonus(context, db),
      expireBonus(context, db),
      expireBonus(context, db),
    ]);
    await expireBonus(context, db);
    expect(await money(memberId)).toEqual({ principal: 10_000, bonus: 70, reward: 0, held: 0 });
    const booked =
      "SELECT count(*)::int AS n FROM ledger_txn WHERE member_id = $1 AND kind = 'bonus_expire'";
    expect(await env.rows(booked, [memberId])).toEqual([{ n: 1 }]);
  });

  test("has expired on the wallet's pages while a writer holds the member's ledger; they do not wait", async () => {
    const memberId = context.ids.next();
    const topUpNo = await env.paid(memberId, { packageId: "hundred" });
    context.clock.advance(
      expiryOf(context.clock.now(), 12).getTime() - context.clock.now().getTime(),
    );
    const pages = () =>
      Promise.all([
        walletSummary(context, db, NO_CAUSES, memberId),
        walletRecords(context, db, NO_CAUSES, { memberId, input: {} }),
        pageOfTopUps(context, db, { memberId, input: {} }),
        topUpOf(memberId, topUpNo),
      ]);
    await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT wallet_settle(${memberId}::uuid, ${context.clock.now()})`);
      const [summary, records, topUps] = await pages();
      expect(summary).toMatchObject({ totalFen: 10_000, principalFen: 10_000, bonusFen: 0 });
      // Its line appears when it is posted.
      expect(records.list).toHaveLength(2);
      expect(topUps.list).toHaveLength(1);
    });
    const [summary, records] = await pages();
    expect(summary).toMatchObject({ totalFen: 10_000, bonusFen: 0 });
    expect(records.list).toHaveLength(3);
  });

  test("with the earliest expiry is spent first, and returns to its lot, or to a lot for a week", async () => {
    const memberId = context.ids.next();
    await env.paid(memberId, { packageId: "hundred" });
    const end = expiryOf(context.clock.now(), 12);
    context.clock.advance(40 * DAY_MS);
    await env.paid(memberId, { packageId: "hundred" });
    const hold = await env.spend(memberId, 1_500);
    const lots = "SELECT remaining FROM bonus_lot WHERE member_id = $1 ORDER BY expires_at";
    expect(await env.rows(lots, [memberId])).toEqual([{ remaining: 0 }, { remaining: 500 }]);
    const back = (ref: string, fen: number) =>
      db.$client.query("SELECT wallet_return($1, $2, $3, $4, 'system', '', $5)", [
        memberId,
        ref,
        hold,
        fen,
        context.clock.now(),
      ]);
    // The lot with the latest expiry is filled up first.
    await back("part", 300);
    expect(await env.rows(lots, [memberId])).toEqual([{ remaining: 0 }, { remaining: 800 }]);
    context.clock.advance(end.getTime() - context.clock.now().getTime() + 1_000);
    await back("rest", 1_200);
    expect(await money(memberId)).toMatchObject({ bonus: 2_000 });
    context.clock.advance(7 * DAY_MS);
    expect(await money(memberId)).toMatchObject({ bonus: 1_000 });
  });
});

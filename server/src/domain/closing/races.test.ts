/**
 * Tests closing an account concurrently with the member's other requests, on 64 connections. Each
 * test is also shown to fail when its guard is removed.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { setValueCheck } from "../../platform/database/sql-function.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { openSession } from "../exchange/actions/open.ts";
import { redeemCode } from "../exchange/actions/redeem.ts";
import { grantCodes } from "../exchange/batches/grant.ts";
import { createExchangeTestEnv } from "../exchange/testing.ts";
import { balancesOf, trialBalance } from "../ledger/actions.ts";
import { connectAll, CONNECTIONS, maxOverRounds, times } from "../ledger/race.fixture.ts";
import { statusOf } from "../members/actions.ts";
import { grantBalances, openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import { signIn } from "../points/actions.ts";
import { issueProof } from "../security/actions/step-up.ts";
import { beginTopUp } from "../wallet/actions.ts";
import { closeDue, closingOf, requestClosing, withdrawClosing } from "./actions.ts";
import { giveReward } from "./testing.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

/** The request is due immediately, and checked again immediately. */
const AT_ONCE = { closingCoolMs: 1, closingCheckMs: 1 };
const ROUNDS = 6;
const ROUNDS_MAX = 60;

type RaceEnv = Pick<ShopEnv, "context" | "db" | "asOwner">;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const testEnv of opened.splice(0)) await testEnv.close();
});

type Mutation = { module: string; file: string; from: string; to: string };
/** Replaces parts of SQL functions. */
async function mutate(testEnv: RaceEnv, mutations: readonly Mutation[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const { module, file, from, to } of mutations) {
    const path = `../${module}/functions/${file}`;
    const text = texts.get(path) ?? readFileSync(new URL(path, import.meta.url), "utf8");
    if (!text.includes(from)) throw new Error(`${path} does not contain "${from}"`);
    texts.set(path, text.replaceAll(from, to));
  }
  for (const text of texts.values()) await testEnv.asOwner(text);
}

async function openShopEnv(): Promise<ShopEnv> {
  const shop = await openShop(CONNECTIONS, AT_ONCE);
  opened.push(shop);
  await connectAll(shop.db);
  await shop.offer({ id: "topup", delivery: "topup" });
  return shop;
}

const outcomeOfError = (error: unknown): string => {
  const refusal = error instanceof Refusal ? error : raisedRefusal(error);
  if (refusal) return refusal.code;
  throw error;
};

/** Runs all attempts concurrently, and counts how often each outcome occurred. */
async function race(
  attempts: readonly (() => Promise<unknown>)[],
): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    attempts.map((attempt) =>
      attempt().then((answer) => (typeof answer === "string" ? answer : "done"), outcomeOfError),
    ),
  );
  const tally: Record<string, number> = {};
  for (const outcome of outcomes) tally[outcome] = (tally[outcome] ?? 0) + 1;
  return tally;
}

let keys = 0;
const key = (): string => `closing-${++keys}`;

/** Requests closing of the account; the request is due a moment later. */
async function due({ context, db }: RaceEnv & { context: ShopEnv["context"] }, memberId: string) {
  const { forfeits } = await closingOf(context, db, memberId);
  const wanted = { memberId, purpose: "close", method: "sms" } as const;
  const { stepUp } = await transaction(db, (tx) => issueProof(context, tx, wanted));
  await requestClosing(context, db, { memberId, key: key(), forfeits, stepUp });
  context.clock.advance(2);
}

const isClosed = async ({ db }: RaceEnv, memberId: string): Promise<boolean> =>
  (await statusOf(db, memberId)).status === "CANCELLED";

const HEAD_START_MS = 4;

let members = 0;
/** A member with 300 points and 250 fen of reward cash, whose request is due. */
async function memberWithDueRequest(shop: ShopEnv): Promise<string> {
  const memberId = await shop.member(++members);
  await grantBalances(shop.context, shop.db, memberId, { points: 300 });
  await giveReward(shop.context, shop.db, memberId, 250);
  return memberId;
}

describe("64 jobs that close one account", () => {
  test("close it once and forfeit everything once", async () => {
    const shop = await openShopEnv();
    const { context, db } = shop;
    const memberId = await memberWithDueRequest(shop);
    await due(shop, memberId);
    const results = await race(times(CONNECTIONS, () => () => closeDue(context, db, memberId)));
    expect(results).toEqual({ closed: 1, none: CONNECTIONS - 1 });
    expect(await balancesOf(db, memberId)).toMatchObject({ available: 0, reward_cash: 0 });
    const steps = "SELECT count(*)::int AS n FROM account_closing_step WHERE member_id = $1";
    expect((await db.$client.query(steps, [memberId])).rows).toEqual([{ n: 1 }]);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  });
});

/** The member's requests while the job runs: orders, top-ups and signing in. */
async function requestsOf(shop: ShopEnv, memberId: string) {
  const { context, db, payments } = shop;
  const { quoteToken } = await shop.quote(memberId, {
    items: [{ skuId: "topup", quantity: 1, input: { account: "13900001234" } }],
  });
  const topUp = { memberId, address: "10.0.0.1", input: { amountFen: 1_000, via: "h5" } } as const;
  return [
    () => shop.place(memberId, quoteToken, key()).then(() => "ordered"),
    () => beginTopUp(context, db, { payments }, { ...topUp, key: key() }).then(() => "topped up"),
    () => signIn(context, db, memberId).then(() => "signed in"),
  ];
}

/**
 * Runs one round. Returns whether the account was closed, and how many requests succeeded although
 * it was.
 */
async function round(shop: ShopEnv, n: number): Promise<{ closed: boolean; intruders: number }> {
  const { context, db } = shop;
  const memberId = await memberWithDueRequest(shop);
  const memberRequests = await requestsOf(shop, memberId);
  await due(shop, memberId);
  const closers = times(4, () => () => closeDue(context, db, memberId));
  const requests = times(
    CONNECTIONS - 4,
    (m) => memberRequests[(m + n) % memberRequests.length] ?? (async () => ""),
  );
  // The first ones have a head start, a longer one every other round.
  const [first, second] = n % 2 === 0 ? [closers, requests] : [requests, closers];
  const later = second.map((attempt) => async () => {
    await pause(HEAD_START_MS * Math.floor(n / 2));
    return attempt();
  });
  const results = await race([...first, ...later]);
  const closed = await isClosed(shop, memberId);
  expect(results["closed"] ?? 0).toBe(closed ? 1 : 0);
  const open = await db.$client.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM orders WHERE member_id = $1 AND order_state = 'WAIT_PAY')::int
          + (SELECT count(*) FROM topup WHERE member_id = $1 AND state = 'WAIT_PAY')::int
          + (SELECT count(*) FROM ledger_account WHERE member_id = $1 AND balance > 0)::int AS n`,
    [memberId],
  );
  return { closed, intruders: closed ? (open.rows[0]?.n ?? 0) : 0 };
}

describe("closing concurrently with orders, top-ups and signing in", () => {
  test("either the requests come first and the closing waits, or the account is closed and they are refused", async () => {
    const shop = await openShopEnv();
    let closed = 0;
    // Who wins a round is chance; more rounds follow until the closing has won one.
    for (let n = 0; n < ROUNDS || (closed === 0 && n < ROUNDS_MAX); n++) {
      const outcome = await round(shop, n);
      expect(outcome.intruders).toBe(0);
      closed += Number(outcome.closed);
    }
    expect(closed).toBeGreaterThan(0);
    expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  }, 120_000);

  test.runIf(isSlowTier)(
    "would let orders into a closed account without the refusal for closed accounts",
    async () => {
      const shop = await openShopEnv();
      const refused = {
        from: "IF v_status = 'CANCELLED' AND v_into IS NULL THEN",
        to: "IF false THEN",
      };
      await mutate(shop, [{ module: "members", file: "refuse-merged.sql", ...refused }]);
      const intrudersOf = async (n: number) => (await round(shop, n)).intruders;
      expect(await maxOverRounds(0, intrudersOf, ROUNDS_MAX)).toBeGreaterThan(0);
    },
    120_000,
  );
});

/** Runs 32 withdrawals of the request and 32 closing jobs concurrently. */
async function withdrawOrClose(shop: ShopEnv) {
  const { context, db } = shop;
  const memberId = await memberWithDueRequest(shop);
  await due(shop, memberId);
  const results = await race(
    times(CONNECTIONS, (n) =>
      n % 2 === 0
        ? () => closeDue(context, db, memberId)
        : () => withdrawClosing(context, db, { memberId, key: key() }).then(() => "withdrawn"),
    ),
  );
  const balances = await balancesOf(db, memberId);
  return {
    closed: results["closed"] ?? 0,
    withdrawn: results["withdrawn"] ?? 0,
    balances,
    memberId,
  };
}

describe("withdrawing concurrently with closing", () => {
  test("exactly one of them succeeds, and the member has either everything or nothing", async () => {
    const shop = await openShopEnv();
    for (let n = 0; n < ROUNDS; n++) {
      const { closed, withdrawn, balances, memberId } = await withdrawOrClose(shop);
      expect(closed + withdrawn).toBe(1);
      const { status } = await statusOf(shop.db, memberId);
      expect(status).toBe(closed ? "CANCELLED" : "ACTIVE");
      expect(balances).toMatchObject({
        available: closed ? 0 : 300,
        reward_cash: closed ? 0 : 250,
      });
    }
  }, 120_000);

  test.runIf(isSlowTier)(
    "would both succeed without the locks on the member and the request",
    async () => {
      const shop = await openShopEnv();
      // The mutant returns ended requests as open ones, which the schema forbids.
      const check = setValueCheck(undefined);
      onTestFinished(() => void setValueCheck(check));
      await mutate(shop, [
        { module: "members", file: "merge.sql", from: " FOR UPDATE", to: "" },
        {
          module: "members",
          file: "close.sql",
          from: "AND status = p_from AND p_from",
          to: "AND p_from",
        },
        { module: "closing", file: "closing.sql", from: " FOR UPDATE", to: "" },
        {
          module: "closing",
          file: "closing.sql",
          from: "AND state IN ('COOLING', 'WAITING')",
          to: "",
        },
      ]);
      const most = await maxOverRounds(1, async () => {
        const { closed, withdrawn } = await withdrawOrClose(shop).catch(() => ({
          closed: 0,
          withdrawn: 0,
        }));
        return closed + withdrawn;
      });
      expect(most).toBeGreaterThan(1);
    },
    120_000,
  );
});

describe("closing concurrently with redeeming a code", () => {
  test("either the code is redeemed first and its value is forfeited, or the code stays usable", async () => {
    const testEnv = await createExchangeTestEnv(AT_ONCE, CONNECTIONS);
    opened.push(testEnv);
    const { context, db, makerId, checkerId } = testEnv;
    const outcomes = new Set<string>();
    for (let n = 0; n < ROUNDS; n++) {
      const memberId = await testEnv.member(1_000 + n);
      const [code = ""] = await grantCodes(context, db, {
        target: "points-500",
        makerId,
        checkerId,
        count: 1,
      });
      const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
      const { session } = await openSession(context, db, caller);
      await due(testEnv, memberId);
      const wake = () => Promise.resolve();
      const redeem = () =>
        redeemCode(context, db, { input: { session }, memberId, key: key(), wake }).then(
          () => "redeemed",
        );
      const closers = times(4, () => () => closeDue(context, db, memberId));
      const redeemers = times(CONNECTIONS - 4, () => redeem);
      const results = await race(
        n % 2 === 0 ? [...closers, ...redeemers] : [...redeemers, ...closers],
      );
      expect(results["closed"]).toBe(1);
      expect(results["redeemed"] ?? 0).toBeLessThanOrEqual(1);
      expect(await balancesOf(db, memberId)).toMatchObject({ available: 0 });
      const { rows } = await db.$client.query<{ state: string }>(
        "SELECT state FROM code WHERE redeemed_by = $1 OR session_id IN (SELECT session_id FROM code_session WHERE holder_id = $1)",
        [memberId],
      );
      expect(rows[0]?.state).toBe(results["redeemed"] === 1 ? "REDEEMED" : "LOCKED");
      outcomes.add(results["redeemed"] === 1 ? "redeemed" : "refused");
    }
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
    expect(outcomes.size).toBeGreaterThan(0);
  }, 120_000);
});

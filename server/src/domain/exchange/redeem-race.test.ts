/**
 * Tests promise 2 of reliability.md: of any number of concurrent callers, one opens and one redeems
 * each code; without the guards the test fails.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isSlowTier, repeatCount } from "../../platform/repeat-count.fixture.ts";
import { Refusal } from "../../platform/refusal.ts";
import { trialBalance } from "../ledger/actions.ts";
import { openSession } from "./actions/open.ts";
import { redeemCode } from "./actions/redeem.ts";
import { grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

const CONNECTIONS = 64;
/** How many codes of each target are raced for, and how many racers each code has. */
const CODES_EACH = repeatCount({ suite: 3, slow: 50 });
const CODES = 2 * CODES_EACH;
const RACERS = 100;
let testEnv: ExchangeTestEnv;
beforeEach(async () => {
  testEnv = await createExchangeTestEnv({}, CONNECTIONS);
}, 60_000);
afterEach(() => testEnv.close());

type Outcome<T> = { readonly answer: T } | { readonly refused: string };

/**
 * Runs all attempts, at most as many at once as there are connections. Throws on anything but a
 * clean refusal.
 */
async function race<T>(attempts: readonly (() => Promise<T>)[]): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  let next = 0;
  const runner = async () => {
    for (let at = next++; at < attempts.length; at = next++) {
      const attempt = attempts[at];
      if (!attempt) return;
      outcomes[at] = await attempt().then(
        (answer) => ({ answer }),
        (error: unknown) => {
          if (error instanceof Refusal) return { refused: error.code };
          throw error;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runner));
  return outcomes;
}

const countOutcomes = (outcomes: readonly Outcome<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = "refused" in outcome ? outcome.refused : "done";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

async function makeCodes(perTarget: number): Promise<string[]> {
  const { context, db, makerId, checkerId } = testEnv;
  const by = { makerId, checkerId, count: perTarget };
  const points = await grantCodes(context, db, { target: "points-500", ...by });
  const balance = await grantCodes(context, db, { target: "balance-20", ...by });
  return [...points, ...balance];
}

type Session = { readonly session: string; readonly memberId: string };

/**
 * For each code every member tries to open it concurrently. Returns the outcomes and the sessions
 * granted.
 */
async function raceToOpen(codes: readonly string[], members: readonly string[]) {
  const attempts = codes.flatMap((code) =>
    members.map((memberId) => async (): Promise<Session> => {
      const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
      const { session } = await openSession(testEnv.context, testEnv.db, caller);
      return { session, memberId };
    }),
  );
  const outcomes = await race(attempts);
  const granted = outcomes.flatMap((outcome) => ("answer" in outcome ? outcome.answer : []));
  return { counts: countOutcomes(outcomes), granted };
}

/** Runs several concurrent redemptions on each session, each with its own key. */
const raceToRedeem = async (sessions: readonly Session[], tries: number) =>
  countOutcomes(
    await race(
      sessions.flatMap(({ session, memberId }) =>
        times(tries, (n) => () => {
          const key = `${session}:${n}`;
          return redeemCode(testEnv.context, testEnv.db, { input: { session }, memberId, key });
        }),
      ),
    ),
  );

/** Counts the effects of the redemptions in the database. */
async function countEffects() {
  const { isSound, txns } = await trialBalance(testEnv.db);
  return {
    isSound,
    txns,
    orders: await count(testEnv.db, "SELECT count(*) FROM orders"),
    keys: await count(testEnv.db, "SELECT count(*) FROM idem WHERE route = 'exchange.redeem'"),
    redeemed: await count(testEnv.db, "SELECT count(*) FROM code WHERE state = 'REDEEMED'"),
    points: await count(
      testEnv.db,
      "SELECT sum(balance) FROM ledger_account WHERE purpose = 'available'",
    ),
    fen: await count(
      testEnv.db,
      "SELECT sum(balance) FROM ledger_account WHERE purpose = 'principal'",
    ),
  };
}

/** Re-creates a SQL function without its guard. */
async function withoutGuard(file: string, guard: string): Promise<void> {
  const text = readFileSync(new URL(`./functions/${file}`, import.meta.url), "utf8");
  expect(text).toContain(guard);
  await testEnv.asOwner(text.replace(guard, ""));
}

test(`of ${RACERS} concurrent sessions on each of ${CODES} codes one is granted, and of ${RACERS} redemptions on it one succeeds`, async () => {
  const codes = await makeCodes(CODES_EACH);
  const members = await Promise.all(times(RACERS, (n) => testEnv.member(100 + n)));

  const { counts, granted } = await raceToOpen(codes, members);
  expect(counts).toEqual({ done: CODES, CODE_BUSY: CODES * (RACERS - 1) });

  const redeemed = await raceToRedeem(granted, RACERS);
  expect(redeemed).toEqual({ done: CODES, SESSION_OVER: CODES * (RACERS - 1) });
  expect(await countEffects()).toEqual({
    isSound: true,
    txns: { code_redeem: CODES },
    orders: CODES,
    keys: CODES,
    redeemed: CODES,
    points: CODES_EACH * 500,
    fen: CODES_EACH * 2_000,
  });
}, 120_000);

describe("the same race grants too many", () => {
  test.runIf(isSlowTier)("when the guard is removed from the redemption", async () => {
    await withoutGuard(
      "redeem.sql",
      "AND state = 'LOCKED' AND session_id = v_session AND lock_until > v_now",
    );
    const { granted } = await raceToOpen(await makeCodes(5), [await testEnv.member(100)]);
    const { done = 0 } = await raceToRedeem(granted, CONNECTIONS);
    expect(done).toBeGreaterThan(10);
    expect((await countEffects()).txns["code_redeem"]).toBeGreaterThan(10);
  });

  test("when the guard is removed from the lease", async () => {
    const guard =
      "AND (state = 'ACTIVE' OR (state = 'LOCKED' AND lock_until <= v_now AND order_id IS NULL))";
    await withoutGuard("open.sql", guard);
    const members = await Promise.all(times(20, (n) => testEnv.member(100 + n)));
    const { counts } = await raceToOpen(await makeCodes(5), members);
    expect(counts["done"]).toBeGreaterThan(10);
  });
});

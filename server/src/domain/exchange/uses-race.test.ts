/**
 * Tests races on multi-use codes: uses and the maximum per member are not exceeded, and without a
 * guard they are.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../../platform/refusal.ts";
import { trialBalance } from "../ledger/actions.ts";
import { openSession } from "./actions/open.ts";
import { redeemCode } from "./actions/redeem.ts";
import { grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const CONNECTIONS = 64;
const USES = 10;
let testEnv: ExchangeTestEnv;
beforeEach(async () => {
  testEnv = await createExchangeTestEnv({}, CONNECTIONS);
}, 60_000);
afterEach(() => testEnv.close());

/**
 * Runs all attempts concurrently. Returns the results of those that were not refused; throws on
 * anything but a clean refusal.
 */
async function race<T>(attempts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers = await Promise.all(
    attempts.map((attempt) =>
      attempt().then(
        (answer) => [answer],
        (error: unknown) => {
          if (error instanceof Refusal) return [];
          throw error;
        },
      ),
    ),
  );
  return answers.flat();
}

const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

async function codeOfMany(perMember = 1): Promise<string> {
  const { context, db, makerId, checkerId } = testEnv;
  const many = { count: 1, usesPerCode: USES, perMember };
  const [code = ""] = await grantCodes(context, db, {
    target: "points-500",
    makerId,
    checkerId,
    ...many,
  });
  return code;
}

type HeldSession = { readonly session: string; readonly memberId: string };
const open = (code: string, who: { memberId?: string; device?: string }) =>
  openSession(testEnv.context, testEnv.db, {
    code,
    memberId: who.memberId,
    device: who.device ?? "",
    address: "10.0.0.1",
    session: undefined,
  });
const redeem = ({ session, memberId }: HeldSession, key: string) =>
  redeemCode(testEnv.context, testEnv.db, { input: { session }, memberId, key });

/** Many members open the code concurrently, and each redeems with several keys concurrently. */
async function raceOfManyMembers(code: string, most = CONNECTIONS) {
  const members = await Promise.all(times(most, (n) => testEnv.member(100 + n)));
  const sessions = await race(
    members.map((memberId) => async () => ({ memberId, ...(await open(code, { memberId })) })),
  );
  const done = await race(
    sessions.flatMap((opened) => times(6, (n) => () => redeem(opened, `${opened.session}:${n}`))),
  );
  return { seats: sessions.length, done: done.length };
}

/**
 * Sessions opened on many devices, where one member then logs in and redeems all of them
 * concurrently.
 */
async function raceOfOneMember(code: string): Promise<number> {
  const memberId = await testEnv.member(99);
  const sessions = await race(times(USES, (n) => () => open(code, { device: `phone-${n}` })));
  expect(sessions.length).toBe(USES);
  const done = await race(
    sessions.map(
      ({ session }) =>
        () =>
          redeem({ session, memberId }, session),
    ),
  );
  return done.length;
}

const used = () => count(testEnv.db, "SELECT count(*) FROM ledger_txn WHERE kind = 'code_redeem'");

/** Re-creates a SQL function without its guard. */
async function withoutGuard(guard: string, instead = ""): Promise<void> {
  const text = readFileSync(new URL("./functions/uses.sql", import.meta.url), "utf8");
  expect(text).toContain(guard);
  await testEnv.asOwner(text.replace(guard, instead));
}

test("when 64 members open a code of ten uses, ten hold it, with one use each", async () => {
  for (let round = 0; round < 3; round++) {
    expect(await raceOfManyMembers(await codeOfMany())).toEqual({ seats: USES, done: USES });
  }
  expect(await used()).toBe(3 * USES);
  expect(await count(testEnv.db, "SELECT min(uses) FROM code")).toBe(USES);
  expect(await count(testEnv.db, "SELECT count(*) FROM code WHERE state = 'REDEEMED'")).toBe(3);
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
}, 120_000);

test("a member who logs in to ten sessions at once redeems no more than the maximum", async () => {
  expect(await raceOfOneMember(await codeOfMany(1))).toBe(1);
  expect(await count(testEnv.db, "SELECT sum(uses) FROM code")).toBe(1);
}, 120_000);

describe("the same race grants too many uses", () => {
  test.runIf(isSlowTier)(
    "when the number of uses is not limited",
    async () => {
      await withoutGuard("WHEN v_n <= p_most THEN v_n", "WHEN v_n > 0 THEN v_n");
      expect((await raceOfManyMembers(await codeOfMany())).seats).toBeGreaterThan(USES);
    },
    120_000,
  );

  test.runIf(isSlowTier)(
    "when the redemption does not check the lease",
    async () => {
      await withoutGuard(
        "AND state = 'held' AND session_id = p_session AND lock_until > v_now;",
        ";",
      );
      let most = 0;
      for (let round = 0; round < 6 && most <= 5; round++) {
        most = (await raceOfManyMembers(await codeOfMany(), 5)).done;
      }
      expect(most).toBeGreaterThan(5);
    },
    120_000,
  );

  test.runIf(isSlowTier)(
    "when the member's uses are not counted",
    async () => {
      await withoutGuard(
        "v_use.place, v_n, false, p_now) >= v_batch.per_member",
        "v_use.place, v_n, false, p_now) < 0",
      );
      expect(await raceOfOneMember(await codeOfMany(1))).toBe(USES);
    },
    120_000,
  );
});

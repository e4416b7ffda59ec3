/**
 * Tests sessions that the process keeps because it opened them (decision 0270): one statement
 * redeems, and whatever ended the session since is refused as without them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openSession } from "./actions/open.ts";
import { createOpenedSessions, type OpenedSessions } from "./actions/opened-sessions.ts";
import { redeemCode } from "./actions/redeem.ts";
import { releaseSession } from "./actions/release-session.ts";
import { type DemoTarget, grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

let testEnv: ExchangeTestEnv;
let openedSessions: OpenedSessions;
let phone = 100;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
beforeEach(() => {
  openedSessions = createOpenedSessions(testEnv.context.clock);
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const newMember = () => testEnv.member(++phone);

async function newCode(target: DemoTarget = "points-500"): Promise<string> {
  const { context, db, makerId, checkerId } = testEnv;
  const [code = ""] = await grantCodes(context, db, { target, count: 1, makerId, checkerId });
  return code;
}
async function openCode(code: string, memberId: string | undefined): Promise<string> {
  const caller = { code, memberId, device: "", address: `10.0.0.${++phone}`, session: undefined };
  const opened = await openSession(testEnv.context, testEnv.db, caller, { openedSessions });
  return opened.session;
}
const open = async (memberId: string | undefined, target?: DemoTarget) =>
  openCode(await newCode(target), memberId);
const redeem = (memberId: string, session: string, key = "k") =>
  redeemCode(testEnv.context, testEnv.db, { input: { session }, memberId, key, openedSessions });

/** Counts the statements that are sent while `act` runs. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(testEnv.db.$client, "query");
  await act();
  const { length } = sent.mock.calls;
  sent.mockRestore();
  return length;
}

test.each([
  ["points-500", 1],
  ["level-gold", 1],
  // Its posting names the batch, which opening does not return.
  ["balance-20", 2],
] as const)("a code for %s takes %i statements to redeem", async (target, statements) => {
  const memberId = await newMember();
  const session = await open(memberId, target);
  expect(await statementsOf(() => redeem(memberId, session))).toBe(statements);
});

test("a session is kept for one redemption; the repeated request is found by its key", async () => {
  const memberId = await newMember();
  const session = await open(memberId);
  const first = await redeem(memberId, session);
  expect(
    await statementsOf(async () => expect(await redeem(memberId, session)).toEqual(first)),
  ).toBe(1);
  await expect(redeem(memberId, session, "another")).rejects.toEqual(refusal("SESSION_OVER"));
});

describe("a kept session is over", () => {
  test("for another member, and stays its own member's", async () => {
    const memberId = await newMember();
    const session = await open(memberId);
    await expect(redeem(await newMember(), session)).rejects.toEqual(refusal("SESSION_OVER"));
    expect(await statementsOf(() => redeem(memberId, session))).toBe(1);
  });

  test("once another process has redeemed it, and the same request gets the same answer", async () => {
    const [memberId, other] = [await newMember(), await newMember()];
    const [session, second] = [await open(memberId), await open(other)];
    const elsewhere = (holder: string, held: string) =>
      redeemCode(testEnv.context, testEnv.db, {
        input: { session: held },
        memberId: holder,
        key: "k",
      });
    const first = await elsewhere(memberId, session);
    expect(await redeem(memberId, session)).toEqual(first);
    await elsewhere(other, second);
    await expect(redeem(other, second, "another")).rejects.toEqual(refusal("SESSION_OVER"));
    const orders = `SELECT count(*) FROM orders WHERE member_id IN ('${memberId}', '${other}')`;
    expect(await count(testEnv.db, orders)).toBe(2);
  });

  test("once the member has left it, also where another one holds the code by now", async () => {
    const [memberId, other] = [await newMember(), await newMember()];
    const code = await newCode();
    const session = await openCode(code, memberId);
    await releaseSession(testEnv.context, testEnv.db, { session, memberId });
    const next = await openCode(code, other);
    await expect(redeem(memberId, session)).rejects.toEqual(refusal("SESSION_OVER"));
    await redeem(other, next);
  });

  test("after fifteen minutes", async () => {
    const memberId = await newMember();
    const session = await open(memberId);
    testEnv.context.clock.advance(15 * 60_000);
    await expect(redeem(memberId, session)).rejects.toEqual(refusal("SESSION_OVER"));
  });

  test("when its code is frozen", async () => {
    const memberId = await newMember();
    const session = await open(memberId);
    await testEnv.asOwner("UPDATE code SET state = 'FROZEN' WHERE state = 'LOCKED'");
    await expect(redeem(memberId, session)).rejects.toEqual(refusal("SESSION_OVER"));
  });
});

test("a caller without a login keeps no session", async () => {
  const guest = await open(undefined);
  const memberId = await newMember();
  expect(await statementsOf(() => redeem(memberId, guest))).toBe(2);
});

describe("what is kept is bounded", () => {
  const memberId = "01a2266b-a554-7103-a0a9-74a0492bb21a";
  const held = { session: "s", owner: memberId, codeMac: Buffer.of(1), last4: "0000" };
  const target = { target: "points", title: "1 积分", points: 1, validUntil: 0 } as const;
  const keep = (session: string) => {
    const expiresAt = testEnv.context.clock.now().getTime() + 60_000;
    openedSessions.keep(session, { ...held, target, expiresAt });
  };
  const isKept = (session: string) => openedSessions.take({ session, memberId }) !== undefined;

  test("of more than 10,000 sessions the oldest goes", () => {
    for (let n = 0; n <= 10_000; n++) keep(String(n));
    expect(["0", "1"].map(isKept)).toEqual([false, true]);
  });

  test("a session whose lease has ended goes when the next one comes", () => {
    keep("ended");
    testEnv.context.clock.advance(30_000);
    keep("runs");
    testEnv.context.clock.advance(30_000);
    keep("next");
    expect(["ended", "runs", "next"].map(isKept)).toEqual([false, true, true]);
  });
});

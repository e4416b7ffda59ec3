/**
 * Tests the risk check end to end: its input at a login, and what it stops before a reward is paid.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "../../../platform/database/transaction.ts";
import { openSession } from "../../members/actions.ts";
import { codeOf } from "../actions.ts";
import { createInvitationTestEnv } from "../test-env.fixture.ts";
import { createRiskCheck } from "./risk-check.ts";

const WEEK_MS = 7 * 86_400_000;
let testEnv: Awaited<ReturnType<typeof createInvitationTestEnv>>;
beforeAll(async () => {
  testEnv = await createInvitationTestEnv("1386");
  await testEnv.campaign();
}, 60_000);
afterAll(() => testEnv.close());

const riskCheck = () => createRiskCheck(testEnv.context);
/** Creates a member whom `inviterId` invited on this device, and who has bought something. */
async function inviteFriend(inviterId: string, device: string) {
  const memberId = await testEnv.member();
  const code = await codeOf(testEnv.context, testEnv.db, inviterId);
  await testEnv.bindTo(memberId, code, { device, riskCheck: riskCheck() });
  await testEnv.buys(memberId, 10_000);
  return memberId;
}
const rewardsOf = (inviterId: string) =>
  testEnv.query<{ state: string; risk_score: number | null }>(
    "SELECT state, risk_score FROM invite_reward WHERE member_id = $1 ORDER BY created_at, id",
    [inviterId],
  );

test("a friend or two on their own phones are paid after the freeze", async () => {
  const inviterId = await testEnv.member();
  for (const phone of ["one", "two"]) await inviteFriend(inviterId, `own ${phone}`);
  testEnv.context.clock.advance(WEEK_MS + 1_000);
  await testEnv.settle(riskCheck());
  expect(await rewardsOf(inviterId)).toEqual([
    expect.objectContaining({ state: "SETTLED" }),
    expect.objectContaining({ state: "SETTLED" }),
  ]);
});

const logIn = (memberId: string, device: string) =>
  transaction(testEnv.db, (tx) => openSession(testEnv.context, tx, { memberId, device }));
const statesAfterFreeze = async (inviterId: string) => {
  testEnv.context.clock.advance(WEEK_MS + 1_000);
  await testEnv.settle(riskCheck());
  return (await rewardsOf(inviterId)).map(({ state }) => state);
};

test("a second phone on the inviter's own device is held for review, not paid", async () => {
  const inviterId = await testEnv.member();
  await logIn(inviterId, "the inviter's browser");
  await inviteFriend(inviterId, "the inviter's browser");
  expect(await statesAfterFreeze(inviterId)).toEqual(["HELD"]);
});

test("a friend who registered elsewhere and later logs in on the inviter's device is held as well", async () => {
  const inviterId = await testEnv.member();
  await logIn(inviterId, "a phone for two");
  const friend = await inviteFriend(inviterId, "another browser");
  await logIn(friend, "a phone for two");
  expect(await statesAfterFreeze(inviterId)).toEqual(["HELD"]);
});

test("a family behind one address with one device each is paid", async () => {
  const inviterId = await testEnv.member();
  await logIn(inviterId, "mother's phone");
  for (const device of ["father's phone", "daughter's phone"]) {
    const memberId = await inviteFriend(inviterId, device);
    await logIn(memberId, device);
  }
  expect(await statesAfterFreeze(inviterId)).toEqual(["SETTLED", "SETTLED"]);
});

test("the first members of a ring are stopped by later ones, before anything is paid", async () => {
  const inviterId = await testEnv.member();
  for (let n = 0; n < 4; n++) await inviteFriend(inviterId, "one phone for all");
  const first = await testEnv.query<{ risk_verdict: string; risk_reasons: string[] }>(
    "SELECT risk_verdict, risk_reasons FROM invite_binding WHERE inviter_id = $1 ORDER BY bound_at",
    [inviterId],
  );
  expect(first[0]).toEqual({ risk_verdict: "pass", risk_reasons: [] });
  expect(first[3]?.risk_reasons[0]).toContain("同一设备");
  testEnv.context.clock.advance(WEEK_MS + 1_000);
  await testEnv.settle(riskCheck());
  const rewards = await rewardsOf(inviterId);
  expect(rewards.length).toBeGreaterThanOrEqual(3);
  for (const { state } of rewards) expect(["HELD", "REJECTED"]).toContain(state);
  const paid = await testEnv.query(
    "SELECT 1 FROM ledger_transfer WHERE member_id = $1 AND credit = 'reward_cash'",
    [inviterId],
  );
  expect(paid).toEqual([]);
});

test("in shadow mode a decision is recorded and not applied", async () => {
  const shadow = await createInvitationTestEnv("1387", { inviteJudgeShadow: true });
  await shadow.campaign();
  const inviterId = await shadow.member();
  const code = await codeOf(shadow.context, shadow.db, inviterId);
  const seen = createRiskCheck(shadow.context);
  for (let n = 0; n < 4; n++) {
    const memberId = await shadow.member();
    await shadow.bindTo(memberId, code, { device: "one phone for all", riskCheck: seen });
    await shadow.buys(memberId, 10_000);
  }
  shadow.context.clock.advance(WEEK_MS + 1_000);
  await shadow.settle(seen);
  const states = "SELECT state FROM invite_reward WHERE member_id = $1";
  const rewards = await shadow.query<{ state: string }>(states, [inviterId]);
  expect(rewards.map(({ state }) => state)).toEqual(["SETTLED", "SETTLED", "SETTLED", "SETTLED"]);
  const verdictQuery = "SELECT DISTINCT risk_verdict FROM invite_binding WHERE inviter_id = $1";
  const verdicts = await shadow.query<{ risk_verdict: string }>(verdictQuery, [inviterId]);
  expect(verdicts.map(({ risk_verdict: verdict }) => verdict)).not.toContain("pass");
  await shadow.close();
});

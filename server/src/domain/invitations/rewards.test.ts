/**
 * Tests rewards: one for the first order that is paid, completed and not refunded; freeze,
 * settlement, reduction and clawback.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balancesOf, hold, trialBalance } from "../ledger/actions.ts";
import {
  codeOf,
  createCampaign,
  decideAppeal,
  handleOrderDone,
  handleOrderRefunded,
  rejectBinding,
  rejectHeldReward,
} from "./actions.ts";
import type { RiskDecision } from "./model.ts";
import { type InvitationTestEnv, createInvitationTestEnv } from "./test-env.fixture.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";

const DAY_MS = 86_400_000;
let testEnv: InvitationTestEnv;
let inviter: string;
beforeAll(async () => {
  testEnv = await createInvitationTestEnv("1392");
}, 60_000);
beforeEach(async () => {
  await testEnv.campaign();
  inviter = await testEnv.member();
});
afterAll(async () => {
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  await testEnv.close();
});

type Row = { state: string; amount: number; reason: string; owed_fen: number; kind: string };
const rewardsOf = (memberId: string) =>
  testEnv.query<Row>(
    `SELECT state, amount, reason, owed_fen, kind FROM invite_reward WHERE member_id = $1 ORDER BY created_at, id`,
    [memberId],
  );
const rewardBalancesOf = async (memberId: string) => {
  const { reward_frozen: frozen, reward_cash: cash } = await balancesOf(
    ...([testEnv.db, memberId, testEnv.context.clock.now()] as const),
  );
  return { frozen, cash };
};
const passFreeze = async () => {
  testEnv.context.clock.advance(7 * DAY_MS);
  await testEnv.settle();
};
const eventsOf = async (memberId: string) =>
  (
    await testEnv.query<{ kind: string; data: object }>(
      `SELECT payload->>'kind' AS kind, payload->'data' AS data FROM outbox
       WHERE member_id = $1 AND topic = 'news' ORDER BY created_at, id`,
      [memberId],
    )
  ).map(({ kind, data }) => ({ kind, ...data }));

describe("the first order", () => {
  test("freezes a reward for seven days; then it is cash, and its member is notified once", async () => {
    const { memberId } = await testEnv.friendOf(inviter);
    await testEnv.buys(memberId, 5_000);
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 500, cash: 0 });
    testEnv.context.clock.advance(7 * DAY_MS - 1);
    await testEnv.settle();
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 500, cash: 0 });
    testEnv.context.clock.advance(1);
    await Promise.all([testEnv.settle(), testEnv.settle()]);
    await testEnv.settle();
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 0, cash: 500 });
    expect(await eventsOf(inviter)).toEqual([
      { kind: "invite.settled", amountFen: 500, reasonCode: "settled" },
    ]);
  });
  test("counts alone: a repeated event or a second order earns nothing more", async () => {
    const { memberId } = await testEnv.friendOf(inviter);
    const orderId = await testEnv.buys(memberId, 5_000);
    await handleOrderDone(testEnv.context, testEnv.db, { memberId, orderId });
    await testEnv.buys(memberId, 9_000);
    expect(await rewardsOf(inviter)).toHaveLength(1);
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 500, cash: 0 });
  });
  test("is the first with cash: one paid by points and balance alone leaves the binding waiting", async () => {
    const { memberId } = await testEnv.friendOf(inviter);
    await testEnv.buys(memberId, 0);
    expect(await rewardsOf(inviter)).toHaveLength(0);
    await testEnv.buys(memberId, 2_000);
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 200, cash: 0 });
  });
  test("must be paid within thirty days; paid in time and completed later it counts", async () => {
    const [{ memberId: late }, { memberId: slow }] = [
      await testEnv.friendOf(inviter),
      await testEnv.friendOf(inviter),
    ];
    const orderId = await testEnv.buys(slow, 1_000, false);
    testEnv.context.clock.advance(31 * DAY_MS);
    await testEnv.buys(late, 1_000);
    await handleOrderDone(testEnv.context, testEnv.db, { memberId: slow, orderId });
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 100, cash: 0 });
  });
  test("is capped, and gives both sides what the rule says", async () => {
    await testEnv.campaign({ invitee: { kind: "points", points: 200 } });
    const { memberId } = await testEnv.friendOf(inviter);
    await testEnv.buys(memberId, 50_000);
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 1_000, cash: 0 });
    await passFreeze();
    const { available } = await balancesOf(testEnv.db, memberId, testEnv.context.clock.now());
    expect(available).toBe(200);
    expect(await eventsOf(memberId)).toContainEqual({
      kind: "invite.settled",
      points: 200,
      reasonCode: "settled",
    });
  });
  test("under a campaign that was switched off earns nothing, with a reason", async () => {
    const campaignId = await testEnv.campaign();
    const { memberId } = await testEnv.friendOf(inviter);
    await testEnv.query("UPDATE invite_campaign SET is_on = false WHERE campaign_id = $1", [
      campaignId,
    ]);
    await testEnv.buys(memberId, 5_000);
    expect(await rewardsOf(inviter)).toMatchObject([
      { state: "CANCELLED", reason: "campaign_off" },
    ]);
  });
});

describe("a refund", () => {
  test("of the full amount within the freeze pays nothing, ever", async () => {
    const { memberId } = await testEnv.friendOf(inviter);
    const orderId = await testEnv.buys(memberId, 5_000);
    await testEnv.refunds(memberId, orderId);
    expect(await rewardsOf(inviter)).toMatchObject([{ state: "CANCELLED", reason: "refund" }]);
    await passFreeze();
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 0, cash: 0 });
    expect(await eventsOf(inviter)).toEqual([
      { kind: "invite.cancelled", amountFen: 500, reasonCode: "refund" },
    ]);
  });
  test("of a part reduces the reward, even without an event before it was due", async () => {
    const { memberId } = await testEnv.friendOf(inviter);
    const orderId = await testEnv.buys(memberId, 5_000);
    await testEnv.refunds(memberId, orderId, 2_000);
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 300, cash: 0 });
    await queryWithoutTriggers(
      testEnv.db.$client,
      `INSERT INTO refund (member_id, id, order_id, refund_no, attempt_id, reason, applicant, state, cash_fen,
         balance_fen, points, created_at, decided_at, ended_at)
       SELECT member_id, md5('unheard')::uuid, order_id, '9999999999', attempt_id, reason, applicant, state, 1000, 0, 0,
              created_at, decided_at, ended_at FROM refund WHERE member_id = $1`,
      [memberId],
    );
    await passFreeze();
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 0, cash: 200 });
  });
  test("after the settlement claws the reward back; a missing amount is owed and deducted from the next reward", async () => {
    const { memberId } = await testEnv.friendOf(inviter);
    const orderId = await testEnv.buys(memberId, 5_000);
    await passFreeze();
    const away = {
      memberId: inviter,
      actor: "system",
      asset: "CNY",
      purpose: "reward_cash",
    } as const;
    await testEnv.db.transaction((tx) =>
      hold(testEnv.context, tx, {
        ...away,
        holdId: testEnv.context.ids.next(),
        amount: 400,
        expiresAt: new Date(testEnv.context.clock.now().getTime() + 90 * DAY_MS),
      }),
    );
    await testEnv.refunds(memberId, orderId);
    await handleOrderRefunded(testEnv.context, testEnv.db, { memberId, orderId });
    expect(await rewardsOf(inviter)).toMatchObject([{ state: "CLAWED_BACK", owed_fen: 400 }]);
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 0, cash: 0 });
    const { memberId: second } = await testEnv.friendOf(inviter);
    await testEnv.buys(second, 7_000);
    await passFreeze();
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 0, cash: 300 });
    expect(await rewardsOf(inviter)).toMatchObject([{ owed_fen: 0 }, { state: "SETTLED" }]);
  });
  test("claws settled points back, as a debt where they were spent", async () => {
    await testEnv.campaign({ invitee: { kind: "points", points: 200 } });
    const { memberId } = await testEnv.friendOf(inviter);
    const orderId = await testEnv.buys(memberId, 1_000);
    await passFreeze();
    await testEnv.db.transaction((tx) =>
      hold(testEnv.context, tx, {
        memberId,
        actor: "system",
        asset: "PTS",
        purpose: "available",
        amount: 200,
        holdId: testEnv.context.ids.next(),
        expiresAt: new Date(testEnv.context.clock.now().getTime() + DAY_MS),
      }),
    );
    await testEnv.query(
      "UPDATE points_lot SET remaining = 0, state = 'SPENT' WHERE member_id = $1",
      [memberId],
    );
    await testEnv.refunds(memberId, orderId);
    const { available, debt } = await balancesOf(testEnv.db, memberId, testEnv.context.clock.now());
    expect({ available, debt }).toEqual({ available: 0, debt: 200 });
  });
});

describe("limits", () => {
  test("above the month's cap a reward is held for review; the next month starts anew", async () => {
    await testEnv.campaign({ monthCap: 2 });
    for (let n = 0; n < 3; n++)
      await testEnv.buys((await testEnv.friendOf(inviter)).memberId, 1_000);
    expect((await rewardsOf(inviter)).map(({ state }) => state)).toEqual([
      "FROZEN",
      "FROZEN",
      "HELD",
    ]);
    await passFreeze();
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 100, cash: 200 });
  });
  test("a budget can be spent to its last fen, and a refund returns it", async () => {
    const campaignId = await testEnv.campaign({ budgetFen: 250 });
    const [one, two, three] = [
      await testEnv.friendOf(inviter),
      await testEnv.friendOf(inviter),
      await testEnv.friendOf(inviter),
    ];
    const orderId = await testEnv.buys(one.memberId, 1_500);
    await testEnv.buys(two.memberId, 1_500);
    expect((await rewardsOf(inviter))[1]).toMatchObject({ state: "CANCELLED", reason: "budget" });
    await testEnv.refunds(one.memberId, orderId);
    await testEnv.buys(three.memberId, 2_500);
    expect((await rewardsOf(inviter))[2]).toMatchObject({ state: "FROZEN", amount: 250 });
    const [budget] = await testEnv.query(
      "SELECT used_fen FROM invite_budget WHERE campaign_id = $1",
      [campaignId],
    );
    expect(budget).toEqual({ used_fen: 250 });
  });
});

describe("a risk check", () => {
  const riskCheckWith = (decision: RiskDecision["decision"]) => ({
    assess: async () => ({ score: 80, reasons: ["同一设备"], decision }),
  });
  test("that rejects a newcomer ends the binding: no order earns anything", async () => {
    const { memberId } = await testEnv.friendOf(inviter, riskCheckWith("reject"));
    await testEnv.buys(memberId, 5_000);
    expect(await rewardsOf(inviter)).toEqual([]);
    const [friend] = await testEnv.query("SELECT state FROM invite_friend WHERE member_id = $1", [
      inviter,
    ]);
    expect(friend).toEqual({ state: "REJECTED" });
  });
  test("that rejects at the end of the freeze reclaims the frozen cash", async () => {
    const { memberId } = await testEnv.friendOf(inviter);
    await testEnv.buys(memberId, 5_000);
    testEnv.context.clock.advance(7 * DAY_MS);
    await testEnv.settle(riskCheckWith("hold"));
    expect(await rewardsOf(inviter)).toMatchObject([{ state: "HELD", reason: "risk" }]);
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 500, cash: 0 });
    const { memberId: other } = await testEnv.friendOf(inviter);
    await testEnv.buys(other, 3_000);
    testEnv.context.clock.advance(7 * DAY_MS);
    await testEnv.settle(riskCheckWith("reject"));
    expect(await rewardBalancesOf(inviter)).toEqual({ frozen: 500, cash: 0 });
    expect((await rewardsOf(inviter))[1]).toMatchObject({ state: "REJECTED" });
  });
});

test("a campaign whose name induces sharing is refused", async () => {
  const gift = { kind: "none" } as const;
  const draft = { name: "分享得红包", startsAt: 1, endsAt: 2, budgetFen: 1, monthCap: 1 };
  const made = createCampaign(testEnv.context, testEnv.db, {
    ...draft,
    inviter: gift,
    invitee: gift,
  });
  await expect(made).rejects.toMatchObject({ code: "INPUT_INVALID" });
});

test("a reason that members read is refused when it induces sharing", async () => {
  const { context, db } = testEnv;
  const key = { memberId: inviter, id: context.ids.next(), actor: context.ids.next() };
  const reason = "分享得现金";
  const refused = { code: "INPUT_INVALID", data: { field: "reason", text: expect.any(String) } };
  const decision = { ...key, reason, isProven: true };
  await expect(rejectHeldReward(context, db, decision)).rejects.toMatchObject(refused);
  await expect(
    rejectBinding(context, db, { ...decision, bindingId: key.id }),
  ).rejects.toMatchObject(refused);
  await expect(decideAppeal(context, db, { ...decision, isGranted: false })).rejects.toMatchObject(
    refused,
  );
  // Members do not read why it is granted.
  await expect(decideAppeal(context, db, { ...decision, isGranted: true })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a binding transferred after it had earned earns nothing for the new inviter", async () => {
  const { memberId } = await testEnv.friendOf(inviter);
  const orderId = await testEnv.buys(memberId, 5_000);
  expect(await codeOf(testEnv.context, testEnv.db, inviter)).toBeTruthy();
  await testEnv.query(
    "UPDATE invite_binding SET state = 'MOVED', ended_at = bound_at WHERE member_id = $1",
    [memberId],
  );
  await handleOrderDone(testEnv.context, testEnv.db, { memberId, orderId });
  await testEnv.buys(memberId, 5_000);
  expect(await rewardsOf(inviter)).toHaveLength(1);
});

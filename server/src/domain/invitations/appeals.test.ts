/**
 * Tests appeals: one per withheld reward, decided once by an operator; a granted reward is frozen
 * again and then settles.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balancesOf, trialBalance } from "../ledger/actions.ts";
import {
  appeal,
  approveHeldReward,
  decideAppeal,
  decideHeldReward,
  hasRewardsOpen,
  listHeldRewards,
  pageOfFriends,
  rejectHeldReward,
} from "./actions.ts";
import type { RiskDecision } from "./model.ts";
import { type InvitationTestEnv, createInvitationTestEnv } from "./test-env.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const DAY_MS = 86_400_000;
const CONNECTIONS = 64;
const ONE = "00000000-0000-7000-8000-0000000000a1";
const OTHER = "00000000-0000-7000-8000-0000000000a2";
let testEnv: InvitationTestEnv;
let inviter: string;
beforeAll(async () => {
  testEnv = await createInvitationTestEnv("1395", {}, CONNECTIONS);
}, 60_000);
beforeEach(async () => {
  await testEnv.campaign();
  inviter = await testEnv.member();
});
afterAll(async () => {
  // The figures of the campaigns follow every grant, denial and cut of this file.
  expect(await testEnv.wrongCounts()).toBe(0);
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  await testEnv.close();
});

const riskCheckOf = (decision: RiskDecision["decision"]) => ({
  assess: async () => ({ score: 80, reasons: ["同一设备"], decision }),
});
/** A friend's order whose reward the risk check held or rejected at the end of its freeze. */
const withheld = async (
  decision: "hold" | "reject",
  { cashFen = 5_000, of = testEnv, memberId = inviter } = {},
) => {
  const friend = await of.friendOf(memberId);
  const orderId = await of.buys(friend.memberId, cashFen);
  of.context.clock.advance(7 * DAY_MS);
  await of.settle(riskCheckOf(decision));
  const [row] = await of.query<{ id: string }>(
    "SELECT id FROM invite_reward WHERE member_id = $1 AND order_id = $2",
    [memberId, orderId],
  );
  return { memberId, id: row?.id ?? "", friendId: friend.memberId, orderId };
};
type Key = { memberId: string; id: string };
const appeals = ({ memberId, id }: Key, text = "都是真实好友", of = testEnv) =>
  appeal(of.context, of.db, { memberId, id, words: text });
const answers = ({ memberId, id }: Key, isGranted: boolean, of = testEnv, isProven = true) =>
  decideAppeal(of.context, of.db, {
    memberId,
    id,
    isGranted,
    actor: ONE,
    reason: "同一设备注册了多个账号",
    isProven,
  });
const friendShown = async () =>
  (await pageOfFriends(testEnv.context, testEnv.db, inviter, {})).list[0];
const rewardBalances = async () => {
  const { reward_frozen: frozen, reward_cash: cash } = await balancesOf(
    ...([testEnv.db, inviter, testEnv.context.clock.now()] as const),
  );
  return { frozen, cash };
};
const eventsOf = async (of = testEnv, memberId = inviter) =>
  (
    await of.query<{ kind: string }>(
      `SELECT payload->>'kind' AS kind FROM outbox
       WHERE member_id = $1 AND payload->>'kind' LIKE 'invite.%' ORDER BY created_at, id`,
      [memberId],
    )
  ).map(({ kind }) => kind);

describe("an appeal", () => {
  test("can be made for thirty days after the risk decision, once, and is shown as 申诉中", async () => {
    const reward = await withheld("reject");
    expect(await friendShown()).toMatchObject({ state: "rejected", appeal: { state: "open" } });
    await appeals(reward, "  都是\n真实\u200b好友 ");
    expect(await appeals(reward, "再说一次")).toMatchObject({ state: "waiting" });
    expect(await friendShown()).toMatchObject({
      appeal: { state: "waiting", stateText: "申诉中" },
    });
    expect(await testEnv.db.transaction((tx) => hasRewardsOpen(tx, inviter))).toBe(true);
    const queue = await listHeldRewards(testEnv.context, testEnv.db);
    expect(queue.find(({ rewardId }) => rewardId === reward.id)).toMatchObject({
      appeal: "都是 真实 好友",
      amount: 500,
      costFen: 500,
      needsTwo: false,
    });
  });
  test("is refused for a reward that was not withheld, was decided by an operator, or is another member's, and after its time", async () => {
    const { memberId: friendId } = await testEnv.friendOf(inviter);
    await testEnv.buys(friendId, 1_000);
    const [frozen] = await testEnv.query<Key>(
      `SELECT member_id AS "memberId", id FROM invite_reward WHERE member_id = $1`,
      [inviter],
    );
    if (!frozen) throw new Error("no reward");
    await expect(appeals(frozen)).rejects.toMatchObject({ code: "APPEAL_NONE" });
    const late = await withheld("hold");
    const decided = await withheld("hold");
    await expect(appeals({ ...decided, memberId: decided.friendId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const { context, db } = testEnv;
    await rejectHeldReward(context, db, { ...decided, actor: ONE, reason: "刷单" });
    await expect(appeals(decided)).rejects.toMatchObject({ code: "APPEAL_DECIDED" });
    context.clock.advance(31 * DAY_MS);
    await expect(appeals(late)).rejects.toMatchObject({ code: "APPEAL_LATE" });
    expect((await friendShown())?.appeal).toBeUndefined();
  });
});

describe("granting an appeal", () => {
  test.each(["hold", "reject"] as const)(
    "freezes a reward with the decision %s anew, and it settles although the risk check would decide the same again",
    async (decision) => {
      const reward = await withheld(decision);
      await appeals(reward);
      expect(await answers(reward, true)).toEqual({ state: "granted" });
      expect(await rewardBalances()).toEqual({ frozen: 500, cash: 0 });
      expect(await friendShown()).toMatchObject({ state: "frozen", appeal: { state: "granted" } });
      await testEnv.settle(riskCheckOf("reject"));
      expect(await rewardBalances()).toEqual({ frozen: 500, cash: 0 });
      testEnv.context.clock.advance(7 * DAY_MS);
      await testEnv.settle(riskCheckOf("reject"));
      expect(await rewardBalances()).toEqual({ frozen: 0, cash: 500 });
      expect((await eventsOf()).slice(-2)).toEqual(["invite.appeal_granted", "invite.settled"]);
    },
  );
  test("pays for the order's retained cash at that time, and a later refund reduces it as usual", async () => {
    const reward = await withheld("reject");
    await appeals(reward);
    await testEnv.refunds(reward.friendId, reward.orderId, 2_000);
    await answers(reward, true);
    expect(await rewardBalances()).toEqual({ frozen: 300, cash: 0 });
    await testEnv.refunds(reward.friendId, reward.orderId, 3_000);
    expect(await rewardBalances()).toEqual({ frozen: 0, cash: 0 });
    expect(await friendShown()).toMatchObject({ state: "cancelled", reason: "好友的订单已退款" });
  });
  test("is refused when no cash is retained, or the campaign's budget is used up", async () => {
    const refunded = await withheld("reject");
    await appeals(refunded);
    await testEnv.refunds(refunded.friendId, refunded.orderId);
    await expect(answers(refunded, true)).rejects.toMatchObject({ code: "INVITE_DENIED" });
    const poor = await withheld("reject");
    await appeals(poor);
    await testEnv.query("UPDATE invite_budget SET total_fen = used_fen");
    await expect(answers(poor, true)).rejects.toMatchObject({ code: "INVITE_DENIED" });
    expect(await answers(poor, false)).toEqual({ state: "denied" });
  });
  test("needs two persons above the limit", async () => {
    await testEnv.campaign({ inviter: { kind: "cash", percent: 10, capFen: 10_000 } });
    const reward = await withheld("reject", { cashFen: 50_000 });
    await appeals(reward);
    await expect(answers(reward, true, testEnv, false)).rejects.toMatchObject({
      code: "STEP_UP_NEEDED",
    });
    const proposed = await answers(reward, true);
    if (proposed.state !== "proposed") throw new Error(proposed.state);
    const { approvalId } = proposed;
    const decision = { approvalId, isApproved: true, reason: "核实无误" };
    const { context, db } = testEnv;
    const own = decideHeldReward(context, db, { ...decision, checker: ONE });
    await expect(own).rejects.toMatchObject({ code: "TWO_PERSONS" });
    await decideHeldReward(context, db, { ...decision, checker: OTHER });
    expect(await rewardBalances()).toEqual({ frozen: 5_000, cash: 0 });
  });
});

describe("denying an appeal", () => {
  test.each(["hold", "reject"] as const)(
    "ends a reward with the decision %s, with a reason for the member",
    async (decision) => {
      const reward = await withheld(decision);
      await appeals(reward);
      expect(await answers(reward, false)).toEqual({ state: "denied" });
      expect(await friendShown()).toMatchObject({
        state: "rejected",
        appeal: { state: "denied", stateText: "申诉未通过", reply: "同一设备注册了多个账号" },
      });
      expect(await rewardBalances()).toEqual({ frozen: 0, cash: 0 });
      expect((await eventsOf()).at(-1)).toBe("invite.appeal_denied");
      await expect(appeals(reward)).rejects.toMatchObject({ code: "APPEAL_DECIDED" });
    },
  );
});

test("a held reward that is paid out, rejected or refunded closes its appeal", async () => {
  const { context, db } = testEnv;
  const [paid, rejected, refunded] = [
    await withheld("hold"),
    await withheld("hold"),
    await withheld("hold"),
  ];
  for (const reward of [paid, rejected, refunded]) await appeals(reward);
  await approveHeldReward(context, db, {
    ...paid,
    actor: ONE,
    reason: "核实无误",
    isProven: false,
  });
  await rejectHeldReward(context, db, { ...rejected, actor: ONE, reason: "刷单" });
  await testEnv.refunds(refunded.friendId, refunded.orderId);
  const shown = await pageOfFriends(context, db, inviter, {});
  expect(shown.list.map(({ state, appeal: one }) => [state, one?.state])).toEqual([
    ["cancelled", undefined],
    ["rejected", "denied"],
    ["settled", "granted"],
  ]);
  const waiting = (await listHeldRewards(context, db)).filter(
    ({ memberId }) => memberId === inviter,
  );
  expect(waiting).toEqual([]);
});

describe("sixty-four concurrent decisions", () => {
  /** Half of the callers grant, half deny. Returns how many succeeded. */
  const decideAll = async (of: InvitationTestEnv) => {
    await of.campaign();
    const reward = await withheld("reject", { of, memberId: await of.member() });
    await appeals(reward, "都是真实好友", of);
    const decided = await Promise.allSettled(
      Array.from({ length: CONNECTIONS }, (_, n) => answers(reward, n % 2 === 0, of)),
    );
    const winners = decided.filter(({ status }) => status === "fulfilled").length;
    const events = await eventsOf(of, reward.memberId);
    return { winners, notified: events.filter((kind) => kind.startsWith("invite.appeal_")).length };
  };
  test("have one winner in each of three rounds", async () => {
    for (let round = 0; round < 3; round++) {
      expect(await decideAll(testEnv)).toEqual({ winners: 1, notified: 1 });
    }
  });
  test.runIf(isSlowTier)("have many winners without the guard of the appeal", async () => {
    const bare = await createInvitationTestEnv("1396", {}, CONNECTIONS);
    const text = readFileSync(new URL("functions/appeal.sql", import.meta.url), "utf8");
    const guard = "AND reward_id = p_id AND state = 'WAITING'";
    expect(text.split(guard)).toHaveLength(3);
    await bare.query(text.replaceAll(guard, "AND reward_id = p_id"));
    // The lifecycle's trigger would refuse the second decision too.
    await bare.query("ALTER TABLE invite_appeal DISABLE TRIGGER lifecycle_update");
    const { winners } = await decideAll(bare);
    await bare.close();
    expect(winners).toBeGreaterThan(1);
  });
});

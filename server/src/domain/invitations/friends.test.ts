/**
 * Tests the state an inviter sees of each friend: 已下单 from the payment until the order is
 * completed, and only while the money is not refunded.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleOrderDone, pageOfFriends } from "./actions.ts";
import { type InvitationTestEnv, createInvitationTestEnv } from "./test-env.fixture.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";

const DAY_MS = 86_400_000;
let testEnv: InvitationTestEnv;
beforeAll(async () => {
  testEnv = await createInvitationTestEnv("1394");
  await testEnv.campaign();
}, 60_000);
afterAll(() => testEnv.close());

const friendsShownTo = async (inviterId: string) =>
  (await pageOfFriends(testEnv.context, testEnv.db, inviterId, {})).list.map(
    ({ state, stateText, reason }) => ({ state, stateText, reason }),
  );
/** Inserts a paid, unfinished order, as the orders module stores it. */
const insertUnfinishedOrder = async (memberId: string, cashFen = 3_000) => {
  const orderId = await testEnv.buys(memberId, cashFen, false);
  await queryWithoutTriggers(
    testEnv.db.$client,
    `UPDATE orders SET order_state = 'ACTIVE', fulfil_state = 'QUEUED', finished_at = NULL
     WHERE member_id = $1 AND id = $2`,
    [memberId, orderId],
  );
  return orderId;
};

test("a friend who has paid is 已下单 until the order is completed, even when that is late", async () => {
  const inviter = await testEnv.member();
  const { memberId } = await testEnv.friendOf(inviter);
  expect(await friendsShownTo(inviter)).toMatchObject([
    { state: "registered", stateText: "已注册" },
  ]);
  const orderId = await insertUnfinishedOrder(memberId);
  const ordered = { state: "ordered", stateText: "已下单", reason: "好友的订单完成后产生奖励" };
  expect(await friendsShownTo(inviter)).toEqual([ordered]);
  testEnv.context.clock.advance(31 * DAY_MS);
  expect(await friendsShownTo(inviter)).toEqual([ordered]);
  await testEnv.query(
    "UPDATE orders SET order_state = 'DONE', fulfil_state = 'DONE' WHERE id = $1",
    [orderId],
  );
  await handleOrderDone(testEnv.context, testEnv.db, { memberId, orderId });
  expect(await friendsShownTo(inviter)).toMatchObject([{ state: "frozen" }]);
});

test("a refunded friend waits for an order again", async () => {
  const inviter = await testEnv.member();
  const { memberId } = await testEnv.friendOf(inviter);
  const orderId = await insertUnfinishedOrder(memberId);
  await testEnv.refunds(memberId, orderId);
  expect(await friendsShownTo(inviter)).toMatchObject([{ state: "registered" }]);
});

test("an order that cannot earn a reward does not show 已下单: paid too late, or without cash", async () => {
  const inviter = await testEnv.member();
  const { memberId: late } = await testEnv.friendOf(inviter);
  const { memberId: pointsOnly } = await testEnv.friendOf(inviter);
  await insertUnfinishedOrder(pointsOnly, 0);
  expect(await friendsShownTo(inviter)).toMatchObject([
    { state: "registered" },
    { state: "registered" },
  ]);
  testEnv.context.clock.advance(31 * DAY_MS);
  await insertUnfinishedOrder(late);
  expect(await friendsShownTo(inviter)).toMatchObject([{ state: "expired" }, { state: "expired" }]);
});

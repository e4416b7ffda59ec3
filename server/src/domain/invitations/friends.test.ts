/** What an inviter reads of each friend: 已下单 from the payment until the order is completed, and no longer than it is kept. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderDone, pageOfFriends } from "./actions.ts";
import { type InviteWorld, inviteWorld } from "./world.fixture.ts";

const DAY_MS = 86_400_000;
let world: InviteWorld;
beforeAll(async () => {
  world = await inviteWorld("1394");
  await world.campaign();
}, 60_000);
afterAll(() => world.close());

const seen = async (inviterId: string) =>
  (await pageOfFriends(world.context, world.db, inviterId, {})).list.map(
    ({ state, stateText, reason }) => ({ state, stateText, reason }),
  );
/** Paid and under way, as the orders room leaves it. */
const underWay = async (memberId: string, cashFen = 3_000) => {
  const orderId = await world.buys(memberId, cashFen, false);
  await world.query(
    `UPDATE orders SET order_state = 'ACTIVE', fulfil_state = 'QUEUED', finished_at = NULL
     WHERE member_id = $1 AND id = $2`,
    [memberId, orderId],
  );
  return orderId;
};

test("a friend who has paid is 已下单 until the order is completed, however late that is", async () => {
  const inviter = await world.member();
  const { memberId } = await world.friendOf(inviter);
  expect(await seen(inviter)).toMatchObject([{ state: "registered", stateText: "已注册" }]);
  const orderId = await underWay(memberId);
  const ordered = { state: "ordered", stateText: "已下单", reason: "好友的订单完成后产生奖励" };
  expect(await seen(inviter)).toEqual([ordered]);
  world.context.clock.advance(31 * DAY_MS);
  expect(await seen(inviter)).toEqual([ordered]);
  await world.query("UPDATE orders SET order_state = 'DONE', fulfil_state = 'DONE' WHERE id = $1", [
    orderId,
  ]);
  await orderDone(world.context, world.db, { memberId, orderId });
  expect(await seen(inviter)).toMatchObject([{ state: "frozen" }]);
});

test("a friend whose money went back waits for an order again", async () => {
  const inviter = await world.member();
  const { memberId } = await world.friendOf(inviter);
  const orderId = await underWay(memberId);
  await world.refunds(memberId, orderId);
  expect(await seen(inviter)).toMatchObject([{ state: "registered" }]);
});

test("an order that can bring nothing is no 已下单: paid too late, or without cash", async () => {
  const inviter = await world.member();
  const { memberId: late } = await world.friendOf(inviter);
  const { memberId: pointsOnly } = await world.friendOf(inviter);
  await underWay(pointsOnly, 0);
  expect(await seen(inviter)).toMatchObject([{ state: "registered" }, { state: "registered" }]);
  world.context.clock.advance(31 * DAY_MS);
  await underWay(late);
  expect(await seen(inviter)).toMatchObject([{ state: "expired" }, { state: "expired" }]);
});

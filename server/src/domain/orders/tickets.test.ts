/**
 * Tickets are shown with their order, which waits until it is marked as used or the tickets expire.
 */
import { TEST_NOON } from "../../platform/testing.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markUsed } from "../cards/actions.ts";
import { cardListener } from "./actions.ts";
import { closeOverdue } from "./actions/overdue.ts";
import { orderDetail, summaryOfOrders } from "./actions/read.ts";
import { listedOrders } from "./testing.ts";
import { receiveOwnOrder } from "./actions/receive.ts";
import { openShop, type ShopEnv } from "./shop.fixture.ts";

const HOUR_MS = 3_600_000;
const ENDS = new Date(TEST_NOON.getTime() + 6 * HOUR_MS);

let shop: ShopEnv;
let memberId: string;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "ticket", delivery: "movie" });
  await shop.offer({ id: "card", delivery: "card" });
  memberId = await shop.buyer(1, { principalFen: 10_000 });
});

afterEach(() => shop.close());

const ticket = { skuId: "ticket", quantity: 1, input: { account: "13900001234" } };

/** Buys the items; the supplier delivers them. */
async function delivered(items: Parameters<ShopEnv["order"]>[1]["items"]): Promise<string> {
  const { orderNo } = await shop.order(memberId, { items });
  await shop.pay(memberId, orderNo, "balance");
  await shop.deliver(orderNo, [{ code: "T-1", validUntil: ENDS.toISOString() }]);
  return orderNo;
}

const detail = (orderNo: string) => orderDetail(shop.context, shop.db, memberId, orderNo);
const readyOnes = async () => {
  const { list } = await listedOrders(shop.context, shop.db, memberId, { state: "ready" });
  return list.map(({ orderNo }) => orderNo);
};

test("an order of delivered tickets waits, and is counted so, until its member marks it as used", async () => {
  const orderNo = await delivered([ticket]);
  expect(await detail(orderNo)).toMatchObject({
    display: "ready",
    displayText: "待使用",
    received: { allowed: true },
    nextStep: "出票成功，请凭取票码入场",
    codes: [{ code: "T-1" }],
  });
  expect(await readyOnes()).toEqual([orderNo]);
  expect((await summaryOfOrders(shop.context, shop.db, memberId)).states).toMatchObject({
    ready: 1,
  });

  const use = { memberId, key: "used", orderNo };
  expect(await receiveOwnOrder(shop.context, shop.db, use)).toMatchObject({ display: "done" });
  const { timeline } = await detail(orderNo);
  expect(timeline.map(({ text }) => text).slice(-2)).toEqual(["出票成功", "已使用"]);
  expect(await readyOnes()).toEqual([]);
});

test("expired tickets end their order, four hours later and not before", async () => {
  const orderNo = await delivered([ticket]);
  shop.context.clock.advance(10 * HOUR_MS - 1);
  expect(await closeOverdue(shop.context, shop.db)).toBe(0);
  shop.context.clock.advance(1);
  expect(await closeOverdue(shop.context, shop.db)).toBe(1);
  const { display, timeline } = await detail(orderNo);
  expect([display, timeline.at(-1)?.text]).toEqual(["done", "有效期已过，订单自动完成"]);
});

test("an order of a card and a ticket waits until its member marks it as used", async () => {
  const both = await delivered([{ skuId: "card", quantity: 1 }, ticket]);
  expect(await detail(both)).toMatchObject({ display: "ready", received: { allowed: true } });
  const [card] = (await detail(both)).cards ?? [];
  await markUsed(shop.context, shop.db, cardListener(shop.context), {
    memberId,
    id: card?.id ?? "",
    device: "phone-1",
    requestId: "r-1",
  });
  expect(await detail(both)).toMatchObject({ display: "ready" });
});

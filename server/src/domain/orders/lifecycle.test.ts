/**
 * The order's four axes: every state is reachable, every transition is in the table, and which
 * actions are allowed when.
 */
import { describe, expect, test } from "vitest";
import { canMove, lifecycleFaults } from "../../platform/lifecycle.ts";
import { type Axis, axes, orderCan, type States, transitions } from "./lifecycle.ts";

const state = (changes: Partial<States>): States => ({
  orderState: "ACTIVE",
  payState: "PAID",
  fulfilState: "QUEUED",
  refundState: "NONE",
  ...changes,
});

describe("the axes", () => {
  for (const axis of ["order", "pay", "fulfil", "refund"] satisfies Axis[]) {
    test(`every state of ${axis} is reachable`, () => {
      expect(lifecycleFaults(axes[axis])).toEqual([]);
    });
  }

  test("every transition is on them, or keeps the state", () => {
    for (const [event, parts] of Object.entries(transitions)) {
      const { order, fulfil } = parts;
      for (const from of order.from) {
        const isKnown = from === order.to || canMove(axes.order, from, order.to);
        expect(isKnown, `${event}: order ${from} → ${order.to}`).toBe(true);
      }
      for (const from of fulfil.from) {
        const isKnown = from === fulfil.to || canMove(axes.fulfil, from, fulfil.to);
        expect(isKnown, `${event}: fulfil ${from} → ${fulfil.to}`).toBe(true);
      }
    }
  });

  test("nothing leaves an ended order", () => {
    for (const { order } of Object.values(transitions)) {
      expect(order.from).toEqual(["ACTIVE"]);
    }
  });
});

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;

const item = (
  state: string,
  delivery: string,
  terms: { readonly refundRule?: string; readonly refundDays?: number } = {},
) => ({ state, delivery, refundRule: "before_code", quantity: 1, refundedQuantity: 0, ...terms });
test.each([
  ["a card that was delivered", [item("DONE", "card")], undefined],
  ["a failed item that is not refunded yet", [item("FAILED", "topup")], undefined],
  ["a phone that was charged", [item("DONE", "topup")], "已充值到账，不支持退款"],
  ["a ticket that was issued", [item("DONE", "movie")], "已出票，不支持自助退款"],
  ["an item under way", [item("SUBMITTED", "card")], "正在出码，未成功会自动退款；出码后可申请"],
  [
    "an item that is never refundable",
    [item("DONE", "card", { refundRule: "never" })],
    "该商品不支持退款",
  ],
  ["a card after its last day", [item("DONE", "card", { refundDays: 9 })], "购买已超过 9 天"],
  ["one of two refundable pieces", [item("DONE", "topup"), item("DONE", "card")], undefined],
])(
  "a refund of %s from a shop order is allowed, or refused with the reason",
  (_, items, reason) => {
    const paidAt = NOW - 10 * DAY_MS;
    const paid = { ...state({ fulfilState: "DONE" }), source: "shop", items, paidAt };
    const expected = reason === undefined ? { allowed: true } : { allowed: false, reason };
    expect(orderCan.refund(paid, NOW)).toEqual(expected);
  },
);

test("an order shows until when a refund may be applied for: the last day of its items", () => {
  const paidAt = NOW - 10 * DAY_MS;
  const items = [
    item("DONE", "card", { refundDays: 20 }),
    item("DONE", "card", { refundDays: 30 }),
  ];
  const paid = { ...state({ fulfilState: "DONE" }), source: "shop", items, paidAt };
  expect(orderCan.refund(paid, NOW)).toEqual({ allowed: true, until: paidAt + 30 * DAY_MS });
});

test("the allowed actions, and why others are not", () => {
  const items: readonly ReturnType<typeof item>[] = [];
  const ready = { ...state({ fulfilState: "DONE" }), items };
  const done = { ...state({ orderState: "DONE", fulfilState: "DONE" }), items };
  const closed = { ...state({ orderState: "CLOSED", fulfilState: "FAILED" }), items };
  const ofCards = { ...ready, items: [item("DONE", "card")] };
  const mixed = { ...ready, items: [item("DONE", "card"), item("DONE", "movie")] };
  const table = [
    [orderCan.received(ofCards), { allowed: false, reason: "请在每张卡券上标记已使用" }],
    [orderCan.received(mixed), { allowed: true }],
    [orderCan.received({ ...state({}), items }), { allowed: false, reason: "凭证还未就绪" }],
    [orderCan.received(ready), { allowed: true }],
    [orderCan.received(done), { allowed: false, reason: "订单已完成" }],
    [orderCan.received(closed), { allowed: false, reason: "订单已关闭" }],
    [orderCan.hide(ready), { allowed: false, reason: "进行中的订单不能删除" }],
    [orderCan.hide(done), { allowed: true }],
    [orderCan.refund({ ...closed, source: "code", paidAt: null }, NOW).allowed, false],
  ];
  for (const [answer, expected] of table) expect(answer).toEqual(expected);
});

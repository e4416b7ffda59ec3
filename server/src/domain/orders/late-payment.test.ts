/**
 * Money that comes late, twice or beside another tender pays the order once or is refunded; nothing
 * is lost.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { trialBalance } from "../ledger/actions.ts";
import { cancelOrder, closeUnpaid } from "./actions/cancel.ts";
import { paymentOf } from "./actions/payment.ts";
import { orderDetail } from "./actions/read.ts";
import { codeOf, openShop, type ShopEnv } from "./shop.fixture.ts";

const CONNECTIONS = 64;
const MINUTE_MS = 60_000;
let shop: ShopEnv;
beforeEach(async () => {
  shop = await openShop(CONNECTIONS);
  await shop.offer({ id: "card", delivery: "card", stock: 2, perDay: 2 });
}, 60_000);
afterEach(() => shop.close());

const isSound = async () => (await trialBalance(shop.db)).isSound;
const display = async (memberId: string, orderNo: string) =>
  (await orderDetail(shop.context, shop.db, memberId, orderNo)).display;

/** Places an order of both pieces with a coupon and points, and starts its payment by WeChat. */
async function begun(last: number) {
  const memberId = await shop.buyer(last, { points: 1_000, principalFen: 10_000 });
  await shop.coupon(memberId);
  const cart = { items: [{ skuId: "card", quantity: 2 }], usePoints: true };
  const { orderNo } = await shop.order(memberId, cart);
  const { outTradeNo = "" } = await shop.pay(memberId, orderNo, "wechat");
  const readPayment = () => paymentOf(shop.context, shop.db, shop.payments, { memberId, orderNo });
  const pay = () => {
    shop.scripted.pay(outTradeNo);
    return readPayment();
  };
  return { memberId, orderNo, pay };
}
/** Calls orders_paid, as orders_receive does. */
async function applyPaid(
  { ownerId, orderId }: { ownerId: string; orderId: string },
  paid: { attemptId: string; amountFen: number },
): Promise<string | undefined> {
  const { rows } = await shop.db.$client.query<{ outcome: string }>(
    "SELECT orders_paid($1, $2, $3, $4, $5, $6) AS outcome",
    [ownerId, orderId, shop.context.ids.next(), paid.attemptId, paid.amountFen, shop.now()],
  );
  return rows[0]?.outcome;
}
const returns = () => shop.ask<number>("SELECT count(*)::int FROM payment_return");
const closeExpired = () => closeUnpaid(shop.context, shop.db, shop.deps);

describe("money for an expired order", () => {
  test("reopens it while everything it held is available again", async () => {
    const { memberId, orderNo, pay } = await begun(1);
    shop.context.clock.advance(20 * MINUTE_MS);
    expect(await display(memberId, orderNo)).toBe("closed");
    expect(await pay()).toMatchObject({ state: "paid", display: "issuing" });
    expect(await display(memberId, orderNo)).toBe("issuing");
    expect(await returns()).toBe(0);
    expect(await isSound()).toBe(true);
  });

  test("is refunded when another member has bought the last one", async () => {
    const { memberId, orderNo, pay } = await begun(1);
    shop.context.clock.advance(20 * MINUTE_MS);
    const other = await shop.buyer(2, { principalFen: 10_000 });
    const rival = await shop.order(other, { items: [{ skuId: "card", quantity: 1 }] });
    await shop.pay(other, rival.orderNo, "balance");
    expect(await pay()).toMatchObject({ state: "over", display: "closed" });
    expect(await returns()).toBe(1);
    const held = await shop.ask<number>(
      "SELECT count(*)::int FROM member_coupon WHERE state = 'USED'",
    );
    expect(held).toBe(0);
    expect(await display(memberId, orderNo)).toBe("closed");
    expect(await isSound()).toBe(true);
  });

  test("is refunded when the benefit's contract requires it, although everything is available", async () => {
    await shop.asOwner("UPDATE fulfilment_contract SET late_money = 'refund'");
    const { memberId, orderNo, pay } = await begun(1);
    shop.context.clock.advance(20 * MINUTE_MS);
    expect(await pay()).toMatchObject({ state: "over", display: "closed" });
    expect(await returns()).toBe(1);
    expect(await display(memberId, orderNo)).toBe("closed");
    expect(await isSound()).toBe(true);
  });

  test("is queried before the order is closed", async () => {
    const { memberId, orderNo, pay } = await begun(1);
    shop.context.clock.advance(20 * MINUTE_MS);
    shop.scripted.script.query.push("lost");
    expect(await closeExpired()).toBe(0);
    expect(await closeExpired()).toBe(1);
    expect(await closeExpired()).toBe(0);
    const events = await shop.ask<number>(
      "SELECT count(*)::int FROM event WHERE name = 'closed' AND entity = 'order'",
    );
    expect(events).toBe(1);
    await expect(pay()).resolves.toMatchObject({ state: "over" });
    expect(await display(memberId, orderNo)).toBe("closed");
    expect(await isSound()).toBe(true);
  });
});

test("money for a cancelled order is refunded", async () => {
  const { memberId, orderNo } = await begun(1);
  const { rows } = await shop.db.$client.query<{ id: string; attempt: string }>(
    "SELECT o.id, a.id AS attempt FROM orders o JOIN payment_attempt a ON a.biz_id = o.id",
  );
  const [row] = rows;
  const cancelled = { memberId, key: "c", orderNo };
  await cancelOrder(shop.context, shop.db, shop.deps, cancelled);
  const key = { ownerId: memberId, orderId: row?.id ?? "" };
  const outcome = await applyPaid(key, { attemptId: row?.attempt ?? "", amountFen: 700 });
  expect(outcome).toBe("late");
  expect(await display(memberId, orderNo)).toBe("cancelled");
});

/** Races the channel's money against the balance, many times; returns both results of each. */
async function raceOfTenders() {
  const { memberId, orderNo } = await begun(1);
  const { rows } = await shop.db.$client.query<{ id: string; cash: number }>(
    "SELECT id, cash_fen AS cash FROM orders",
  );
  const { id: orderId = "", cash: amountFen = 0 } = rows[0] ?? {};
  const key = { ownerId: memberId, orderId };
  const byChannel = () => applyPaid(key, { attemptId: shop.context.ids.next(), amountFen });
  const byBalance = () => codeOf(shop.pay(memberId, orderNo, "balance"));
  const tries = Array.from({ length: CONNECTIONS }, (_, n) => (n % 2 ? byChannel() : byBalance()));
  const states = await Promise.all(tries);
  return states.filter((state) => state === "paid" || state === "done").length;
}

test("of two concurrent tenders, many times each, one pays the order", async () => {
  expect(await raceOfTenders()).toBe(1);
  expect(await shop.ask("SELECT count(*)::int FROM supplier_order")).toBe(1);
  expect(await shop.ask("SELECT pay_state FROM orders")).toBe("PAID");
}, 60_000);

test("the same race is lost when the order's state is not checked", async () => {
  const text = (file: string) =>
    readFileSync(new URL(`./functions/${file}`, import.meta.url), "utf8");
  const guards = [
    ["paid.sql", "v_order.pay_state NOT IN ('UNPAID', 'PAYING')", "false"],
    ["paid.sql", "v_order.cash_fen IS DISTINCT FROM p_channel_fen", "false"],
    ["paid.sql", "NOT (v_order.order_state = 'WAIT_PAY'", "NOT (true"],
    ["settle.sql", "v_item.supply IS NULL;", "true;"],
    ["settle.sql", " AND fulfil_state = 'NONE'", ""],
    ["settle.sql", " AND fulfil_state = 'NONE'", ""],
    ["settle.sql", "md5(p_order || ':paid')::uuid", "p_txn"],
    ["settle.sql", "AND pay_state IN ('UNPAID', 'PAYING')", ""],
    [
      "settle.sql",
      "AND (order_state = 'WAIT_PAY' OR (order_state = 'CLOSED' AND closed_reason = 'expired'))",
      "",
    ],
  ] as const;
  const texts = new Map<string, string>();
  for (const [file, guard, instead] of guards) {
    const before = texts.get(file) ?? text(file);
    expect(before).toContain(guard);
    texts.set(file, before.replace(guard, instead));
  }
  for (const changed of texts.values()) await shop.asOwner(changed);
  expect(await raceOfTenders()).toBeGreaterThan(1);
}, 60_000);

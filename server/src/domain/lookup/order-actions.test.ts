/**
 * What an operator does with one order, by the operation's own handler: ask the supplier, cancel
 * there, move to the manual queue, close, resend messages, compensate; and approve fewer units.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { type FulfilmentDeps, placeOrder } from "../fulfilment/actions.ts";
import { issued, scriptedSupplier } from "../fulfilment/testing.ts";
import { fulfilmentListener } from "../orders/actions.ts";
import { approveRefund, itemRefunder, previewRefund } from "../refunds/actions.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { noFiles, operatorCall, refusalOf } from "./operator-call.fixture.ts";
import { operatorOrderRoutes } from "./order-routes.ts";

const reason = "会员来电催单";
let env: RefundEnv;
let operatorId: string;
let memberId: string;
let cards: ReturnType<typeof scriptedSupplier>;
let fulfilment: FulfilmentDeps;
let routes: ReturnType<typeof operatorOrderRoutes>;
let keys = 0;

const call = () => ({
  ...operatorCall(operatorId, ["orders:handle", "campaigns:give"]),
  key: `order-action-${++keys}`,
});

/** A call of an operator who has just proven the second factor. */
const provenCall = () => {
  const { member, ...rest } = call();
  return { ...rest, member: member && { ...member, provenUntil: Number.MAX_SAFE_INTEGER } };
};

beforeAll(async () => {
  env = await openRefundEnv();
  operatorId = await env.member(1);
  memberId = await env.member(2);
  cards = scriptedSupplier();
  const codes = { returnCode: () => Promise.resolve("returned" as const) };
  const listener = fulfilmentListener(env.context, { codes, refunds: itemRefunder(env.context) });
  fulfilment = { suppliers: { cards: cards.supplier }, listener };
  routes = operatorOrderRoutes(env.context, env.db, {
    ...env.deps,
    fulfilment,
    store: noFiles,
    cityOf: () => undefined,
  });
});
afterAll(() => env.close());

type Placed = { readonly orderNo: string; readonly outNo: string };

/** Places a paid order of cards at the supplier, whose answer gets lost. */
async function unknownOrder(quantity = 1): Promise<Placed> {
  const orderNo = await env.mixedOrder(memberId, quantity);
  const [key] = await env.rows<{ ownerId: string; id: string; outNo: string }>(
    `SELECT s.member_id AS "ownerId", s.id, s.out_no AS "outNo" FROM supplier_order s
     JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id WHERE o.order_no = $1`,
    [orderNo],
  );
  if (!key) throw new Error("a paid order has a supplier order");
  cards.script.place = ["unheard"];
  await placeOrder(env.context, env.db, fulfilment, key);
  return { orderNo, outNo: key.outNo };
}

type States = { readonly fulfil: string; readonly pay: string; readonly supplier: string };
async function statesOf(orderNo: string): Promise<States> {
  const [row] = await env.rows<States>(
    `SELECT o.fulfil_state AS fulfil, o.pay_state AS pay, s.state AS supplier FROM orders o
     JOIN supplier_order s ON s.member_id = o.member_id AND s.order_id = o.id WHERE o.order_no = $1`,
    [orderNo],
  );
  if (!row) throw new Error("the order has a supplier order");
  return row;
}

test("a supplier that is asked and has delivered ends the order", async () => {
  const { orderNo, outNo } = await unknownOrder();
  expect((await statesOf(orderNo)).supplier).toBe("UNKNOWN");
  expect(await routes.ask({ orderNo, reason }, call())).toEqual({ state: "ACCEPTED" });
  cards.settle(outNo, issued);
  expect(await routes.ask({ orderNo, reason }, call())).toEqual({ state: "SUCCESS" });
  expect((await statesOf(orderNo)).fulfil).toBe("DONE");
  expect(await refusalOf(Promise.resolve(routes.ask({ orderNo, reason }, call())))).toBe(
    "STATE_CHANGED",
  );
});

test("a cancel that the supplier confirms refunds the order; one without an answer changes nothing", async () => {
  const { orderNo } = await unknownOrder();
  cards.script.cancel = ["lost"];
  await routes.cancelAtSupplier({ orderNo, reason }, call());
  expect(await statesOf(orderNo)).toMatchObject({ fulfil: "PROCESSING", pay: "PAID" });
  await routes.cancelAtSupplier({ orderNo, reason }, call());
  expect(await statesOf(orderNo)).toMatchObject({ supplier: "FAILED" });
  const [refund] = await env.rows<{ applicant: string }>(
    "SELECT r.applicant FROM refund r JOIN orders o ON o.id = r.order_id WHERE o.order_no = $1",
    [orderNo],
  );
  expect(refund).toEqual({ applicant: "system" });
});

test("an order in the manual queue is still asked for, and cannot be moved there twice", async () => {
  const { orderNo, outNo } = await unknownOrder();
  await routes.toDesk({ orderNo, reason }, call());
  expect((await statesOf(orderNo)).fulfil).toBe("MANUAL");
  const again = Promise.resolve(routes.toDesk({ orderNo, reason }, call()));
  expect(await refusalOf(again)).toBe("STATE_CHANGED");
  cards.settle(outNo, issued);
  await routes.ask({ orderNo, reason }, call());
  expect((await statesOf(orderNo)).fulfil).toBe("DONE");
});

test("an unpaid order is closed and its balance and points are free; a paid one is not closed", async () => {
  const buyer = await env.buyer(40, { principalFen: 500, points: 100 });
  const items = [{ skuId: "card", quantity: 1 }];
  const { orderNo } = await env.order(buyer, { items, usePoints: true, useBalance: true });
  const held = async () =>
    (
      await env.rows<{ held: number }>(
        "SELECT count(*)::int AS held FROM ledger_hold WHERE member_id = $1 AND state = 'open'",
        [buyer],
      )
    )[0]?.held;
  expect(await held()).toBeGreaterThan(0);
  expect(await routes.close({ orderNo, reason }, call())).toEqual({ state: "CANCELLED" });
  expect(await held()).toBe(0);
  const paid = await env.mixedOrder(memberId, 1);
  const refused = Promise.resolve(routes.close({ orderNo: paid, reason }, call()));
  expect(await refusalOf(refused)).toBe("STATE_CHANGED");
});

test("points of a compensation wait for another operator, a coupon is given once for each key", async () => {
  const orderNo = await env.mixedOrder(memberId, 1);
  const points = { orderNo, reason, kind: "points", points: 60 } as const;
  const refused = Promise.resolve(routes.compensate(points, call()));
  expect(await refusalOf(refused)).toBe("STEP_UP_NEEDED");
  const proposed = await routes.compensate(points, provenCall());
  expect(proposed).toMatchObject({ state: "proposed", approvalId: expect.any(String) });
  const [waiting] = await env.rows("SELECT state, reason FROM approval WHERE kind = 'adjust'");
  expect(waiting).toEqual({ state: "waiting", reason: `${reason}（订单 ${orderNo}）` });
  const templateId = await env.template();
  const coupons = async () =>
    (
      await env.rows<{ n: number }>(
        "SELECT count(*)::int AS n FROM member_coupon WHERE member_id = $1 AND template_id = $2",
        [memberId, templateId],
      )
    )[0]?.n;
  const give = call();
  const input = { orderNo, reason, kind: "coupon", templateId } as const;
  expect(await routes.compensate(input, give)).toEqual({ state: "given" });
  expect(await routes.compensate(input, give)).toEqual({ state: "given" });
  expect(await coupons()).toBe(1);
});

test("an operator approves one of three units that a member asks back; the others stay the member's", async () => {
  const orderNo = await env.mixedOrder(memberId, 3);
  await env.deliverCards(orderNo, 3);
  await writesWithoutHistory(env.db.$client);
  await env.rows(
    `UPDATE card SET state = 'REVEALED', reveal_count = 1, first_reveal_at = now()
     WHERE order_id = (SELECT id FROM orders WHERE order_no = $1)`,
    [orderNo],
  );
  await env.apply(memberId, orderNo);
  const refunds = () =>
    env.rows<{ refundNo: string; state: string; units: number; fen: number }>(
      `SELECT r.refund_no AS "refundNo", r.state, sum(i.quantity)::int AS units,
              (r.cash_fen + r.balance_fen)::int AS fen
       FROM refund r JOIN refund_item i ON i.member_id = r.member_id AND i.refund_id = r.id
       JOIN orders o ON o.id = r.order_id WHERE o.order_no = $1
       GROUP BY r.refund_no, r.state, r.cash_fen, r.balance_fen, r.created_at ORDER BY r.created_at, r.refund_no`,
      [orderNo],
    );
  const [asked] = await refunds();
  expect(asked).toMatchObject({ state: "APPLIED", units: 3 });
  const [item] = await env.itemsOf(orderNo);
  const items = [{ itemId: item?.itemId ?? "", quantity: 1 }];
  const { refundNo = "" } = asked ?? {};
  const wanted = { ownerId: memberId, orderId: item?.orderId ?? "", items, refundNo };
  const preview = await previewRefund(env.context, env.db, wanted);
  const expectedFen = preview.cashFen + preview.balanceFen;
  const approval = { refundNo, actor: operatorId, reason, isProven: true };
  const changed = { ...approval, items, expectedFen: expectedFen + 1 };
  expect(await refusalOf(approveRefund(env.context, env.db, changed))).toBe("REFUND_CHANGED");
  await approveRefund(env.context, env.db, { ...approval, items, expectedFen });
  const states = await refunds();
  expect(states.map(({ state, units }) => [state, units])).toEqual(
    expect.arrayContaining([
      ["REJECTED", 3],
      ["PROCESSING", 1],
    ]),
  );
  const reduced = states.find(({ units }) => units === 1);
  expect(reduced?.fen).toBe(expectedFen);
  expect(expectedFen * 3).toBeLessThanOrEqual((asked?.fen ?? 0) + 3);
  const [voided] = await env.rows<{ n: number }>(
    `SELECT count(*)::int AS n FROM card c JOIN orders o ON o.id = c.order_id
     WHERE o.order_no = $1 AND c.state = 'VOID'`,
    [orderNo],
  );
  expect(voided?.n).toBe(1);
  const again = approveRefund(env.context, env.db, approval);
  expect(await refusalOf(again)).toBe("STATE_CHANGED");
});

/** A message about an order with the states of its sendings. */
async function messageOf(orderNo: string, states: Readonly<Record<string, string>>, to = memberId) {
  await writesWithoutHistory(env.db.$client);
  const id = env.context.ids.next();
  await env.rows(
    `INSERT INTO message (member_id, id, dedupe_key, kind, topic, title, body, link, facts, created_at)
     VALUES ($1, $2, $3, 'order.issued', 'order', '卡券已到账', '请查收', $4, '{}', now())`,
    [to, id, `test:${id}`, `/pages/order?no=${orderNo}`],
  );
  for (const [channel, state] of Object.entries(states)) {
    await env.rows(
      `INSERT INTO message_send (member_id, message_id, channel, state, tries, created_at, ended_at)
       VALUES ($1, $2, $3, $4, 3, now(), CASE WHEN $4 IN ('DEAD', 'SENT') THEN now() END)`,
      [to, id, channel, state],
    );
  }
  return id;
}
const queued = (messageId: string) =>
  env.rows<{ memberId: string; channel: string }>(
    `SELECT member_id AS "memberId", payload->>'channel' AS channel FROM outbox
     WHERE aggregate_id = $1 AND topic = 'message.send' AND state = 'queued' ORDER BY 2`,
    [messageId],
  );

test("what gave up is sent to the order's member again, once for each key; what was sent is not", async () => {
  const orderNo = await env.mixedOrder(memberId, 1);
  const other = await env.mixedOrder(memberId, 1);
  const dead = await messageOf(orderNo, { sms: "DEAD", wechat: "SENT" });
  const ofOther = await messageOf(other, { sms: "DEAD" });
  const first = call();
  expect(await routes.resend({ orderNo, reason }, first)).toEqual({ sent: 1 });
  expect(await routes.resend({ orderNo, reason }, first)).toEqual({ sent: 1 });
  expect(await queued(dead)).toEqual([{ memberId, channel: "sms" }]);
  expect(await queued(ofOther)).toEqual([]);
  const again = Promise.resolve(routes.resend({ orderNo, reason }, call()));
  expect(await refusalOf(again)).toBe("STATE_CHANGED");
  const reused = Promise.resolve(routes.resend({ orderNo: other, reason }, first));
  expect(await refusalOf(reused)).toBe("KEY_REUSED");
});

test.each(["QUEUED", "SENDING", "RETRY", "SENT"])(
  "a message whose sending is %s is not sent again",
  async (state) => {
    const orderNo = await env.mixedOrder(memberId, 1);
    const messageId = await messageOf(orderNo, { sms: state });
    const refused = Promise.resolve(routes.resend({ orderNo, reason }, call()));
    expect(await refusalOf(refused)).toBe("STATE_CHANGED");
    expect(await queued(messageId)).toEqual([]);
  },
);

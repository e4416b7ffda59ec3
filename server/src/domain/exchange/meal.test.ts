/**
 * Tests a meal code from its session to the pickup code, or back to the member when the supplier
 * fails.
 */
import { type Input, shapes } from "@yunjing/contract/operations";
import Value from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedOrders } from "../orders/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { showMenu } from "../dining/actions.ts";
import { trialBalance } from "../ledger/actions.ts";
import { claimOrder, fulfilmentListener, readReceipt } from "../orders/actions.ts";
import { codeReturner } from "./actions/return-code.ts";
import { openSession } from "./actions/open.ts";
import { orderMeal } from "./actions/order-meal.ts";
import { type DemoTarget, grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

let testEnv: ExchangeTestEnv;
let keys = 0;
let wakeCount = 0;
let menuHash = "";
beforeAll(async () => {
  testEnv = await createExchangeTestEnv({}, 20);
  const wanted = { storeId: "kfc-sh001", eatType: "take_away" } as const;
  menuHash = (await showMenu(testEnv.context, testEnv.db, wanted)).hash;
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const wake = () => {
  wakeCount++;
  return Promise.resolve();
};
const from = { supplierId: "dining", costFen: 0 };
const listener = () =>
  fulfilmentListener(testEnv.context, {
    codes: codeReturner(testEnv.context),
    refunds: { refundItem: () => Promise.resolve() },
  });

async function grant(target: DemoTarget): Promise<string> {
  const { context, db, makerId, checkerId } = testEnv;
  const [code = ""] = await grantCodes(context, db, { target, count: 1, makerId, checkerId });
  return code;
}
async function open(code: string, memberId?: string): Promise<string> {
  const caller = { code, memberId, device: "", address: `10.1.0.${++keys}`, session: undefined };
  const opened = await openSession(testEnv.context, testEnv.db, caller);
  expect([...Value.Errors(shapes.exchange.open.output, opened)]).toEqual([]);
  return opened.session;
}
type MealInput = Partial<Input<"exchange", "orderMeal">>;
const order = (session: string, input: MealInput = {}, key = `key-${++keys}`, memberId?: string) =>
  orderMeal(
    testEnv.context,
    testEnv.db,
    { wake },
    {
      input: {
        session,
        storeId: "kfc-sh001",
        eatType: "take_away",
        slot: "now",
        menuHash,
        contactPhone: "13912345678",
        ...input,
      },
      memberId,
      key,
    },
  );
const lines = (...products: readonly [string, number][]) =>
  products.map(([productId, quantity]) => ({ productId, quantity, options: [] }));

type OrderKey = { ownerId: string; orderId: string };
async function orderKeyOf(orderNo: string): Promise<OrderKey> {
  const claim = `SELECT owner_id AS "ownerId", order_id AS "orderId" FROM order_no_claim WHERE order_no = '${orderNo}'`;
  const [place] = (await testEnv.db.$client.query<OrderKey>(claim)).rows;
  if (!place) throw new Error("the order has a number");
  return place;
}
const fail = (place: OrderKey) =>
  transaction(testEnv.db, (tx) => listener().onFailed(tx, { ...place, reason: "sold out" }));
/** Checks that the shown receipt matches the contract, with instants in whole ms. */
async function receipt(token: string) {
  const seen = await readReceipt(testEnv.context, testEnv.db, token);
  expect([...Value.Errors(shapes.orders.receipt.output, seen)]).toEqual([]);
  return seen;
}

describe("a set meal", () => {
  test("becomes an order that waits for its pickup code, and the supplier is requested after the commit", async () => {
    const session = await open(await grant("kfc-set"));
    const made = await order(session);
    expect(made).toMatchObject({ orderNo: expect.stringMatching(/^\d{19}$/), differenceFen: 0 });
    expect(wakeCount).toBe(1);
    const seen = await receipt(made.receiptToken);
    expect(seen).toMatchObject({
      display: "issuing",
      displayText: "出码中",
      contactPhone: "139****5678",
      claimed: false,
      title: "鸡腿堡两件套",
      itemsText: "香辣鸡腿堡 × 1、薯条 × 1",
      codes: [],
      amounts: { goodsFen: 2_800, voucherFen: 2_800, differenceFen: 0, paidFen: 0 },
      timeline: [{ event: "placed" }],
      received: { allowed: false },
    });
    const { orderId } = await orderKeyOf(made.orderNo);
    const countQuery = `SELECT count(*) FROM supplier_order s JOIN outbox o ON o.aggregate_id = s.id
      WHERE s.order_id = '${orderId}' AND s.out_no ~ '^D20261120[0-9A-Z]{16}$' AND o.topic = 'supplier.place'`;
    expect(await count(testEnv.db, countQuery)).toBe(1);
    const ofCity = `SELECT count(*) FROM orders WHERE id = '${orderId}' AND city_code = '310100'`;
    expect(await count(testEnv.db, ofCity)).toBe(1);
  });

  test("shows its pickup code when it is issued, to the holder of the receipt and to the member who claims it", async () => {
    const made = await order(await open(await grant("kfc-set")));
    const place = await orderKeyOf(made.orderNo);
    await transaction(testEnv.db, async (tx) => {
      await listener().onState(tx, { ...place, state: "sent" });
      await listener().onState(tx, { ...place, state: "unknown", reason: "time-out" });
      await listener().onIssued(tx, {
        ...place,
        ...from,
        codes: [{ code: "K8 21", qr: "kfc:K821" }],
      });
    });
    const seen = await receipt(made.receiptToken);
    expect(seen).toMatchObject({ display: "ready", codes: [{ code: "K8 21", qr: "kfc:K821" }] });
    expect(seen.timeline.map(({ event }) => event)).toEqual([
      "placed",
      "sent",
      "unknown",
      "issued",
    ]);

    const memberId = await testEnv.member(50);
    const claim = { memberId, token: made.receiptToken };
    await claimOrder(testEnv.context, testEnv.db, claim);
    await claimOrder(testEnv.context, testEnv.db, claim);
    const second = { ...claim, memberId: await testEnv.member(51) };
    await expect(claimOrder(testEnv.context, testEnv.db, second)).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
    const page = await listedOrders(testEnv.context, testEnv.db, memberId, { state: "ready" });
    expect([...Value.Errors(shapes.orders.list.output, page)]).toEqual([]);
    expect(page.list).toMatchObject([{ orderNo: made.orderNo, codes: [{ code: "K8 21" }] }]);
    expect(await receipt(made.receiptToken)).toMatchObject({ claimed: true });
  });

  test("gives the same answer to the same key even when the store has closed since", async () => {
    const session = await open(await grant("kfc-set"));
    const made = await order(session, {}, "again");
    const noon = testEnv.context.clock.now();
    testEnv.context.clock.advance(12 * 3_600_000);
    expect(await order(session, {}, "again")).toEqual(made);
    const other = order(session, { eatType: "dine_in" }, "again");
    await expect(other).rejects.toEqual(refusal("KEY_REUSED"));
    testEnv.context.clock.set(noon);
  });
});

describe("a value voucher", () => {
  test("covers a choice within its value, and beyond it requires a login and keeps the session", async () => {
    const session = await open(await grant("kfc-value-50"));
    const dear = order(session, { lines: lines(["burger", 3]) });
    await expect(dear).rejects.toEqual(refusal("LOGIN_NEEDED"));
    const none = order(session);
    await expect(none).rejects.toEqual(refusal("LINES_INVALID"));
    const made = await order(session, { lines: lines(["burger", 2]) });
    expect(await receipt(made.receiptToken)).toMatchObject({
      amounts: { goodsFen: 4_000, voucherFen: 4_000, differenceFen: 0 },
      quantity: 2,
      title: "肯德基自选餐品",
    });
    const { ownerId } = await orderKeyOf(made.orderNo);
    const spent = `SELECT amount FROM ledger_transfer WHERE member_id = '${ownerId}' AND debit = 'codes_sold'`;
    expect(await count(testEnv.db, spent)).toBe(5_000);
  });

  test("is unchanged when the menu has changed, the slot is unavailable, or the code is not for a meal", async () => {
    const session = await open(await grant("kfc-value-50"));
    const stale = order(session, { lines: lines(["burger", 1]), menuHash: "old" });
    await expect(stale).rejects.toEqual(refusal("MENU_CHANGED"));
    const never = order(session, { lines: lines(["burger", 1]), slot: "2020-01-01T00:00:00.000Z" });
    await expect(never).rejects.toEqual(refusal("SLOT_INVALID"));
    const memberId = await testEnv.member(52);
    const points = await open(await grant("points-500"), memberId);
    await expect(order(points, {}, "no-meal", memberId)).rejects.toEqual(refusal("INPUT_INVALID"));
  });
});

describe("a definite failure", () => {
  test("returns the code once, even when it is reported concurrently", async () => {
    const code = await grant("kfc-set");
    const made = await order(await open(code));
    const place = await orderKeyOf(made.orderNo);
    await Promise.all(Array.from({ length: 20 }, () => fail(place)));
    expect(await receipt(made.receiptToken)).toMatchObject({
      display: "returned",
      displayText: "已退回",
      refund: { reason: "兑换码已退回，可重新兑换" },
      timeline: [{ event: "placed" }, { event: "returned" }],
    });
    const kinds = `SELECT count(*) FROM ledger_txn WHERE member_id = '${place.ownerId}' AND kind = 'code_return'`;
    expect(await count(testEnv.db, kinds)).toBe(1);
    expect(
      await count(
        testEnv.db,
        `SELECT given_back FROM code WHERE state = 'ACTIVE' AND given_back > 0`,
      ),
    ).toBe(1);

    const again = await order(await open(code));
    expect(again.orderNo).not.toBe(made.orderNo);
    expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  });

  test("returns a code three times at most, and then leaves the order to an operator", async () => {
    const code = await grant("kfc-set");
    for (let n = 0; n < 3; n++) {
      const made = await order(await open(code));
      await fail(await orderKeyOf(made.orderNo));
      expect(await receipt(made.receiptToken)).toMatchObject({ display: "returned" });
    }
    const last = await order(await open(code));
    await fail(await orderKeyOf(last.orderNo));
    expect(await receipt(last.receiptToken)).toMatchObject({
      display: "manual",
      displayText: "客服处理中",
    });
    expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  });

  test("after the pickup code was issued is a defect, and returns nothing", async () => {
    const made = await order(await open(await grant("kfc-set")));
    const place = await orderKeyOf(made.orderNo);
    await transaction(testEnv.db, (tx) =>
      listener().onIssued(tx, { ...place, ...from, codes: [{ code: "A1" }] }),
    );
    await expect(fail(place)).rejects.toThrow("a code was given back for an order that goes on");
    expect(await receipt(made.receiptToken)).toMatchObject({ display: "ready" });
  });
});

test("a receipt shows the order until seven days after its end, and an unknown receipt shows nothing", async () => {
  const made = await order(await open(await grant("kfc-set")));
  await fail(await orderKeyOf(made.orderNo));
  testEnv.context.clock.advance(7 * 86_400_000 - 1_000);
  expect((await receipt(made.receiptToken)).orderNo).toBe(made.orderNo);
  testEnv.context.clock.advance(2_000);
  await expect(receipt(made.receiptToken)).rejects.toEqual(refusal("NOT_FOUND"));
  await expect(receipt("AAAAAAAAAAAAAAAAAAAAAA")).rejects.toEqual(refusal("NOT_FOUND"));
});

test("a code returned after its own end can be used for seven more days, and no longer", async () => {
  const code = await grant("kfc-set");
  const made = await order(await open(code));
  testEnv.context.clock.advance(400 * 86_400_000);
  await expect(open(code)).rejects.toEqual(refusal("CODE_INVALID"));
  await fail(await orderKeyOf(made.orderNo));
  testEnv.context.clock.advance(7 * 86_400_000 - 1_000);
  await open(code);
  testEnv.context.clock.advance(testEnv.context.settings.codeSessionMs + 1_000);
  await expect(open(code)).rejects.toEqual(refusal("CODE_INVALID"));
});

describe("the phone that the pickup code is sent to", () => {
  const unnamed = { contactPhone: undefined } as unknown as MealInput;

  test("is the member's own when none is named", async () => {
    const memberId = await testEnv.member(4711);
    const session = await open(await grant("kfc-set"), memberId);
    const made = await order(session, unnamed, undefined, memberId);
    const { rows } = await testEnv.db.$client.query<{ mask: string }>(
      `SELECT contact_mask AS mask FROM orders WHERE order_no = '${made.orderNo}'`,
    );
    expect(rows[0]?.mask).toMatch(/^1\d\d\*{4}4711$/);
  });

  test("must be named by a guest", async () => {
    const session = await open(await grant("kfc-set"));
    await expect(order(session, unnamed)).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });
});

/** Invoices from the request to the issued file, their reversal after refunds, and what is refused. */
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "../../platform/database/failure.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { eraseInvoices, invoicePage, openInvoiceFile } from "./actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { COMPANY, PERSON, type InvoiceEnv, openInvoiceEnv } from "./test-env.fixture.ts";

let shop: InvoiceEnv;
beforeAll(async () => {
  shop = await openInvoiceEnv();
}, 60_000);
afterAll(() => shop.close());

/** Three cards of 10 yuan: 5 off by the coupon 1.01, 7 by points, and 5 from the balance. */
const PAID_FEN = 1_699 + 500;

/** Creates an issued invoice of an order of three cards. */
async function issued() {
  const order = await shop.completedOrder(3);
  const { invoiceId } = await shop.request(order.memberId, order.orderNo, COMPANY);
  await shop.decide(invoiceId);
  await shop.pollInvoices();
  return { ...order, invoiceId };
}

test("an invoice is of what was paid in money, and its file is for its member only", async () => {
  const { memberId, orderNo } = await shop.completedOrder(3);
  expect(await shop.ofOrder(memberId, orderNo)).toEqual({ payableFen: PAID_FEN, canRequest: true });
  const asked = await shop.request(memberId, orderNo, COMPANY, "once");
  expect(asked).toMatchObject({
    amountFen: PAID_FEN,
    state: "REQUESTED",
    taxNo: "91440300708461136T",
    email: "books@example.com",
  });
  expect(await shop.request(memberId, orderNo, COMPANY, "once")).toEqual(asked);
  expect(await codeOf(shop.request(memberId, orderNo))).toBe("INVOICE_DENIED");
  const { invoiceId } = asked;
  const own = { memberId, invoiceId };
  const store = {
    get: async (key: string) => {
      const bytes = shop.files.get(key);
      return bytes && { stream: Readable.from([bytes]), bytes: bytes.length };
    },
  };
  expect(await codeOf(openInvoiceFile(shop.db, store, own))).toBe("NOT_FOUND");

  expect(await shop.decide(invoiceId)).toMatchObject({ state: "ISSUING", title: COMPANY.title });
  expect(await codeOf(shop.decide(invoiceId))).toBe("STATE_CHANGED");
  expect(await codeOf(shop.cancel(memberId, invoiceId))).toBe("STATE_CHANGED");
  await shop.pollInvoices();
  expect(await shop.list(memberId)).toMatchObject([
    { invoiceId, state: "ISSUED", hasFile: true, amountFen: PAID_FEN },
  ]);
  expect(await openInvoiceFile(shop.db, store, own)).toBeDefined();
  const stranger = { memberId: shop.context.ids.next(), invoiceId };
  expect(await codeOf(openInvoiceFile(shop.db, store, stranger))).toBe("NOT_FOUND");
  expect(await shop.ofOrder(memberId, orderNo)).toMatchObject({
    canRequest: false,
    why: "这个订单已有发票",
    lastBuyer: { title: COMPANY.title },
  });
});

test("a silent issuer is asked under the same number until it is known what happened", async () => {
  const { memberId, orderNo } = await shop.completedOrder(3);
  const { invoiceId } = await shop.request(memberId, orderNo);
  await shop.decide(invoiceId);
  const { script, calls, known } = shop.issuerOf;
  const before = { calls: calls.length, known: known.size };
  script.push("lost", "unheard");
  await shop.pollInvoices(2);
  expect((await shop.list(memberId))[0]?.state).toBe("ISSUING");
  await shop.pollInvoices();
  expect((await shop.list(memberId))[0]?.state).toBe("ISSUED");
  // Sent, lost; queried, absent, sent again; queried, issued.
  expect(calls.slice(before.calls)).toEqual(["issue", "query", "issue", "query"]);
  expect(known.size).toBe(before.known + 1);
});

test("a title that the issuer refuses ends the request, and the member may ask again", async () => {
  const { memberId, orderNo } = await shop.completedOrder(3);
  const { invoiceId } = await shop.request(memberId, orderNo);
  await shop.decide(invoiceId);
  shop.issuerOf.script.push("refused");
  await shop.pollInvoices();
  expect(await shop.list(memberId)).toMatchObject([
    { state: "FAILED", note: "抬头未通过校验。修改后可以重新申请。" },
  ]);
  const again = await shop.request(memberId, orderNo);
  await shop.decide(again.invoiceId, "reject");
  expect((await shop.list(memberId))[0]).toMatchObject({ state: "REJECTED", hasFile: false });
  const third = await shop.request(memberId, orderNo);
  expect(await shop.cancel(memberId, third.invoiceId)).toMatchObject({ state: "CANCELLED" });
});

test("a refund of one unit reverses the invoice and issues one for the rest; of all, none", async () => {
  const { memberId, orderNo, invoiceId } = await issued();
  const standing = shop.issuerOf.standingFen();
  await shop.refundUnits(memberId, orderNo, 1);
  expect((await shop.list(memberId))[0]).toMatchObject({ invoiceId, state: "REVERSING" });
  shop.issuerOf.script.push("unheard");
  await shop.pollInvoices(3);
  const { payableFen } = await shop.ofOrder(memberId, orderNo);
  expect(payableFen).toBe(PAID_FEN - 566 - 166);
  expect(await shop.list(memberId)).toMatchObject([
    { state: "ISSUED", amountFen: payableFen, title: COMPANY.title, email: COMPANY.email },
    { invoiceId, state: "REVERSED", amountFen: PAID_FEN },
  ]);
  expect(shop.issuerOf.standingFen()).toBe(standing - PAID_FEN + payableFen);

  await shop.refundUnits(memberId, orderNo, 2);
  await shop.pollInvoices(2);
  expect((await shop.list(memberId)).map(({ state }) => state)).toEqual(["REVERSED", "REVERSED"]);
  expect(shop.issuerOf.standingFen()).toBe(standing - PAID_FEN);
});

test("a refund while the issuer works reverses the invoice as soon as it is issued", async () => {
  const { memberId, orderNo } = await shop.completedOrder(3);
  const { invoiceId } = await shop.request(memberId, orderNo);
  await shop.decide(invoiceId);
  await shop.refundUnits(memberId, orderNo, 3);
  await shop.pollInvoices();
  expect((await shop.list(memberId))[0]).toMatchObject({ invoiceId, state: "REVERSING" });
  await shop.pollInvoices();
  expect((await shop.list(memberId)).map(({ state }) => state)).toEqual(["REVERSED"]);
});

test("a request follows a refund: a lower amount, and cancelled when nothing is left", async () => {
  const { memberId, orderNo } = await shop.completedOrder(3);
  await shop.request(memberId, orderNo);
  await shop.refundUnits(memberId, orderNo, 1);
  const [lower] = await shop.list(memberId);
  expect(lower).toMatchObject({ state: "REQUESTED", amountFen: PAID_FEN - 566 - 166 });
  await shop.refundUnits(memberId, orderNo, 2);
  expect((await shop.list(memberId))[0]).toMatchObject({
    state: "CANCELLED",
    note: "订单已全部退款，不再开票。",
  });
});

test("no invoice for an open order, another member's, or a wrong tax number", async () => {
  const memberId = await shop.buyer(40, { points: 700, principalFen: 500 });
  const orderNo = await shop.mixedOrder(memberId, 2);
  expect(await codeOf(shop.request(memberId, orderNo))).toBe("INVOICE_DENIED");
  const other = await shop.buyer(41);
  expect(await codeOf(shop.request(other, orderNo))).toBe("NOT_FOUND");
  const wrong = { ...COMPANY, taxNo: "914403007084611361" } as unknown as typeof COMPANY;
  await expect(shop.request(memberId, orderNo, wrong)).rejects.toMatchObject({
    code: "INPUT_INVALID",
    data: { field: "taxNo" },
  });
});

test("an operator reverses a wrong title; nothing is issued by itself, and the member asks again", async () => {
  const { memberId, orderNo, invoiceId } = await issued();
  const standing = shop.issuerOf.standingFen();
  expect(await codeOf(shop.decide(invoiceId, "reverse", memberId))).toBe("OWN_ACCOUNT");
  expect(await shop.decide(invoiceId, "reverse")).toMatchObject({ state: "REVERSING" });
  expect(await codeOf(shop.decide(invoiceId, "reverse"))).toBe("STATE_CHANGED");
  // A refund meanwhile does not issue the rest either.
  await shop.refundUnits(memberId, orderNo, 1);
  await shop.pollInvoices(2);
  expect(await shop.list(memberId)).toMatchObject([{ invoiceId, state: "REVERSED" }]);
  expect(shop.issuerOf.standingFen()).toBe(standing - PAID_FEN);
  const { payableFen } = await shop.ofOrder(memberId, orderNo);
  const again = await shop.request(memberId, orderNo, PERSON);
  expect(again).toMatchObject({ state: "REQUESTED", amountFen: payableFen });
});

test("the database refuses an invoice above what was paid, and the application cannot raise that", async () => {
  const { invoiceId } = await issued();
  const raised = shop.rows("UPDATE invoice SET amount_fen = payable_fen + 1 WHERE id = $1", [
    invoiceId,
  ]);
  expect(await raised.then(() => "none", violatedConstraint)).toBe("invoice_within_payment");
  await expect(
    shop.db.$client.query("UPDATE invoice SET payable_fen = 1 WHERE id = $1", [invoiceId]),
  ).rejects.toThrow("permission denied");
});

test("the database refuses a second invoice of an order", async () => {
  const { invoiceId } = await issued();
  const copied = shop.rows(
    `INSERT INTO invoice (member_id, id, order_id, requester_id, title_type, buyer_sealed, amount_fen, payable_fen,
                          requested_at)
     SELECT member_id, order_id, order_id, requester_id, title_type, buyer_sealed, 1, 1, now()
     FROM invoice WHERE id = $1`,
    [invoiceId],
  );
  expect(await copied.then(() => "none", violatedConstraint)).toBe("invoice_once");
});

test("an operator may not issue their own invoice; closing an account cancels its requests", async () => {
  const { memberId, orderNo } = await shop.completedOrder(3);
  const { invoiceId } = await shop.request(memberId, orderNo, COMPANY);
  expect(await codeOf(shop.decide(invoiceId, "agree", memberId))).toBe("OWN_ACCOUNT");
  await transaction(shop.db, (tx) => eraseInvoices(shop.context, tx, memberId));
  const [left] = await shop.list(memberId);
  expect(left).toMatchObject({ state: "CANCELLED" });
  expect(left).not.toHaveProperty("email");
  const named = { namesOf: async () => () => "" };
  const ended = { stage: "ended", keyword: orderNo } as const;
  const { list } = await invoicePage(shop.context, shop.db, named, ended);
  expect(list).toMatchObject([{ invoiceId, orderNo, hasEmail: false }]);
});

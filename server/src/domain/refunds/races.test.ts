/**
 * 64 concurrent refunds of one order; mutants show that each check fails when its guards are
 * removed.
 */
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { trialBalance } from "../ledger/actions.ts";
import { walletOf } from "../wallet/actions.ts";
import { pointsOf } from "../points/actions.ts";
import { CONNECTIONS, times } from "../ledger/race.fixture.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { itemCheck, mutate, otherChecks, readFirst, withoutGuards } from "./mutants.fixture.ts";
import { openRefundEnv, type RefundEnv } from "./test-env.fixture.ts";

let shop: RefundEnv | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const UNITS = 9;

/** Creates a delivered order of nine cards, paid by every tender. */
async function orderOfNine(): Promise<{ ring: RefundEnv; memberId: string; orderNo: string }> {
  const ring = await openRefundEnv(CONNECTIONS);
  shop = ring;
  const memberId = await ring.buyer(1, { points: 1_900, principalFen: 5_003 });
  const orderNo = await ring.mixedOrder(memberId, UNITS);
  // There are so many cards that voiding cards, each at most once, is not what limits the refunds.
  await ring.deliverCards(orderNo, 3 * CONNECTIONS);
  return { ring, memberId, orderNo };
}

async function neverMoreThanWasPaid(made: {
  ring: RefundEnv;
  memberId: string;
  orderNo: string;
}): Promise<void> {
  const { ring, memberId, orderNo } = made;
  const itemId = (await ring.itemsOf(orderNo))[0]?.itemId ?? "";
  const requests = times(
    CONNECTIONS,
    (n) => () =>
      n % 16 === 15
        ? ring.apply(memberId, orderNo)
        : ring.apply(memberId, orderNo, [{ itemId, quantity: 1 + (n % 3) }]),
  );
  const outcomes = await Promise.all(requests.map((request) => codeOf(request())));
  const strange = outcomes.filter((outcome) => !["done", "REFUND_DENIED"].includes(outcome));
  expect(strange).toEqual([]);

  // Several outbox handlers for each refund, against a channel that loses answers; then the poller
  // until all are done.
  const { refunds } = await ring.sheet(memberId, orderNo);
  const { script } = ring.scripted;
  script.refund.push(...times(40, (n) => (["unheard", "lost", "well"] as const)[n % 3] ?? "well"));
  await Promise.all([...refunds, ...refunds, ...refunds].map(({ refundNo }) => ring.ask(refundNo)));
  for (let round = 0; round < 30; round++) {
    ring.context.clock.advance(61_000);
    await ring.poll();
    const known = [...ring.scripted.refunds].filter(([, { state }]) => state === "processing");
    for (const [refundNo] of known) await ring.decide(refundNo, "success");
  }

  expect(ring.scripted.refunds.size).toBe(refunds.length);
  const [sums] = await ring.rows<Record<string, number>>(
    `SELECT sum(cash_fen)::int AS cash, sum(balance_fen)::int AS balance, sum(points)::int AS points
     FROM refund WHERE state = 'SUCCESS'`,
  );
  const [paid] = await ring.rows<Record<string, number>>(
    `SELECT cash_fen AS cash, balance_fen AS balance, points FROM orders WHERE order_no = $1`,
    [orderNo],
  );
  expect(sums?.["cash"]).toBeLessThanOrEqual(paid?.["cash"] ?? 0);
  expect(sums?.["balance"]).toBeLessThanOrEqual(paid?.["balance"] ?? 0);
  expect(sums?.["points"]).toBeLessThanOrEqual(paid?.["points"] ?? 0);
  const sent = [...ring.scripted.refunds.values()].reduce(
    (sum, { refundFen }) => sum + refundFen,
    0,
  );
  expect(sent).toBe(sums?.["cash"]);

  // Refunds what is left, if anything: then every tender has got back exactly what it paid.
  if ((await ring.sheet(memberId, orderNo)).allowed) {
    await ring.apply(memberId, orderNo);
    const [last] = (await ring.sheet(memberId, orderNo)).refunds;
    await ring.ask(last?.refundNo ?? "");
    await ring.decide(last?.refundNo ?? "", "success");
  }
  const now = ring.context.clock.now();
  expect(await walletOf(ring.db, memberId, now)).toMatchObject({ principal: 5_003, held: 0 });
  expect(await pointsOf(ring.db, memberId, now)).toMatchObject({ available: 1_900 });
  expect(await ring.contraSums()).toEqual({});
  expect(await trialBalance(ring.db)).toMatchObject({ isSound: true });
}

describe("64 concurrent refunds of one order, whole and in parts", () => {
  test("refund what each tender paid, and the channel gets one number for each", async () => {
    await neverMoreThanWasPaid(await orderOfNine());
  }, 60_000);

  test("fail when the cap is checked before the lock", async () => {
    const made = await orderOfNine();
    await mutate(made.ring, [...readFirst, ...withoutGuards], [itemCheck, ...otherChecks]);
    await expect(neverMoreThanWasPaid(made)).rejects.toThrow("to be less than or equal");
  }, 60_000);

  test("fail when a new number is created for each try", async () => {
    const made = await orderOfNine();
    let tries = 0;
    const { refund } = made.ring.channel;
    made.ring.channel.refund = (order) =>
      refund({ ...order, refundNo: `${order.refundNo.slice(0, 20)}${tries++}` });
    await expect(neverMoreThanWasPaid(made)).rejects.toThrow("to be");
  }, 60_000);
});

test("are limited by the database itself, on the items and on the payment", async () => {
  const { ring, orderNo } = await orderOfNine();
  const over = (column: string, amount: string) =>
    ring
      .rows(
        `UPDATE order_item SET ${column} = ${amount} WHERE order_id = (SELECT id FROM orders WHERE order_no = $1)`,
        [orderNo],
      )
      .then(
        () => "done",
        (error: unknown) => (error instanceof pg.DatabaseError ? error.constraint : String(error)),
      );
  expect(await over("refunded_quantity", "quantity + 1")).toBe("order_item_refunded_within");
  for (const [name, column] of Object.entries({
    cashFen: "cash_fen",
    balanceFen: "balance_fen",
    points: "points",
  })) {
    expect(await over("refunded", `jsonb_build_object('${name}', ${column} + 1)`)).toBe(
      "order_item_refunded_within",
    );
  }
  const paid = await ring
    .rows("UPDATE payment_attempt SET returned_fen = amount_fen + 1")
    .catch((error: unknown) => (error instanceof pg.DatabaseError ? error.constraint : error));
  expect(paid).toBe("payment_attempt_returned");
});

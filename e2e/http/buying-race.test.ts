/**
 * 64 connections over HTTP: a coupon is used in one order, an order is paid once, and no balance is
 * spent twice.
 */
import { readFileSync } from "node:fs";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { call, type Outcome } from "../faults/caller.fixture.ts";
import { type Buyer, type ShopFixture, openShopFixture } from "./shop.fixture.ts";
import { openExchangeFixture } from "./exchange.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";

const CONNECTIONS = 64;
const DOMAIN = new URL("../../server/src/domain/", import.meta.url);

let testEnv: HttpTestEnv;
let shop: ShopFixture;
beforeEach(async () => {
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify({ ordersUnpaidMax: 1_000 }) });
  shop = await openShopFixture(testEnv, await openExchangeFixture(testEnv));
}, 60_000);
afterEach(() => testEnv.close());

/** Sends all requests at once, and counts the outcomes. */
async function race(attempts: readonly (() => Promise<Outcome<unknown>>)[]) {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(attempts.map((attempt) => attempt()))) {
    const name = outcome.kind === "refused" ? outcome.code : outcome.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

/** Re-creates SQL functions with their guards removed. */
async function withoutGuards(
  guards: readonly (readonly [file: string, guard: string, instead?: string])[],
) {
  const texts = new Map<string, string>();
  for (const [file, guard, instead = ""] of guards) {
    const text = texts.get(file) ?? readFileSync(new URL(file, DOMAIN), "utf8");
    expect(text).toContain(guard);
    texts.set(file, text.replace(guard, instead));
  }
  const owner = new pg.Client({ connectionString: testEnv.ownerUrl });
  await owner.connect();
  for (const text of texts.values()) await owner.query(text);
  await owner.end();
}

const place = ({ token }: Buyer, quoteToken: string, key: string) =>
  call(testEnv.origin, "/orders", { body: { quoteToken }, token, key });
const payBy = ({ token }: Buyer, orderNo: string, key: string) =>
  call(testEnv.origin, `/orders/${orderNo}/pay`, { body: { channel: "balance" }, token, key });

const count = async (statement: string): Promise<number> => {
  const { rows } = await testEnv.db.$client.query<{ n: number }>(statement);
  return Number(rows[0]?.n);
};
const isLedgerSound = async () => (await trialBalance(testEnv.db)).isSound;

/** One coupon, and one order with it per connection. */
async function raceForCoupon() {
  const buyer = await shop.buyer();
  const couponIds = [await shop.coupon(buyer)];
  const request = shop.one("card", { couponIds });
  const tokens: string[] = [];
  for (let n = 0; n < CONNECTIONS; n++) tokens.push(await shop.token(buyer, request));
  return race(tokens.map((token, n) => () => place(buyer, token, `coupon-${n}`)));
}

/** One order, and one payment of it per connection. */
async function raceToPay() {
  const buyer = await shop.buyer({ principalFen: 100_000 });
  const orderNo = await shop.order(buyer, shop.one("card"));
  return race(times(CONNECTIONS, (n) => () => payBy(buyer, orderNo, `pay-${n}`)));
}

/** One order per connection, and a balance that pays for ten. */
async function raceForBalance() {
  const buyer = await shop.buyer({ principalFen: 10_000 });
  const orders: string[] = [];
  for (let n = 0; n < CONNECTIONS; n++) orders.push(await shop.order(buyer, shop.one("card")));
  return race(orders.map((orderNo) => () => payBy(buyer, orderNo, orderNo)));
}

test("a coupon is used in one of 64 orders", async () => {
  expect(await raceForCoupon()).toEqual({ done: 1, COUPON_LOCKED: CONNECTIONS - 1 });
  expect(await count("SELECT count(*) AS n FROM orders")).toBe(1);
  expect(await count("SELECT count(*) AS n FROM idem WHERE route = 'buying.place'")).toBe(1);
  expect(await isLedgerSound()).toBe(true);
}, 60_000);

test("an order is paid once by 64 payments", async () => {
  expect(await raceToPay()).toEqual({ done: 1, ORDER_STATE: CONNECTIONS - 1 });
  expect(
    await count("SELECT sum(balance) AS n FROM ledger_account WHERE purpose = 'principal'"),
  ).toBe(99_000);
  expect(await count("SELECT count(*) AS n FROM supplier_order")).toBe(1);
  expect(await isLedgerSound()).toBe(true);
}, 60_000);

test("a balance for ten orders pays ten of 64", async () => {
  expect(await raceForBalance()).toEqual({ done: 10, BALANCE_SHORT: CONNECTIONS - 10 });
  expect(
    await count(`SELECT sum(balance) AS n FROM ledger_account
                 WHERE purpose IN ('principal', 'held_principal') AND asset = 'CNY'`),
  ).toBe(0);
  expect(await count("SELECT sum(paid_fen) AS n FROM orders")).toBe(10_000);
  expect(await isLedgerSound()).toBe(true);
}, 60_000);

describe("the same races spend twice", () => {
  test.runIf(isSlowTier)(
    "when a coupon is locked in any state",
    async () => {
      await withoutGuards([
        [
          "coupons/functions/lock.sql",
          "AND (c.state = 'AVAILABLE' OR (c.state = 'LOCKED' AND c.lock_until <= v_now))",
        ],
      ]);
      const { done = 0 } = await raceForCoupon();
      expect(done).toBeGreaterThan(1);
    },
    60_000,
  );

  test.runIf(isSlowTier)(
    "when the order's state is not checked before payment",
    async () => {
      await withoutGuards([
        ["orders/functions/pay.sql", "v_order.order_state <> 'WAIT_PAY' OR "],
        // These guards would stop the double payment too: suppliers and history have guards of their
        // own.
        ["orders/functions/settle.sql", "v_item.supply IS NULL;", "true;"],
        ["orders/functions/settle.sql", " AND fulfil_state = 'NONE'"],
        ["orders/functions/settle.sql", "md5(p_order || ':paid')::uuid", "p_txn"],
        [
          "orders/functions/settle.sql",
          "AND pay_state IN ('UNPAID', 'PAYING') AND fulfil_state = 'NONE'",
        ],
        [
          "orders/functions/settle.sql",
          "AND (order_state = 'WAIT_PAY' OR (order_state = 'CLOSED' AND closed_reason = 'expired'))",
        ],
      ]);
      const { done = 0 } = await raceToPay();
      expect(done).toBeGreaterThan(1);
    },
    60_000,
  );

  test.runIf(isSlowTier)(
    "when the wallet holds less than the requested amount",
    async () => {
      const original = "wallet_parts(p_member, p_amount_fen, p_now);";
      await withoutGuards([
        ["wallet/functions/hold.sql", original, "wallet_parts(p_member, 1, p_now);"],
      ]);
      const { done = 0 } = await raceForBalance();
      expect(done).toBeGreaterThan(10);
    },
    60_000,
  );
});

/**
 * With a database that answers 200 ms late (reliability.md 1.4), a channel notification is still
 * acknowledged within a second. Round trips take the time, so the test counts those and is
 * independent of the machine's load.
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type NoticeDeps, receiveNotice } from "../payments/actions.ts";
import type { Notice, PaymentListener } from "../payments/port.ts";
import { decidingListener } from "../payments/testing.ts";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { openShop, type ShopEnv } from "./shop.fixture.ts";

const LATE_MS = 200;
const ANSWER_WITHIN_MS = 1_000;
/** The time of one round trip is reserved for the server's own work. */
const TRIPS_MAX = ANSWER_WITHIN_MS / LATE_MS - 1;
const NOTICES = 32;
const AT_ONCE = 8;

/** Round trips through the proxy: a connection waits for each answer before its next query. */
let trips = 0;

/** Forwards everything, and delays each answer by `lateMs`. */
function delayProxy(socketPath: string, lateMs: number): Promise<Server> {
  const late = (to: Socket, chunk: Buffer | undefined) =>
    setTimeout(() => (chunk ? to.write(chunk) : to.end()), lateMs);
  const proxy = createServer((client) => {
    const database = connect(socketPath);
    for (const socket of [client, database]) socket.setNoDelay(true).on("error", () => undefined);
    const ask = (chunk: Buffer) => {
      trips++;
      database.write(chunk);
    };
    client.on("data", ask).on("close", () => database.destroy());
    database.on("data", (chunk) => late(client, chunk)).on("close", () => late(client, undefined));
  });
  return new Promise((ready) => {
    proxy.listen(0, "127.0.0.1", () => ready(proxy));
  });
}

let shop: ShopEnv;
let proxy: Server;
let slowDb: Db;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "card", delivery: "card" });
  const url = new URL(shop.appUrl);
  const socketDir = url.searchParams.get("host") ?? "";
  proxy = await delayProxy(`${socketDir}/.s.PGSQL.5432`, LATE_MS);
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const role = `${url.protocol}//${url.username}@127.0.0.1:${address.port}${url.pathname}`;
  slowDb = openDatabase({ url: role, log: shop.context.log, size: AT_ONCE });
});
afterEach(async () => {
  await closeDatabase(slowDb);
  proxy.close();
  await shop.close();
});

const noTransfers = { onTransferUpdate: () => Promise.resolve(false) };

/** Pays orders at the channel, and returns the notification of each. */
async function paidOrders(count: number): Promise<{ notices: Notice[]; orderNos: string[] }> {
  const notices: Notice[] = [];
  const orderNos: string[] = [];
  for (let n = 0; n < count; n++) {
    const memberId = await shop.buyer(n + 1);
    const { orderNo } = await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] });
    const { outTradeNo = "" } = await shop.pay(memberId, orderNo, "wechat");
    const update = shop.scripted.pay(outTradeNo);
    notices.push({ id: `N${n}`, envelope: { id: `N${n}` }, kind: "payment", update });
    orderNos.push(orderNo);
  }
  return { notices, orderNos };
}

/** Receives the notifications concurrently, over open connections, as in a running server. */
async function receiveAll(notices: readonly Notice[], deps: NoticeDeps): Promise<void> {
  const todo = [...notices];
  const worker = async () => {
    for (let notice = todo.pop(); notice; notice = todo.pop())
      await receiveNotice(shop.context, slowDb, deps, notice);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, () => slowDb.$client.query("SELECT pg_sleep(0.1)")),
  );
  trips = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const count = async (statement: string) =>
  Number((await shop.db.$client.query<{ n: string }>(statement)).rows[0]?.n);
const paid = () => count("SELECT count(*) AS n FROM orders WHERE pay_state = 'PAID'");
const credits = () => count("SELECT count(*) AS n FROM ledger_txn WHERE kind = 'wxpay_accept'");

test("with a database 200 ms late, notifications are answered within a second, each order paid once", async () => {
  const { notices } = await paidOrders(NOTICES);
  const deps = { ...shop.payments, transferListener: noTransfers };
  for (const notice of notices.slice(0, 4)) {
    await receiveAll([notice], deps);
    expect(trips).toBeGreaterThan(0);
    expect(trips).toBeLessThanOrEqual(TRIPS_MAX);
  }
  await receiveAll([...notices, ...notices.slice(0, AT_ONCE)], deps);
  expect([await paid(), await credits()]).toEqual([NOTICES, NOTICES]);
  expect(await count("SELECT count(*) AS n FROM inbox WHERE applied_at IS NOT NULL")).toBe(NOTICES);
});

/** Pays an order in two steps of a transaction, instead of in `orders_receive`. */
const payInSteps = (): PaymentListener =>
  decidingListener(shop.context, async (tx, { ownerId, bizId, attemptId, amountFen }) => {
    const { rows } = await tx.execute<{ outcome: string }>(sql`
      SELECT orders_paid(${ownerId}, ${bizId}, ${shop.context.ids.next()}, ${attemptId}, ${amountFen}, ${shop.now()})
        AS outcome`);
    return rows[0]?.outcome === "paid" ? "accepted" : "late";
  });

test("several steps with the same result would take more than a second", async () => {
  const { notices } = await paidOrders(1);
  await receiveAll(notices, {
    ...shop.payments,
    listener: payInSteps(),
    transferListener: noTransfers,
  });
  expect(trips).toBeGreaterThan(TRIPS_MAX);
  expect([await paid(), await credits()]).toEqual([1, 1]);
});

test("a late payment is refunded within a second too", async () => {
  const { notices } = await paidOrders(1);
  await writesWithoutHistory(shop.db.$client);
  await shop.db.$client.query("UPDATE orders SET order_state = 'CANCELLED'");
  await receiveAll(notices, { ...shop.payments, transferListener: noTransfers });
  expect(trips).toBeLessThanOrEqual(TRIPS_MAX);
  expect([await paid(), await credits()]).toEqual([0, 0]);
  expect(await count("SELECT count(*) AS n FROM payment_attempt WHERE outcome = 'late'")).toBe(1);
  expect(await count("SELECT count(*) AS n FROM payment_return")).toBe(1);
});

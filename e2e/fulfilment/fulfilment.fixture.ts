/**
 * Test environment of fulfilment in real time: worker, poller and callback endpoint against the
 * sandbox supplier.
 */
import { callbackKeyId } from "@yunjing/sandbox/keys";
import Fastify from "fastify";
import {
  checkMeal,
  type CheckedMeal,
  showMenu,
  syncStores,
} from "@yunjing/server/domain/dining/actions";
import { ownStock } from "@yunjing/server/domain/fulfilment/actions";
import { fulfilmentOutboxHandlers, supplierPollJob } from "@yunjing/server/domain/fulfilment/jobs";
import { contactSealContext, type SupplierRequest } from "@yunjing/server/domain/fulfilment/model";
import type {
  CallbackReader,
  FulfilmentListener,
  Route,
} from "@yunjing/server/domain/fulfilment/port";
import { supplierCallbacks } from "@yunjing/server/domain/fulfilment/routes";
import { createNonceMemory } from "@yunjing/server/gateways/signing/nonces";
import { readSupplierCallback } from "@yunjing/server/gateways/suppliers/callback";
import { cardsSupplier } from "@yunjing/server/gateways/suppliers/cards";
import { diningSource, diningSupplier } from "@yunjing/server/gateways/suppliers/dining";
import { systemClock } from "@yunjing/server/platform/clock";
import type { Context } from "@yunjing/server/platform/context";
import { closeDatabase, openDatabase } from "@yunjing/server/platform/database/pool";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import { installErrorHandler } from "@yunjing/server/platform/http/failures";
import { startSchedule } from "@yunjing/server/platform/jobs/schedule";
import { startWorker } from "@yunjing/server/platform/jobs/worker";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import { testContext } from "@yunjing/server/platform/testing";
import { onTestFinished } from "vitest";
import { keys, startSandbox } from "../gateways/gateways.fixture.ts";

/** The result of an order: exactly one of `issued` and `failed` must occur, and only once. */
export type OrderRecord = { issued: number; failed: number; codes: string[]; states: string[] };

/** Shortens minutes to seconds, so that a test reaches the deadlines. */
const settings = {
  supplierTimeoutMs: 300,
  supplierQuerySeconds: [0.1, 0.2, 0.3],
  supplierQueriesPerDay: 1_000,
  supplierQueriesPerMinute: 100_000,
  outboxLeaseMs: 1_000,
  codeIssueManualMs: 1_500,
  codeIssueCancelMs: 3_000,
  codeIssueAlarmMs: 9_000,
  cancelAgainMs: 200,
};

function recordingListener() {
  const fates = new Map<string, OrderRecord>();
  const of = (orderId: string): OrderRecord => {
    const outcome = fates.get(orderId) ?? { issued: 0, failed: 0, codes: [], states: [] };
    fates.set(orderId, outcome);
    return outcome;
  };
  const listener: FulfilmentListener = {
    onState: async (_tx, { orderId, state }) => void of(orderId).states.push(state),
    onIssued: async (_tx, { orderId, codes }) => {
      of(orderId).issued++;
      of(orderId).codes.push(...codes.map(({ code }) => code));
    },
    onFailed: async (_tx, { orderId }) => void of(orderId).failed++,
    amountOf: () => Promise.resolve(0),
  };
  return { of, listener };
}

/**
 * A running clock that starts at noon in China: the fixture's store is open whenever the test runs.
 */
function clockFromNoon() {
  const ahead = Date.parse("2026-11-20T04:00:00Z") - Date.now();
  const now = () => new Date(Date.now() + ahead);
  return { now, sql: now };
}

function callbackReaderOf(supplierId: string): CallbackReader {
  const key = { ...keys.supplierCallback, keyId: callbackKeyId(supplierId) };
  const verification = { keys: [key], nonces: createNonceMemory() };
  return (message) => readSupplierCallback(message, { ...verification, now: systemClock.now() });
}

export async function startFulfilment() {
  const fresh = await freshDatabase();
  const base = testContext(settings);
  const db = openDatabase({ url: fresh.appUrl, log: base.log });
  const clock = clockFromNoon();
  const random = systemRandom;
  const context: Context = { ...base, clock, random, ids: idsFrom(clock, random) };
  const sandbox = await startSandbox({ callbackRetryMs: [50, 100, 200, 400] });
  const { listener, of } = recordingListener();
  const [dining, cards] = [diningSupplier(sandbox.supplier), cardsSupplier(sandbox.supplier)];
  const deps = { suppliers: { dining, cards, own: ownStock(context, db) }, listener };

  const app = Fastify();
  installErrorHandler(app);
  const readers = { dining: callbackReaderOf("dining"), cards: callbackReaderOf("cards") };
  await app.register(supplierCallbacks(context, db, { ...deps, readers }));
  sandbox.sandbox.callBackTo(await app.listen({ host: "127.0.0.1", port: 0 }));

  const handlers = fulfilmentOutboxHandlers(context, db, deps);
  const newWorker = () => startWorker(context, db, handlers, { pollMs: 50, stopWithinMs: 0 });
  const jobs = [{ ...supplierPollJob(context, db, deps), every: 50 }];
  const schedule = startSchedule(context, db, jobs, { tickMs: 50 });
  onTestFinished(async () => {
    await schedule.stop();
    await app.close();
    await closeDatabase(db);
    await fresh.drop();
  });
  await syncStores(context, db, diningSource(sandbox.supplier));

  /** Chooses a meal from the sandbox's menu, as a member would. */
  const choose = async (): Promise<CheckedMeal> => {
    const where = { storeId: "kfc-kfc0001", eatType: "take_away" as const, slot: "now" };
    const { hash: menuHash } = await showMenu(context, db, where);
    const lines = [{ productId: "burger", quantity: 1, options: [] }];
    const validUntil = clock.now().getTime() + 86_400_000;
    return checkMeal(context, db, { ...where, lines, menuHash, validUntil });
  };
  /** Submits a supply, as the paying transaction does. */
  const submit = async (
    { routes, request }: { routes: readonly Route[]; request: SupplierRequest },
    phone?: string,
  ) => {
    const [ownerId = "", id = "", orderId = "", message = ""] = Array.from({ length: 4 }, () =>
      context.ids.next(),
    );
    const outNo = `D${id.replaceAll("-", "").slice(-24).toUpperCase()}`;
    const contact =
      phone === undefined ? null : context.secrets.seal(phone, contactSealContext(id));
    const supply = { id, orderId, routes, outNo, request, messageId: message };
    await db.$client.query("SELECT fulfilment_submit($1, $2, $3, $4)", [
      ownerId,
      JSON.stringify(supply),
      contact,
      clock.now(),
    ]);
    return { orderId, outNo };
  };
  /** Orders a meal; the phone may be a sentinel of the sandbox. */
  const order = (meal: CheckedMeal, phone: string) => {
    const routes = [{ supplierId: meal.supplierId, product: "meal", costFen: 0 }];
    return submit({ routes, request: meal.supplierRequest }, phone);
  };
  return { context, sandbox, db, of, newWorker, choose, order, submit };
}

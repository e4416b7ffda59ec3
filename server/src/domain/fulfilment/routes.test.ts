/**
 * The suppliers' callback endpoint: only genuine messages are applied, and only committed ones are
 * acknowledged.
 */
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { installErrorHandler } from "../../platform/http/failures.ts";
import { testContext } from "../../platform/testing.ts";
import type { CallbackReader } from "./port.ts";
import { supplierCallbacks } from "./routes.ts";
import { issued, scriptedSupplier, submitOrder, recordingListener } from "./testing.ts";

const context = testContext();
const app = Fastify();
const { listener, listenerCalls } = recordingListener();
let fresh: FreshDatabase;
let db: Db;
let outNo: string;

/** Accepts any body that claims to be genuine. */
const reader: CallbackReader = ({ rawBody }) => {
  const text = Buffer.from(rawBody).toString();
  if (text.includes("forged")) return { kind: "refused", why: "forged" };
  if (!text.startsWith("{")) return { kind: "unreadable" };
  const { eventId, number, acknowledgement } = JSON.parse(text);
  const event = { eventId, outNo: number, at: new Date(), answer: issued };
  return { kind: "event", event, ...(acknowledgement ? { acknowledgement } : {}) };
};

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  installErrorHandler(app);
  const endpoint = {
    suppliers: { dining: scriptedSupplier().supplier },
    listener,
    readers: { dining: reader },
  };
  await app.register(supplierCallbacks(context, db, endpoint));
  ({ outNo } = await submitOrder(context, db));
});
afterAll(async () => {
  await app.close();
  await closeDatabase(db);
  await fresh.drop();
});

const post = async (payload: string, supplier = "dining") => {
  const reply = await app.inject({
    method: "POST",
    url: `/callback/supplier/${supplier}`,
    headers: { "content-type": "application/json" },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
};

test.each([
  ["a forged message", "forged", "dining", 401],
  ["an unreadable message", "gibberish", "dining", 400],
  ["an unknown number", `{"eventId":"e0","number":"D0000000"}`, "dining", 404],
  ["an unknown supplier", "{}", "nobody", 404],
  ["a supplier named like a prototype", `{"eventId":"e9"}`, "__proto__", 404],
  ["a supplier named like a constructor", `{"eventId":"e9"}`, "constructor", 404],
  ["a supplier named like an inherited property", `{"eventId":"e9"}`, "toString", 404],
])("%s changes nothing", async (_, payload, supplier, status) => {
  expect((await post(payload, supplier)).status).toBe(status);
  expect(listenerCalls).toEqual([]);
});

test("a genuine message is applied once and acknowledged each time", async () => {
  const payload = JSON.stringify({ eventId: "e1", number: outNo });
  expect(await post(payload)).toEqual({ status: 200, body: { ok: true } });
  expect(await post(payload)).toEqual({ status: 200, body: { ok: true } });
  expect(listenerCalls).toEqual(["issued 123456"]);
});

test("a supplier that wants a plain text as its answer gets it", async () => {
  const reply = await app.inject({
    method: "POST",
    url: "/callback/supplier/dining",
    headers: { "content-type": "application/json" },
    payload: JSON.stringify({ eventId: "e1", number: outNo, acknowledgement: "success" }),
  });
  expect([reply.statusCode, reply.body]).toEqual([200, "success"]);
  expect(reply.headers["content-type"]).toContain("text/plain");
});

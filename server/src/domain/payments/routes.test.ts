/**
 * The channel's callback endpoint: acknowledges only after the commit, and refuses messages that
 * are not the channel's.
 */
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { installErrorHandler } from "../../platform/http/failures.ts";
import { testContext, type TestContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { beginAttempt } from "./actions.ts";
import type { NoticeReading, PaymentStatusUpdate } from "./port.ts";
import { wechatPayCallbacks } from "./routes.ts";
import { depsWith, scriptedChannel, recordingListener } from "./testing.ts";

let fresh: FreshDatabase;
let db: Db;
let context: TestContext;
let app: FastifyInstance;
let update: PaymentStatusUpdate;
let reading: NoticeReading;
let isBusinessDown = false;

beforeEach(async () => {
  fresh = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  const scripted = scriptedChannel();
  const business = recordingListener(context);
  const deps = depsWith(context, scripted.channel, {
    ...business,
    listener: {
      receive: async (receivingDb, payment) => {
        if (isBusinessDown) throw new Error("the listener is unavailable");
        return business.listener.receive(receivingDb, payment);
      },
    },
  });
  const started = await beginAttempt(context, db, deps, {
    ownerId: context.ids.next(),
    bizType: "order",
    bizId: context.ids.next(),
    amountFen: 100,
    title: "快车立减券",
    via: "jsapi",
    address: "203.0.113.9",
    expiresAt: new Date(context.clock.now().getTime() + 60_000),
  });
  update = scripted.pay(started.outTradeNo);
  reading = { kind: "notice", notice: { id: "N1", envelope: {}, kind: "payment", update } };
  app = Fastify();
  installErrorHandler(app);
  await app.register(wechatPayCallbacks(context, db, { ...deps, read: () => reading }));
});
afterEach(async () => {
  isBusinessDown = false;
  await app.close();
  await closeDatabase(db);
  await fresh.drop();
});

const postNotice = async (kind = "payment") => {
  const url = `/callback/wechatpay/${kind}`;
  const answer = await app.inject({ method: "POST", url, payload: "{}" });
  return { status: answer.statusCode, code: answer.body && answer.json().code };
};
const credits = async () => (await trialBalance(db)).txns["wxpay_credit"] ?? 0;
const inboxSize = async () => (await db.$client.query("SELECT 1 FROM inbox")).rows.length;

test("an applied notification is acknowledged without a body", async () => {
  expect(await postNotice()).toEqual({ status: 204, code: "" });
  expect(await credits()).toBe(1);
});

test("a notification that fails is not acknowledged, leaves nothing, and is applied when repeated", async () => {
  isBusinessDown = true;
  expect((await postNotice()).status).toBe(500);
  expect([await credits(), await inboxSize()]).toEqual([0, 0]);
  isBusinessDown = false;
  expect((await postNotice()).status).toBe(204);
  expect([await credits(), await inboxSize()]).toEqual([1, 1]);
});

describe("it answers in the channel's format", () => {
  test("401 to messages that are not the channel's", async () => {
    reading = { kind: "refused", why: "forged" };
    expect(await postNotice()).toEqual({ status: 401, code: "FAIL" });
  });

  test("400 to the channel's unreadable messages", async () => {
    reading = { kind: "unreadable", why: "not an envelope" };
    expect(await postNotice()).toEqual({ status: 400, code: "FAIL" });
  });

  test("400 to a payment at the refunds endpoint, 404 at an unknown endpoint", async () => {
    expect(await postNotice("refund")).toEqual({ status: 400, code: "FAIL" });
    expect((await postNotice("constructor")).status).toBe(404);
    expect(await credits()).toBe(0);
  });
});

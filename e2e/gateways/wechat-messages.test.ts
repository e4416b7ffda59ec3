/** Template and subscription messages against the WeChat sandbox, with WeChat's own error codes. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wechatMessages } from "@yunjing/server/gateways/wechat/messages";
import type { WechatMessages } from "@yunjing/server/domain/messages/port";
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { type FreshDatabase, freshDatabase } from "@yunjing/server/platform/database/testing";
import { testContext } from "@yunjing/server/platform/testing";
import { startWechatSandbox, type WechatTestEnv } from "./wechat.fixture.ts";

let testEnv: WechatTestEnv;
let database: FreshDatabase;
let db: Db;
let messages: WechatMessages;
beforeAll(async () => {
  [testEnv, database] = await Promise.all([startWechatSandbox(), freshDatabase()]);
  const context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log });
  const ownOrigin = "https://own.example";
  messages = wechatMessages(context, db, testEnv.account, { ownOrigin });
});
afterAll(async () => {
  await closeDatabase(db);
  await Promise.all([testEnv.close(), database.drop()]);
});

const put = (path: string, body: object, method = "PUT") =>
  fetch(`${testEnv.origin}/sandbox/wechat/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const inbox = async (openid: string): Promise<{ way: string; url?: string }[]> =>
  (await fetch(`${testEnv.origin}/sandbox/wechat/messages?openid=${openid}`)).json();
const answer = (openid: string, choice: "accept" | "reject") =>
  put(`subscriptions/${openid}/TEMPLATE`, { answer: choice }, "POST");

let made = 0;
const newOpenid = (): string => `oPretendUser${String(++made).padStart(6, "0")}`;
const to = (openid: string, more: object = {}) => ({
  openid,
  templateId: "TEMPLATE",
  link: "/pages/user/wallet",
  data: { thing1: "退款已完成" },
  messageId: "018f0000-0000-7000-8000-0000000000aa",
  ...more,
});
beforeEach(async () => {
  await put("message-faults", {});
});

test("a template message arrives with its link, once for its key", async () => {
  const openid = newOpenid();
  expect(await messages.sendTemplate(to(openid))).toEqual({ state: "sent" });
  expect(await messages.sendTemplate(to(openid))).toEqual({ state: "sent" });
  const arrived = await inbox(openid);
  expect(arrived).toMatchObject([
    { way: "template", url: "https://own.example/pages/user/wallet" },
  ]);
});

test("a subscription message arrives as often as its recipient agreed, then 43101", async () => {
  const openid = newOpenid();
  const refused = { state: "refused", errorCode: "43101" };
  expect(await messages.sendSubscribe(to(openid))).toEqual(refused);
  await answer(openid, "accept");
  expect(await messages.sendSubscribe(to(openid))).toEqual({ state: "sent" });
  expect(await messages.sendSubscribe(to(openid))).toEqual(refused);
  expect(await inbox(openid)).toHaveLength(1);
});

test("a recipient who refused gets no template message either", async () => {
  const openid = newOpenid();
  await answer(openid, "reject");
  expect(await messages.sendTemplate(to(openid))).toEqual({ state: "refused", errorCode: "43101" });
});

test("a token that WeChat has revoked is fetched again, once", async () => {
  const openid = newOpenid();
  await messages.sendTemplate(to(openid));
  await testEnv.expire("stableToken");
  const next = to(openid, { messageId: "018f0000-0000-7000-8000-0000000000bb" });
  expect(await messages.sendTemplate(next)).toEqual({ state: "sent" });
  expect(await inbox(openid)).toHaveLength(2);
});

test.each([
  [40_003, "unreachable"],
  [45_009, "later"],
  [-1, "later"],
  [40_037, "impossible"],
  [40_001, "later"],
])("WeChat's %i means %s", async (errcode, state) => {
  await put("message-faults", { errcode });
  expect(await messages.sendTemplate(to(newOpenid()))).toEqual({
    state,
    errorCode: String(errcode),
  });
});

test("a value that its type does not allow is our own error", async () => {
  const data = { thing1: "长".repeat(21) };
  const outcome = await messages.sendTemplate(to(newOpenid(), { data }));
  expect(outcome).toEqual({ state: "impossible", errorCode: "47003" });
});

test("a delivered message without an answer is unheard, and its key prevents a second delivery", async () => {
  const openid = newOpenid();
  await put("message-faults", { isUnheard: true });
  expect(await messages.sendTemplate(to(openid))).toEqual({
    state: "unheard",
    errorCode: "unheard",
  });
  await put("message-faults", {});
  expect(await messages.sendTemplate(to(openid))).toEqual({ state: "sent" });
  expect(await inbox(openid)).toHaveLength(1);
});

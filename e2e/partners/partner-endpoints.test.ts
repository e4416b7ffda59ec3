/**
 * Partner endpoints over HTTP: ids without a link, calls without a partner's signature, and links
 * that only we can sign.
 */
import {
  decideHost,
  proposeHost,
  storeCheckedLink,
  insertPartner,
  reportsOf,
} from "@yunjing/server/domain/partners/actions";
import { signedHeaders } from "@yunjing/server/gateways/signing/sign";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { readLink } from "@yunjing/sandbox/partner/links";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { hostile } from "../redirects.fixture.ts";
import { badIds } from "./targets.fixture.ts";

const reason = "试一试";
const now = () => new Date();
let testEnv: HttpTestEnv;
let member: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify({ partnerGoPerMinute: 100_000 }) });
  member = await testEnv.logIn("13700000361");
  const [maker, checker] = [testEnv.context.ids.next(), testEnv.context.ids.next()];
  const { context, db } = testEnv;
  await insertPartner(db, { partnerId: "yunda", name: "云达出行" }, null);
  await insertPartner(db, { partnerId: "fanmao", name: "饭猫外卖" }, null);
  const host = { partnerId: "yunda", scheme: "https", place: "h5.yunda.example" } as const;
  const approvalId = await proposeHost(context, db, { ...host, maker, reason });
  await decideHost(context, db, { approvalId, checker, state: "approved", reason });
  await storeCheckedLink(context, db, {
    linkId: "ride",
    partnerId: "yunda",
    title: "打车",
    brandName: "云达",
    artwork: "car",
    tint: "sea",
    kind: "h5",
    target: "https://h5.yunda.example/open?from=yunjing",
    tip: "",
    cityCodes: [],
    isOn: true,
    sinceVersion: 0,
    reason,
  });
}, 60_000);
afterAll(() => testEnv.close());

const ask = async (method: "GET" | "POST", path: string, body?: unknown) => {
  const answer = await fetch(`${testEnv.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${member.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "manual",
  });
  return { status: answer.status, text: await answer.text() };
};

describe("M12 an id", () => {
  test.each([...badIds, ...hostile].map((id) => [id.slice(0, 40), id]))(
    "%j has no target",
    async (_, id) => {
      const path = `/api/biz/${encodeURIComponent(id)}`;
      for (const response of [await ask("GET", path), await ask("POST", `${path}/go`, {})]) {
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        expect(response.text).not.toMatch(/"url"/);
      }
    },
  );

  test("leads to the host of its link, whatever other parameters are sent", async () => {
    const extra = { url: "https://evil.example", target: "//evil.example", host: "evil.example" };
    const response = await ask("POST", "/api/biz/ride/go?url=https://evil.example", extra);
    const { data } = JSON.parse(response.text);
    expect(data.url).toMatch(/^\/sandbox\/partner\/yunda\/open\?from=yunjing&yj_sid=/);
    expect(data.url).not.toMatch(/evil|1370000/);
  });
});

const secret = sandboxKeys().partner.secret;
type Signed = { keyId?: string; secret?: string; path?: string; at?: Date; body?: string };
function signed(path: string, body: unknown, changes: Signed = {}) {
  const rawBody = JSON.stringify(body);
  const message = {
    method: "POST",
    path: changes.path ?? path,
    rawBody: changes.body ?? rawBody,
    now: changes.at ?? now(),
    nonce: testEnv.context.random.bytes(16),
  };
  const key = { keyId: changes.keyId ?? "yunda-partner", secret: changes.secret ?? secret };
  return { path, rawBody, headers: { ...signedHeaders(message, key) } };
}
const post = async ({ path, rawBody, headers }: ReturnType<typeof signed>) => {
  const answer = await fetch(`${testEnv.origin}${path}`, {
    method: "POST",
    body: rawBody,
    headers: { ...headers, "content-type": "application/json" },
  });
  return { status: answer.status, body: await answer.json() };
};

const ORDERS = "/callback/partner/yunda/orders";
let made = 0;
const order = () => ({
  orderNo: `Y${++made}`,
  state: "paid",
  title: "快车",
  amountFen: 1_590,
  isRisk: false,
  commission: { state: "estimated", amountFen: 47 },
  orderedAt: Date.now(),
  updatedAt: Date.now(),
});
const isKnown = async (partnerNo: string) =>
  (await reportsOf(testEnv.db, { partnerNo })).length === 1;

describe("a push", () => {
  test("is accepted from its partner, and a repetition gets the same answer", async () => {
    const orderNotice = { orders: [order()] };
    expect((await post(signed(ORDERS, orderNotice))).status).toBe(200);
    expect((await post(signed(ORDERS, orderNotice))).status).toBe(200);
    expect(await isKnown(orderNotice.orders[0]?.orderNo ?? "")).toBe(true);
  });

  test("is refused when it is forged, expired, replayed or another partner's", async () => {
    const orderNotice = { orders: [order()] };
    const forgeries: Signed[] = [
      { keyId: "fanmao-partner" },
      { keyId: "yunjing-partner" },
      { secret: "another secret that is long enough as well" },
      { path: "/callback/partner/fanmao/orders" },
      { path: `${ORDERS}?x=1` },
      { at: new Date(Date.now() - 301_000) },
      { at: new Date(Date.now() + 301_000) },
      { body: '{"orders":[]}' },
    ];
    for (const changes of forgeries)
      expect((await post(signed(ORDERS, orderNotice, changes))).status).toBe(401);
    const bare = signed(ORDERS, orderNotice);
    expect((await post({ ...bare, headers: { ...bare.headers, "x-signature": "" } })).status).toBe(
      401,
    );
    expect(await isKnown(orderNotice.orders[0]?.orderNo ?? "")).toBe(false);
    const once = signed(ORDERS, orderNotice);
    expect([(await post(once)).status, (await post(once)).status]).toEqual([200, 401]);
  });

  test("that cannot be parsed is refused, and an unknown partner has no endpoint", async () => {
    const odd = [
      {},
      { orders: [] },
      { orders: [{ ...order(), amountFen: -1 }] },
      { orders: [{ ...order(), amountFen: "15" }] },
      { orders: [{ ...order(), state: "gold" }] },
      { orders: [{ ...order(), orderNo: "a b" }] },
      { orders: [{ ...order(), sid: "x" }] },
    ];
    for (const body of odd) expect((await post(signed(ORDERS, body))).status).toBe(400);
    for (const id of ["nobody", "constructor", "__proto__"]) {
      const path = `/callback/partner/${id}/orders`;
      expect((await post(signed(path, { orders: [order()] }))).status).toBe(404);
    }
  });
});

test("a link is valid only as we signed it, and its token can be exchanged once", async () => {
  const { data } = JSON.parse((await ask("POST", "/api/biz/ride/go", {})).text);
  const path = String(data.url).slice("/sandbox/partner/yunda".length);
  const key = sandboxKeys().partner;
  const pass = readLink(path, key, Date.now());
  expect(pass).toBeDefined();
  expect(readLink(path, key, data.expiresAt)).toBeUndefined();
  expect(readLink(path.replace("from=yunjing", "from=other"), key, Date.now())).toBeUndefined();
  const altered = path.replace(
    /yj_token=(.)/,
    (_, first) => `yj_token=${first === "A" ? "B" : "A"}`,
  );
  expect(readLink(altered, key, Date.now())).toBeUndefined();
  const tokenPath = "/callback/partner/yunda/token";
  const foreign = "/callback/partner/fanmao/token";
  const asFanmao = { keyId: "fanmao-partner" };
  expect((await post(signed(foreign, pass, asFanmao))).status).toBe(410);
  const first = await post(signed(tokenPath, pass));
  expect(first.body).toMatchObject({ ok: true, linkId: "ride" });
  expect(JSON.stringify(first.body)).not.toContain(member.memberId);
  expect((await post(signed(tokenPath, pass))).status).toBe(410);
});

test("an operator finds a jump by its id, orders by their number, and the reason why a pull stopped early", async () => {
  const { consoleToken } = await testEnv.logIn("13700000363", ["partners:manage"]);
  const call = async (method: "GET" | "POST", path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${consoleToken}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${testEnv.origin}/console/api${path}`, {
      method,
      headers,
      ...sent,
    });
    return (await answer.json()).data;
  };
  const { data } = JSON.parse((await ask("POST", "/api/biz/ride/go", {})).text);
  const sid = new URL(data.url, testEnv.origin).searchParams.get("yj_sid");
  const placed = { ...order(), sid };
  await post(signed(ORDERS, { orders: [placed, order()] }));
  const { memberId } = member;
  expect((await call("GET", `/partners/clicks?sid=${sid}`)).list).toMatchObject([
    { sid, memberId, partnerId: "yunda", linkId: "ride" },
  ]);
  expect((await call("GET", `/partners/orders?partnerNo=${placed.orderNo}`)).list).toMatchObject([
    { memberId, linkId: "ride", state: "PAID", commission: "ESTIMATED", commissionFen: 47 },
  ]);
  const unmatched = (await call("GET", "/partners/orders?unmatched=true&partnerId=yunda")).list;
  expect(unmatched.length).toBeGreaterThan(0);
  // No partner answers in this test environment.
  expect(await call("POST", "/partners/yunda/pull", { reason })).toEqual({ seen: 0, changed: 0 });
  const { list } = await call("GET", "/partners");
  expect(list).toHaveLength(2);
  expect(list[1]).toMatchObject({
    partnerId: "yunda",
    isOn: true,
    isWired: true,
    pullFailure: "no answer",
    hosts: [{ place: "h5.yunda.example", isOn: true }],
    links: [{ linkId: "ride" }],
    orders: { matched: 1 },
  });
});

/**
 * Tests that the sandbox WeChat behaves as the real one: calls, lifetimes, and errors under HTTP
 * 200.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEMO_WECHAT } from "../keys.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";

type WechatResponse = {
  readonly errcode?: number;
  readonly errmsg?: string;
  readonly access_token?: string;
  readonly ticket?: string;
  readonly expires_in?: number;
};

let movedMs: number;
let sandbox: Sandbox;
beforeEach(() => {
  movedMs = 0;
  sandbox = createSandbox({
    clock: { now: () => new Date(1_700_000_000_000 + movedMs), after: () => () => undefined },
  });
});
afterEach(() => sandbox.close());

const account = { grant_type: "client_credential", appid: DEMO_WECHAT.appId };
const good = { ...account, secret: DEMO_WECHAT.secret };

async function get(path: string, query: Readonly<Record<string, string>>): Promise<WechatResponse> {
  const answer = await sandbox.app.inject({ method: "GET", url: path, query });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const token = (query: Readonly<Record<string, string>> = good) => get("/cgi-bin/token", query);
const ticket = (access_token = "", type = "jsapi") =>
  get("/cgi-bin/ticket/getticket", { access_token, type });
async function stable(body: object | string): Promise<WechatResponse> {
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await sandbox.app.inject({
    method: "POST",
    url: "/cgi-bin/stable_token",
    payload,
  });
  return answer.json();
}

describe("a token", () => {
  test("is valid for two hours, and a new token ends it after five minutes", async () => {
    const first = await token();
    expect(first).toEqual({ access_token: expect.stringMatching(/^.{64,}$/), expires_in: 7_200 });
    const second = await token();
    expect(second.access_token).not.toBe(first.access_token);
    movedMs = 299_000;
    expect(await ticket(first.access_token)).toMatchObject({ errcode: 0, errmsg: "ok" });
    movedMs = 301_000;
    expect(await ticket(first.access_token)).toMatchObject({ errcode: 40001 });
    expect(await ticket(second.access_token)).toMatchObject({ errcode: 0 });
    movedMs = 7_201_000;
    expect(await ticket(second.access_token)).toMatchObject({ errcode: 42001 });
  });

  test("that is stable stays the same until its last five minutes, or until a forced refresh", async () => {
    const first = await stable(good);
    movedMs = 6_600_000;
    expect(await stable(good)).toEqual({ access_token: first.access_token, expires_in: 600 });
    movedMs = 6_901_000;
    const second = await stable(good);
    expect(second).toMatchObject({ expires_in: 7_200 });
    expect(second.access_token).not.toBe(first.access_token);
    const forced = await stable({ ...good, force_refresh: true });
    expect(await ticket(second.access_token)).toMatchObject({ errcode: 40001 });
    expect(await ticket(forced.access_token)).toMatchObject({ errcode: 0, expires_in: 7_200 });
  });

  test.each([
    [40002, { ...good, grant_type: "password" }],
    [40013, { ...good, appid: "wx0" }],
    [40125, { ...good, secret: "wrong" }],
    [41002, { ...good, appid: "" }],
    [41004, account],
  ])("is refused with errcode %i as WeChat documents it", async (errcode, query) => {
    expect(await token(query)).toMatchObject({ errcode, errmsg: expect.stringContaining("rid: ") });
    expect(await stable(query)).toMatchObject({ errcode });
  });

  test("that is stable must be posted as JSON", async () => {
    expect(await stable("not json")).toMatchObject({ errcode: 47001 });
    expect(await get("/cgi-bin/stable_token", good)).toMatchObject({ errcode: 43002 });
  });
});

test("a ticket stays the same while it is valid, whichever token requests it", async () => {
  const first = await ticket((await token()).access_token);
  const second = await ticket((await stable(good)).access_token);
  expect(second.ticket).toBe(first.ticket);
  movedMs = 7_200_000;
  expect((await ticket((await stable(good)).access_token)).ticket).not.toBe(first.ticket);
});

test.each([
  ["", "jsapi", 41001],
  ["unknown", "jsapi", 40001],
])(
  "a ticket request with the token %j is refused with its errcode",
  async (access, type, errcode) => {
    expect(await ticket(access, type)).toMatchObject({ errcode });
  },
);

test("an errcode, a status and an expiry can be set by a script and on the page", async () => {
  const { app } = sandbox;
  const { access_token } = await stable(good);
  await app.inject({ method: "PUT", url: "/sandbox/wechat/faults", payload: { errcode: 45009 } });
  expect(await ticket(access_token)).toMatchObject({ errcode: 45009 });
  await app.inject({
    method: "POST",
    url: "/sandbox/wechat/knobs",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "errcode=0&slowMs=0&status=502",
  });
  expect((await app.inject({ url: "/cgi-bin/ticket/getticket" })).statusCode).toBe(502);
  await app.inject({ method: "PUT", url: "/sandbox/wechat/faults", payload: {} });
  await app.inject({ method: "POST", url: "/sandbox/wechat/stableToken/expire" });
  expect(await ticket(access_token)).toMatchObject({ errcode: 42001 });
  expect((await app.inject({ url: "/sandbox/wechat/calls" })).json()).toEqual({
    token: 0,
    stableToken: 1,
    ticket: 3,
  });
  const page = await app.inject({ url: "/sandbox/wechat" });
  expect(page.body).toContain(DEMO_WECHAT.appId);
  expect(page.body).not.toContain(access_token);
});

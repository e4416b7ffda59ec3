/**
 * Tests that the sandbox WeChat's login behaves as the real one: page results, codes, and errors
 * under HTTP 200.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEMO_WECHAT } from "../keys.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";

let movedMs: number;
let sandbox: Sandbox;
beforeEach(() => {
  movedMs = 0;
  sandbox = createSandbox({
    clock: { now: () => new Date(1_700_000_000_000 + movedMs), after: () => () => undefined },
  });
});
afterEach(() => sandbox.close());

const AUTHORIZE = "/sandbox/wechat/open/connect/oauth2/authorize";
const request = {
  appid: DEMO_WECHAT.appId,
  redirect_uri: "http://own.example/back",
  response_type: "code",
  scope: "snsapi_base",
  state: "abc",
};
const page = (query: Readonly<Record<string, string>>, cookie = "") =>
  sandbox.app.inject({
    method: "GET",
    url: AUTHORIZE,
    query: { ...request, ...query },
    headers: { host: "own.example", cookie },
  });
const returned = async (query: Readonly<Record<string, string>>) =>
  new URL(String((await page(query)).headers.location)).searchParams;
const codeOf = async (query: Readonly<Record<string, string>>) =>
  (await returned(query)).get("code") ?? "";

const call = async (path: string, query: Readonly<Record<string, string>>) =>
  (await sandbox.app.inject({ method: "GET", url: `/sns/${path}`, query })).json();
const account = {
  appid: DEMO_WECHAT.appId,
  secret: DEMO_WECHAT.secret,
  grant_type: "authorization_code",
};
const trade = (code: string, other: Readonly<Record<string, string>> = {}) =>
  call("oauth2/access_token", { ...account, code, ...other });

describe("the login page", () => {
  test("asks once for the account, remembers it, and then redirects at once", async () => {
    const first = await page({});
    expect(first.body).toContain("选择微信账号");
    const chosen = await page({ as: "lin" });
    expect(chosen.statusCode).toBe(302);
    expect(chosen.headers["set-cookie"]).toContain("sandbox_wechat=lin");
    const again = await page({}, "sandbox_wechat=lin");
    expect(String(again.headers.location)).toMatch(
      /^http:\/\/own\.example\/back\?code=\w+&state=abc$/,
    );
  });

  test("asks for nickname and avatar, and returns no code when the person declines", async () => {
    const scope = "snsapi_userinfo";
    expect((await page({ scope, as: "lin" })).body).toContain("获取你的昵称、头像");
    const refused = await returned({ scope, as: "lin", say: "no" });
    expect([refused.has("code"), refused.get("state")]).toEqual([false, "abc"]);
    expect(await codeOf({ scope, as: "lin", say: "yes" })).not.toBe("");
  });

  test.each([
    [{ appid: "wx-other" }, "10012"],
    [{ redirect_uri: "https://evil.example/back" }, "10003"],
    [{ redirect_uri: "javascript:alert(1)" }, "10003"],
    [{ scope: "snsapi_login" }, "10005"],
    [{ response_type: "token" }, "10010"],
  ])("refuses %j with %s and does not redirect", async (changes, number) => {
    const { statusCode, body, headers } = await page({ as: "lin", ...changes });
    expect([statusCode, headers.location]).toEqual([400, undefined]);
    expect(body).toContain(number);
  });
});

describe("a code", () => {
  test("is exchanged once, only by our account, within five minutes", async () => {
    const code = await codeOf({ as: "lin" });
    expect(await trade(code, { secret: "wrong" })).toMatchObject({ errcode: 40125 });
    expect(await trade(code, { appid: "wx-other" })).toMatchObject({ errcode: 40013 });
    const { openid, scope } = await trade(code);
    expect([openid, scope]).toEqual([expect.stringMatching(/^o.{27}$/), "snsapi_base"]);
    expect(await trade(code)).toMatchObject({ errcode: 40163 });
    expect(await trade("unknown")).toMatchObject({ errcode: 40029 });
    expect(await trade("")).toMatchObject({ errcode: 41008 });
    const late = await codeOf({ as: "lin" });
    movedMs = 300_000;
    expect(await trade(late)).toMatchObject({ errcode: 42003 });
    expect((await trade(await codeOf({ as: "lin" }))).openid).toBe(openid);
  });

  test("gives access to the profile only with the person's consent", async () => {
    const scope = "snsapi_userinfo";
    const { access_token, openid } = await trade(await codeOf({ scope, as: "lin", say: "yes" }));
    expect(await call("userinfo", { access_token, openid })).toMatchObject({ nickname: "林小满" });
    expect(await call("userinfo", { access_token, openid: "o-other" })).toMatchObject({
      errcode: 40003,
    });
    const base = await trade(await codeOf({ as: "lin" }));
    const silent = { access_token: base.access_token, openid: base.openid };
    expect(await call("userinfo", silent)).toMatchObject({ errcode: 48001 });
    movedMs = 7_200_000;
    expect(await call("userinfo", { access_token, openid })).toMatchObject({ errcode: 42001 });
  });

  test("of a preview visitor is marked as a snapshot", async () => {
    expect(await trade(await codeOf({ as: "snapshot" }))).toMatchObject({ is_snapshotuser: 1 });
  });
});

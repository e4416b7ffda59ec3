/**
 * Sharing in WeChat's browser, on both of its systems. The test installs the bridge that WeChat
 * itself would add to the page; it accepts only signatures that the WeChat sandbox finds valid.
 */
import type { BrowserContextOptions, Page, Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { phone, WECHAT_AGENT } from "./browser.ts";
import { ask, logInByPhone, stateOf } from "./login.ts";

const ANDROID_AGENT =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 XWEB/1300473 Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0.50.2701 WeChat/arm64 NetType/WIFI Language/zh_CN ABI/arm64";

const device = phone();
const LOGIN = "/pages/passport/login";
const CODES = "/pages/exchange/manifest";
const TERMS = "/pages/passport/terms";

type BridgeCall = { readonly name: string; readonly params: Readonly<Record<string, unknown>> };
/** Runs inside the page before our scripts, as WeChat's own bridge does. */
function installWechatBridge(isApple: boolean): void {
  const firstUrl = location.href;
  const withoutHash = (url: string) => url.split("#")[0] ?? "";
  const invoked: BridgeCall[] = [];
  let letIn: string | undefined;
  const now = () => withoutHash(isApple ? firstUrl : location.href);
  const signatureCheckOf = async (params: Record<string, unknown>): Promise<string> => {
    const claim = {
      url: now(),
      appId: params["verifyAppId"],
      timestamp: params["verifyTimestamp"],
      nonceStr: params["verifyNonceStr"],
      signature: params["verifySignature"],
    };
    const answer = await fetch("/sandbox/wechat/judge", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(claim),
    });
    const { verdict } = (await answer.json()) as { verdict: string };
    letIn = verdict === "ok" ? claim.url : undefined;
    return verdict;
  };
  const answerTo = async (name: string, params: Record<string, unknown>): Promise<string> => {
    if (name === "preVerifyJSAPI") return signatureCheckOf(params);
    return letIn === now() ? "ok" : "permission denied";
  };
  const invoke = (
    name: string,
    params: Record<string, unknown>,
    respond: (result: object) => void,
  ) => {
    void answerTo(name, params).then((check) => {
      invoked.push({ name, params: { ...params, verdict: check } });
      respond({ errMsg: `${name}:${check}` });
    });
  };
  Object.assign(window, { WeixinJSBridge: { invoke, on: () => undefined }, invoked });
}

/** Opens a page in WeChat; returns it with the URLs it had signed. */
async function openInWechat(path: string, userAgent: string, member: BrowserContextOptions = {}) {
  const page = await device.open("/whale.svg", { ...member, userAgent });
  await page.addInitScript(installWechatBridge, userAgent === WECHAT_AGENT);
  const signed: string[] = [];
  const answers: Response[] = [];
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    if (request.url().endsWith("/api/wechat/jsdk")) signed.push(request.postDataJSON().url);
  });
  page.on("response", (answer) => {
    if (answer.url().endsWith("/api/wechat/jsdk")) answers.push(answer);
  });
  await page.goto(device.origin + path);
  return { page, signed, answers, errors };
}

const isReady = (page: Page) =>
  page.waitForFunction(() => (window as { jsdkReady?: boolean }).jsdkReady === true);
/** Returns the share data of this kind that WeChat accepted, in order. */
const shareDataOf = (page: Page, name: string): Promise<Readonly<Record<string, unknown>>[]> =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { invoked: BridgeCall[] }).invoked
        .filter((one) => one.name === wanted && one.params["verdict"] === "ok")
        .map(({ params }) => params),
    name,
  );
const waitForShareData = async (page: Page, link: string) => {
  for (const name of ["updateAppMessageShareData", "updateTimelineShareData"]) {
    await expect
      .poll(async () => (await shareDataOf(page, name)).at(-1)?.["link"], { timeout: 10_000 })
      .toBe(link);
  }
};

describe.each([
  ["iOS", WECHAT_AGENT],
  ["Android", ANDROID_AGENT],
])("in WeChat on %s", (system, userAgent) => {
  const isApple = system === "iOS";

  test(`U08 H02 ${system}: each page that is shown asks, is let in, and says what is shared`, async () => {
    const { page, signed, answers, errors } = await openInWechat(LOGIN, userAgent);
    await isReady(page);
    await waitForShareData(page, `${device.origin}/`);
    await page.getByRole("link", { name: "《用户协议》" }).click();
    await page.waitForURL(`**${TERMS}*`);
    await waitForShareData(page, device.origin + TERMS);
    const { pathname, search } = new URL(page.url());
    const second = isApple ? LOGIN : pathname + search;
    expect(signed).toEqual([device.origin + LOGIN, device.origin + second]);
    const friends = (await shareDataOf(page, "updateAppMessageShareData")).at(-1);
    expect(friends).toMatchObject({ title: "云鲸权益", desc: expect.stringMatching(/./) });
    const picture = await page.request.get(String(friends?.["imgUrl"]));
    expect(picture.headers()["content-type"]).toBe("image/png");
    const config = {
      appId: expect.stringMatching(/^wx/),
      timestamp: expect.any(Number),
      nonceStr: expect.stringMatching(/^[\w-]{16}$/),
      signature: expect.stringMatching(/^[0-9a-f]{40}$/),
      jsApiList: expect.arrayContaining(["updateAppMessageShareData", "updateTimelineShareData"]),
    };
    const msg = expect.any(String);
    expect(await answers[0]?.json()).toMatchObject({ status: true, msg, config, data: { config } });
    expect(errors).toEqual([]);
  });

  test(`U08 ${system}: a start at a guarded page, which the app turns to login, is let in`, async () => {
    const { page, signed } = await openInWechat("/pages/user/orders", userAgent);
    await page.waitForURL("**/pages/passport/login?**");
    await isReady(page);
    const { pathname, search } = new URL(page.url());
    const address = isApple ? "/pages/user/orders" : pathname + search;
    expect(signed).toEqual([device.origin + address]);
  });

  test(`U08 ${system}: a code in the fragment is neither sent to be signed nor shared`, async () => {
    const { page, signed } = await openInWechat(`${CODES}#code=2345678923456789AB`, userAgent);
    await isReady(page);
    await waitForShareData(page, device.origin + CODES);
    expect(signed[0]).toBe(device.origin + CODES);
  });
});

test("U08 I2 what a member shares carries their invite code, also from another page", async () => {
  const login = await logInByPhone(device.origin, "13700009321");
  const { data } = await ask<{ data: { inviteCode: string } }>(`${device.origin}/api/member/me`, {
    headers: { authorization: login.token },
  });
  const code = `?inviteCode=${data.inviteCode}&from=link`;
  const member = { storageState: stateOf(login) };
  const { page } = await openInWechat("/pages/invite/poster", ANDROID_AGENT, member);
  await waitForShareData(page, `${device.origin}/${code}`);
  await page.goto(device.origin + CODES);
  await waitForShareData(page, device.origin + CODES + code);
});

test("U08 a refusal of WeChat shows nothing to the member, and the page still works", async () => {
  const context = { userAgent: ANDROID_AGENT };
  const page = await device.open("/whale.svg", context);
  await page.addInitScript(installWechatBridge, false);
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await page.route("**/api/wechat/jsdk", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({
      json: { ...body, config: { ...body.config, signature: "0".repeat(40) } },
    });
  });
  await page.goto(device.origin + LOGIN);
  await expect.poll(() => warnings).toEqual([expect.stringContaining("share: ")]);
  expect(await page.evaluate(() => (window as { jsdkReady?: boolean }).jsdkReady)).toBeUndefined();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  await page.getByRole("link", { name: "《用户协议》" }).click();
  await page.waitForURL(`**${TERMS}*`);
});

test("U08 outside WeChat no signature is requested and no sharing code is loaded", async () => {
  const page = await device.open("/whale.svg");
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await page.goto(device.origin + LOGIN);
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(urls.filter((url) => /jsdk|weixin|share/.test(url))).toEqual([]);
});

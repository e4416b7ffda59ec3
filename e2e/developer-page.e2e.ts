/**
 * The developer page: what it shows to members with the permission, and the console it turns on.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  expectAccessible,
  phone,
  PHONE,
  SMALL_PHONE,
  WECHAT_AGENT,
  overflowOf,
} from "./browser.ts";
import { enlargeText, type Grant, openLoggedIn } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";
import { productOfWorker } from "./worker-product.ts";

const device = phone();
const PATH = "/pages/devop/debug";
let operator: Grant;
let member: Grant;

beforeAll(async () => {
  operator = productOfWorker().operator;
  member = await logInByPhone(device.origin, "13700000061");
});

test("U04 without the permission the page shows a message, and leads back", async () => {
  const page = await openLoggedIn(device, member, PATH);
  await page.getByRole("heading", { name: "暂无权限" }).waitFor();
  expect(await page.getByRole("tab").count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "返回" }).click();
  await page.waitForURL(`${device.origin}/`);
});

test("M05 U04 with the permission the page shows version, build, platform and the token", async () => {
  const page = await openLoggedIn(device, operator, PATH);
  const version = page.getByRole("region", { name: "版本" });
  await version.getByText("1.0.0 (100)").waitFor();
  await version.getByText("与本页相同").waitFor();
  const served = await fetch(`${device.origin}/version`).then((answer) => answer.text());
  expect(await version.getByText(served).count()).toBe(2);
  const login = page.getByRole("region", { name: "登录" });
  expect(await login.innerText()).toContain("devop:debug");
  expect(await login.getByRole("timer").innerText()).toMatch(/^(\d+:)?\d\d:\d\d$/);
  expect(await page.content()).not.toContain(operator.token);
  await page.getByText(/ms（±\d+）/).waitFor();
  expect(await page.getByRole("link", { name: "短信收件箱" }).getAttribute("href")).toBe(
    "/sandbox/inbox",
  );
});

test("M01 the platform label is shown, in WeChat too", async () => {
  for (const [label, options] of [
    ["web", {}],
    ["mp-weixin-web", { userAgent: WECHAT_AGENT }],
  ] as const) {
    const page = await openLoggedIn(device, operator, PATH, options);
    await page.getByRole("region", { name: "环境" }).getByText(label, { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset["platform"])).toBe(label);
    await page.context().close();
  }
});

test("M05 every call carries the version, the code and the platform", async () => {
  const page = await openLoggedIn(device, operator, PATH);
  const [call] = await Promise.all([
    page.waitForRequest(/\/api\/member\/me$/),
    page.goto(`${device.origin}/pages/user/settings`),
  ]);
  expect(call.headers()["x-client"]).toBe("1.0.0 (100) web");
  // A script in the page's head sends this request before our other scripts are loaded.
  const [early] = await Promise.all([
    page.waitForRequest(/\/api\/member\/me$/),
    page.goto(`${device.origin}/pages/user/index`),
  ]);
  expect(early.headers()["x-client"]).toBe("1.0.0 (100) web");
  const profile = await openLoggedIn(device, operator, "/pages/user/index");
  await profile.getByText("云鲸权益 1.0.0（100）").waitFor();
});

test.runIf(isSlowTier)(
  "stored values are shown with their secrets masked, and one entry can be removed",
  async () => {
    const page = await openLoggedIn(device, operator, `${PATH}?show=storage`);
    await page.evaluate(() => localStorage.setItem("somebody-else", "13812345678"));
    await page.reload();
    await page.getByText("uni_id_token", { exact: true }).click();
    await page.getByText("[token]").first().waitFor();
    await page.getByText("somebody-else").click();
    await page.getByText("138****5678").waitFor();
    expect(await page.content()).not.toContain(operator.token);
    await expectAccessible(page);
    await page.getByRole("button", { name: "删除 somebody-else" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
    await page.getByText("somebody-else").waitFor({ state: "detached" });
    expect(await page.evaluate(() => localStorage.getItem("somebody-else"))).toBeNull();
  },
);

test("the log shows failures with the request number, and can be copied", async () => {
  const page = await openLoggedIn(device, operator, "/pages/user/help");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => globalThis.console.warn("电话 13812345678 没打通"));
  device.expectFailure(/^\/version$/, 503);
  await page.route("**/version", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: '{"status":false,"code":"SYS_BUSY","msg":"系统繁忙","requestId":"req-42"}',
    }),
  );
  await page.getByRole("button", { name: "首页" }).click();
  await page.waitForURL(`${device.origin}/`);
  await page.getByRole("link", { name: "我的" }).click();
  await page.getByRole("button", { name: "DEVOP" }).click();
  await page.getByText("系统繁忙").waitFor({ timeout: 30_000 });
  await page.getByRole("tab", { name: "日志" }).click();
  await page.getByText("编号 req-42").first().waitFor();
  await page.getByText("电话 138****5678 没打通").waitFor();
  await page.getByRole("button", { name: "复制日志" }).click();
  await page.getByText("日志已复制").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("req-42");
  expect(copied).not.toContain("13812345678");
});

describe("manual cloud calls", () => {
  const open = async (kind: string, name?: string): Promise<Page> => {
    const page = await openLoggedIn(device, operator, `${PATH}?show=cloud`);
    await page.getByRole("radio", { name: kind }).check();
    if (name !== undefined) await page.getByLabel(/名称|集合/).fill(name);
    return page;
  };
  const answerOf = (page: Page) => page.getByRole("region", { name: "回答" });
  const answered = async (page: Page): Promise<string> => {
    await page.getByRole("button", { name: "调用", exact: true }).click();
    return answerOf(page).getByRole("status").innerText();
  };

  test("C02 C03 C07 C09 a function and a collection return their answer, and a failure shows its code", async () => {
    const page = await open("函数");
    expect(await answered(page)).toContain('"echo": "云鲸"');
    device.expectFailure(/^\/cloud\/functions\/invokeFunction$/, 404);
    await page.getByLabel("名称").fill("nowhere");
    expect(await answered(page)).toMatch(/^SYS_ERR \[nowhere\]: .*在云端不存在/);
    await page.getByRole("radio", { name: "数据库" }).check();
    expect(await answered(page)).toMatch(/"count": \d+/);
    await page.getByLabel("集合").fill("orders");
    await page.getByLabel(/条件/).fill("user_id == $cloudEnv_uid");
    expect(await answered(page)).toContain('"code": 0');
    await page.getByLabel(/条件/).fill("1 == 1");
    expect(await answered(page)).toContain("SYNTAX_ERROR");
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "C08 an object returns its body, and its failure is shown as the app requested",
    async () => {
      const page = await open("云对象");
      expect(await answered(page)).toContain('"errCode": 0');
      await page.getByLabel("方法").fill("nothing");
      const call = page.getByRole("button", { name: "调用", exact: true });
      const dialog = page.getByRole("alertdialog");
      await call.click();
      await dialog.getByText("提示").waitFor();
      await dialog.getByText(/METHOD_NOT_FOUND/).waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "确定" }).click();
      await answerOf(page)
        .getByText(/^METHOD_NOT_FOUND /)
        .waitFor();
      await page.getByRole("radio", { name: "可重试" }).check();
      const nextCall = () => page.waitForRequest(/invokeFunction$/);
      await call.click();
      await Promise.all([nextCall(), dialog.getByRole("button", { name: "重试" }).click()]);
      await dialog.getByRole("button", { name: "取消" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("radio", { name: "轻提示" }).check();
      await call.click();
      await page
        .getByText(/METHOD_NOT_FOUND/)
        .first()
        .waitFor();
      expect(await dialog.count()).toBe(0);
      await page.context().close();
    },
  );

  test("C10 a client that the server rejects shows Invalid client", async () => {
    const page = await open("云对象", "wallet");
    await page.getByLabel("方法").fill("summary");
    await page.route("**/invokeFunction", async (route) => {
      const sent = route.request().postDataJSON();
      expect(sent.clientInfo).toMatchObject({ uniPlatform: "web", appId: "__UNI__YUNJING" });
      const errMsg = "Invalid client";
      await route.fulfill({ json: { errSubject: "uni-secure-network", errCode: 20101, errMsg } });
    });
    await page.getByRole("button", { name: "调用", exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Invalid client").waitFor();
    await dialog.getByRole("button", { name: "确定" }).click();
    await answerOf(page).getByText("20101 Invalid client").waitFor();
    await page.context().close();
  });

  test("C11 a login that the cloud rejects leads to the login page, and back", async () => {
    const page = await open("云对象");
    await page.evaluate(() => localStorage.setItem("uni_id_token", "a.b.c"));
    await page.getByRole("button", { name: "调用", exact: true }).click();
    await page.waitForURL(/\/pages\/passport\/login\?referer=%2Fpages%2Fdevop%2Fdebug/);
    await page.context().close();
  });
});

describe("M08 the debug console", () => {
  test("starts by its switch and by the stored flag at a page load, under the product's own CSP", async () => {
    const page = await openLoggedIn(device, operator, PATH);
    const console = page.getByRole("switch", { name: "调试台" });
    expect(await console.getAttribute("aria-checked")).toBe("false");
    expect(await page.locator("#__vconsole").count()).toBe(0);
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => name.includes("vconsole")),
      );
    expect(await loaded()).toBe(false);
    await console.click();
    const button = page.locator("#__vconsole .vc-switch");
    await button.waitFor();
    // Checks that the console's styles are loaded: without them the button is static text.
    expect(await button.evaluate((node) => getComputedStyle(node).position)).toBe("fixed");
    await page.reload();
    await button.waitFor();
    expect(await button.evaluate((node) => getComputedStyle(node).position)).toBe("fixed");
    await console.click();
    await page.locator("#__vconsole").waitFor({ state: "detached" });
    await page.reload();
    await console.waitFor();
    expect(await loaded()).toBe(false);
  });

  test("ends with the login", async () => {
    const own = await logInByPhone(device.origin, "13800000005");
    const page = await openLoggedIn(device, own, PATH);
    await page.getByRole("switch", { name: "调试台" }).click();
    await page.locator("#__vconsole .vc-switch").waitFor();
    await page.goto(`${device.origin}/pages/passport/login_out`);
    // The logout has ended: a shorter pattern matches the address of the logout page itself.
    await page.waitForURL((url) => url.pathname === "/pages/passport/login");
    await page.locator("#__vconsole").waitFor({ state: "detached" });
    expect(await page.evaluate(() => localStorage.getItem("debug-console"))).toBeNull();
  });
});

describe("each section", () => {
  let page: Page;
  beforeAll(async () => {
    page = await openLoggedIn(device, operator, PATH);
  });

  const sections = ["overview", "storage", "log", "cloud", "gallery", "images", "parts"];
  test.each(isSlowTier ? sections : ["overview", "parts"])(
    "%s has no accessibility violation and fits, at 390, 320 and with text twice as large",
    async (show) => {
      // One of the samples is a missing picture.
      if (show === "images") device.expectFailure(/^\/assets\/no-such-image\.svg$/, 404);
      await page.setViewportSize(PHONE);
      await page.goto(`${device.origin}${PATH}?show=${show}`);
      await page.getByRole("tab", { selected: true }).first().waitFor();
      await page.getByRole("tabpanel").getByRole("region").first().waitFor();
      await expectAccessible(page);
      expect(await overflowOf(page)).toBe(0);
      await page.setViewportSize(SMALL_PHONE);
      expect(await overflowOf(page)).toBe(0);
      await enlargeText(page);
      expect(await overflowOf(page)).toBe(0);
    },
  );
});

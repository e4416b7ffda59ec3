/** The developer page: what it shows to those who may see it, and the console it switches on. */
import { beforeAll, describe, expect, inject, test } from "vitest";
import { expectNoBarriers, phone, SMALL_PHONE, WECHAT_AGENT, overflowOf } from "./browser.ts";
import { enlargeText, type Grant, openWith } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";

const device = phone();
const PATH = "/pages/devop/debug";
let operator: Grant;
let member: Grant;

beforeAll(async () => {
  operator = inject("operator");
  member = await logInByPhone(device.origin, "13700000061");
});

test("U04 without the permission the page says so, and leads back", async () => {
  const page = await openWith(device, member, PATH);
  await page.getByRole("heading", { name: "暂无权限" }).waitFor();
  expect(await page.getByRole("tab").count()).toBe(0);
  await expectNoBarriers(page);
  await page.getByRole("button", { name: "返回" }).click();
  await page.waitForURL(`${device.origin}/`);
});

test("M05 U04 whoever holds the permission sees version, build, platform and the token", async () => {
  const page = await openWith(device, operator, PATH);
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

test("M01 the platform label stands there, in WeChat too", async () => {
  for (const [label, options] of [
    ["web", {}],
    ["mp-weixin-web", { userAgent: WECHAT_AGENT }],
  ] as const) {
    const page = await openWith(device, operator, PATH, options);
    await page.getByRole("region", { name: "环境" }).getByText(label, { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset["platform"])).toBe(label);
    await page.context().close();
  }
});

test("M05 every call carries the version, the code and the platform", async () => {
  const page = await openWith(device, operator, PATH);
  const [call] = await Promise.all([
    page.waitForRequest(/\/api\/member\/me$/),
    page.goto(`${device.origin}/pages/user/settings`),
  ]);
  expect(call.headers()["x-client"]).toBe("1.0.0 (100) web");
  // The page's head asks for this one before any script of ours is there.
  const [early] = await Promise.all([
    page.waitForRequest(/\/api\/member\/me$/),
    page.goto(`${device.origin}/pages/user/index`),
  ]);
  expect(early.headers()["x-client"]).toBe("1.0.0 (100) web");
  const profile = await openWith(device, operator, "/pages/user/index");
  await profile.getByText("云鲸权益 1.0.0（100）").waitFor();
});

test("the storage is shown with its secrets masked, and one entry can be removed", async () => {
  const page = await openWith(device, operator, `${PATH}?show=storage`);
  await page.evaluate(() => localStorage.setItem("somebody-else", "13812345678"));
  await page.reload();
  await page.getByText("uni_id_token", { exact: true }).click();
  await page.getByText("[token]").first().waitFor();
  await page.getByText("somebody-else").click();
  await page.getByText("138****5678").waitFor();
  expect(await page.content()).not.toContain(operator.token);
  await expectNoBarriers(page);
  await page.getByRole("button", { name: "删除 somebody-else" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  await page.getByText("somebody-else").waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.getItem("somebody-else"))).toBeNull();
});

test("the log tells what failed, with the number to look for, and can be copied", async () => {
  const page = await openWith(device, operator, "/pages/user/help");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => globalThis.console.warn("电话 13812345678 没打通"));
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

describe("M08 the debug console", () => {
  test("is created by its switch and by the stored flag at a start, under our own policy", async () => {
    const page = await openWith(device, operator, PATH, { bypassCSP: false });
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
    // Its own styles hold: without them it would lie in the flow as plain text.
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
    const page = await openWith(device, own, PATH);
    await page.getByRole("switch", { name: "调试台" }).click();
    await page.locator("#__vconsole .vc-switch").waitFor();
    await page.goto(`${device.origin}/pages/passport/login_out`);
    await page.waitForURL(/\/pages\/passport\/login/);
    await page.locator("#__vconsole").waitFor({ state: "detached" });
    expect(await page.evaluate(() => localStorage.getItem("debug-console"))).toBeNull();
  });
});

test.each(["overview", "storage", "log", "gallery", "images", "parts"])(
  "the section %s has no barrier and fits, at 390, 320 and with text twice as large",
  async (show) => {
    const page = await openWith(device, operator, `${PATH}?show=${show}`);
    await page.getByRole("tab", { selected: true }).waitFor();
    await page.getByRole("tabpanel").getByRole("region").first().waitFor();
    await expectNoBarriers(page);
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize(SMALL_PHONE);
    expect(await overflowOf(page)).toBe(0);
    await enlargeText(page);
    expect(await overflowOf(page)).toBe(0);
    await page.context().close();
  },
);

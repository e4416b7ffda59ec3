/**
 * The sandbox on the member pages: who is logged in, another account by one tap, codes, the next
 * order's fault; and an installation without the sandbox has no byte of it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { expectAccessible, holdRequests, overflowOf, phone, SMALL_PHONE } from "./browser.ts";
import { openLoggedIn } from "./logged-in.ts";
import { ask, logInByPhone } from "./login.ts";
import { newPhone } from "./shop/shop.fixture.ts";

const device = phone();
const DESKTOP = { width: 1440, height: 900 } as const;
const shown = { isSandboxShown: true } as const;
/** Text that only the ribbon's script has. */
const MARK = "拿一个未使用的兑换码";
const BUILD = fileURLToPath(new URL("../member/dist/", import.meta.url));

test("a visitor sees the newest code in place and fills it in by one tap", async () => {
  const page = await device.open("/pages/passport/login", { ...shown, viewport: SMALL_PHONE });
  const ribbon = page.getByRole("region", { name: "沙箱演示" });
  await ribbon.getByText("未登录").waitFor();
  await page.getByRole("textbox", { name: "手机号" }).fill(newPhone());
  await page.getByRole("button", { name: "获取验证码" }).click();
  const code = ribbon.getByRole("button", { name: /使用验证码 \d{6}/ });
  await code.click();
  const digits = await code.textContent();
  await expect.poll(() => page.getByRole("textbox", { name: "验证码" }).inputValue()).toBe(digits);
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
});

test("its place comes with the page, so that nothing moves when it is there", async () => {
  const page = await device.open("/whale.svg", shown);
  const release = await holdRequests(page, "**/sandbox/ribbon.js");
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${device.origin}/pages/passport/login`, { waitUntil: "commit" });
  const bar = page.getByRole("banner").first();
  await bar.waitFor();
  expect((await bar.boundingBox())?.y).toBe(44);
  release();
  const ribbon = page.getByRole("region", { name: "沙箱演示" });
  await ribbon.waitFor();
  expect((await ribbon.boundingBox())?.height).toBe(44);
  expect((await bar.boundingBox())?.y).toBe(44);
  const shift = await page.evaluate(() => Reflect.get(window, "seen").shift as number);
  expect(shift).toBeLessThanOrEqual(0.01);
});

test("another demo account is one tap away, and the ribbon covers no bar of the page", async () => {
  const login = await logInByPhone(device.origin, newPhone());
  const page = await openLoggedIn(device, login, "/pages/user/index", shown);
  const ribbon = page.getByRole("region", { name: "沙箱演示" });
  await ribbon.getByRole("button", { name: "试一试" }).click();
  await expectAccessible(page);
  const tabs = page.getByRole("navigation", { name: "主导航" });
  const [over, under] = [await ribbon.boundingBox(), await tabs.boundingBox()];
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0);

  await ribbon.getByRole("button", { name: /会员：有积分、余额、订单/ }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await ribbon.getByText("会员 138****0001").waitFor();

  await ribbon.getByRole("button", { name: "关闭沙箱条" }).click();
  await ribbon.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("list", { name: "分类" }).waitFor();
  expect(await ribbon.count()).toBe(0);
});

test("gives an unused code, and sets and removes the fault of the next order", async () => {
  const page = await device.open("/pages/passport/login", shown);
  const ribbon = page.getByRole("region", { name: "沙箱演示" });
  await ribbon.getByRole("button", { name: "试一试" }).click();
  await ribbon.getByRole("button", { name: "肯德基套餐" }).click();
  await ribbon.getByText(/^[0-9A-Z]{4}(-?[0-9A-Z]{4}){3}-?[0-9A-Z]{2}$/).waitFor();
  const refuse = ribbon.getByRole("switch", { name: "供应商拒单" });
  const next = () => ask<{ fault: string | null }>(`${device.origin}/sandbox/suppliers/next`);
  await refuse.click();
  await expect.poll(async () => (await next()).fault).toBe("refuse");
  await expect.poll(() => refuse.getAttribute("aria-checked")).toBe("true");
  await refuse.click();
  await expect.poll(async () => (await next()).fault).toBeNull();
  await ribbon.getByRole("link", { name: "去兑换" }).click();
  await page.getByRole("button", { name: /查询/ }).waitFor();
});

test("on a wide screen the sides show the story, a code of this page, and the messages", async () => {
  const page = await device.open("/pages/passport/login", {
    ...shown,
    viewport: DESKTOP,
    isMobile: false,
    hasTouch: false,
  });
  const story = page.getByRole("complementary", { name: "关于这个演示" });
  await story.getByRole("img", { name: "这一页的二维码" }).waitFor();
  expect(await story.getByRole("listitem").count()).toBe(3);
  await page.getByRole("complementary", { name: "短信收件箱" }).waitFor();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
});

test("the app's own build has no file and no text of it", () => {
  const files = readdirSync(BUILD, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.includes("ribbon"))).toEqual([]);
  const scripts = files.filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  for (const script of scripts) {
    expect(readFileSync(join(BUILD, script), "utf8").includes(MARK), script).toBe(false);
  }
});

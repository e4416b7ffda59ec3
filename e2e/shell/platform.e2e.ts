/** Differences between the web and WeChat, and what a phone's dark mode must not change. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { phone } from "../browser.ts";
import {
  type Member,
  logInMember,
  PLATFORMS,
  waitUntilSettled,
  waitForTitle,
} from "./shell.fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000031");
});

const open = (path: string, options = {}) =>
  device.open(path, { ...member.browserOptions, ...options });

const back = (page: Page) => page.getByRole("button", { name: "返回", exact: true });
const home = (page: Page) => page.getByRole("button", { name: "首页", exact: true });

/** Start of the page, height of its bar, and number of buttons in it: M02 exactly. */
const BARS = {
  web: { top: 44, height: 44, buttons: 1 },
  "mp-weixin-web": { top: 0, height: 1, buttons: 0 },
};

describe.each(Object.entries(PLATFORMS))("on %s", (label, userAgent) => {
  test("M01 the page has the label of its platform", async () => {
    const page = await open("/pages/passport/terms", userAgent);
    expect(await page.locator("html").getAttribute("data-platform")).toBe(label);
    await page.context().close();
  });

  test("M02 the content of a page begins at the platform's position", async () => {
    const page = await open("/pages/user/orders", userAgent);
    await waitUntilSettled(page);
    const title = page.getByRole("heading", { level: 1, name: "订单列表" });
    const bar = page.getByRole("banner").filter({ has: title });
    const top = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().top);
    const height = (await bar.boundingBox())?.height;
    const buttons = await bar.getByRole("button").count();
    expect(Object.entries(BARS)).toContainEqual([label, { top, height, buttons }]);
    await page.context().close();
  });
});

test("M02 the bar leads back when there is a previous page, and home otherwise", async () => {
  const page = await open("/pages/user/index");
  await page.getByRole("button", { name: "兑换码" }).click();
  await waitForTitle(page, "兑换页面");
  await back(page).click();
  await waitForTitle(page, "我的");
  await page.getByRole("button", { name: "兑换码" }).click();
  await waitForTitle(page, "兑换页面");
  await page.reload();
  await back(page).click();
  await waitForTitle(page, "我的");
  await page.goto(`${device.origin}/pages/exchange/manifest`);
  await home(page).click();
  await waitForTitle(page, "云鲸权益");
  expect(new URL(page.url()).pathname).toBe("/");
  await page.context().close();
});

test("M02 the bar can be used by the keyboard alone", async () => {
  const page = await open("/pages/passport/terms");
  await waitUntilSettled(page);
  await page.keyboard.press("Tab");
  expect(await home(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await waitForTitle(page, "云鲸权益");
  await page.context().close();
});

test("M04 a phone in dark mode shows the same pages", async () => {
  const page = await open("/pages/user/index", { colorScheme: "dark" });
  const isDark = () => page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const path of ["/pages/user/index", "/pages/exchange/manifest", "/pages/user/help"]) {
    await page.goto(device.origin + path);
    await waitUntilSettled(page);
    await page.waitForLoadState("networkidle");
    const pictureIn = async (colorScheme: "dark" | "light") => {
      await page.emulateMedia({ colorScheme });
      expect(await isDark()).toBe(colorScheme === "dark");
      expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("light");
      return page.screenshot({ animations: "disabled" });
    };
    // Polls until the two pictures are equal: animations of the page have to end first.
    await expect
      .poll(async () => (await pictureIn("light")).equals(await pictureIn("dark")), {
        timeout: 20_000,
        interval: 500,
        message: `${path} in light and dark`,
      })
      .toBe(true);
    await page.emulateMedia({ colorScheme: "dark" });
  }
  await page.context().close();
});

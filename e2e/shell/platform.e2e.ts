/** What differs between the web and WeChat, and what a dark phone must not change. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { phone } from "../browser.ts";
import { type Member, memberOf, PLATFORMS, settled, titled } from "./fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await memberOf(device.origin, "13700000031");
});

const open = (path: string, options = {}) => device.open(path, { ...member.logged, ...options });

const back = (page: Page) => page.getByRole("button", { name: "返回", exact: true });
const home = (page: Page) => page.getByRole("button", { name: "首页", exact: true });

describe.each(Object.entries(PLATFORMS))("on %s", (label, agent) => {
  test("M01 the page says on which platform it runs", async () => {
    const page = await open("/pages/passport/terms", agent);
    expect(await page.locator("html").getAttribute("data-platform")).toBe(label);
    await page.context().close();
  });

  test("M02 the first thing a page shows stands where its platform puts it", async () => {
    const page = await open("/pages/user/orders", agent);
    await settled(page);
    const title = page.getByRole("heading", { level: 1, name: "订单列表" });
    const bar = await page.getByRole("banner").filter({ has: title }).boundingBox();
    const top = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().top);
    if (label === "web") {
      expect(top).toBe(44);
      expect(bar?.height).toBe(44);
      expect(await home(page).count()).toBe(1);
    } else {
      expect(top).toBe(0);
      expect(bar?.height).toBeLessThanOrEqual(1);
      expect(await page.locator("header button").count()).toBe(0);
    }
    await page.context().close();
  });
});

test("M02 the bar leads back where there is a page behind, and home where there is none", async () => {
  const page = await open("/pages/user/index");
  await page.getByRole("button", { name: "兑换码" }).click();
  await titled(page, "兑换页面");
  await back(page).click();
  await titled(page, "我的");
  await page.getByRole("button", { name: "兑换码" }).click();
  await titled(page, "兑换页面");
  await page.reload();
  await back(page).click();
  await titled(page, "我的");
  await page.goto(`${device.origin}/pages/exchange/manifest`);
  await home(page).click();
  await titled(page, "云鲸权益");
  expect(new URL(page.url()).pathname).toBe("/");
  await page.context().close();
});

test("M02 the bar is worked by the keyboard alone", async () => {
  const page = await open("/pages/passport/terms");
  await settled(page);
  await page.keyboard.press("Tab");
  expect(await home(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await titled(page, "云鲸权益");
  await page.context().close();
});

test("M04 a phone set to dark shows the very same pages", async () => {
  const views = ["light", "dark"] as const;
  const [light, dark] = await Promise.all(
    views.map(async (colorScheme) => {
      const page = await open("/pages/user/index", { colorScheme });
      expect(
        await page.evaluate(
          (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
          colorScheme,
        ),
      ).toBe(true);
      const pictures: Buffer[] = [];
      for (const path of ["/pages/user/index", "/pages/exchange/manifest", "/pages/user/wallet"]) {
        await page.goto(device.origin + path);
        await settled(page);
        expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe(
          "light",
        );
        pictures.push(await page.screenshot({ animations: "disabled" }));
      }
      await page.context().close();
      return pictures;
    }),
  );
  expect(dark?.map((picture, place) => light?.[place]?.equals(picture))).toEqual([
    true,
    true,
    true,
  ]);
});

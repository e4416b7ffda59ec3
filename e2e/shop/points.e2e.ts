/** Points in a real browser: daily sign-in, exchange, and every change in the statement. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { enlargeText, openLoggedIn } from "../logged-in.ts";
import { ask, logInByPhone } from "../login.ts";
import { newPhone, SETTLED_MS } from "./shop.fixture.ts";

const device = phone();
const SHOP = "/pages/user/score";
const STATEMENT = "/pages/user/score_log";

type Given = { readonly points?: number; readonly principalFen?: number };

/** Opens a page as a new member with these grants. */
async function openWithGrant(given: Given, path = SHOP, options = {}): Promise<Page> {
  const number = newPhone();
  const login = await logInByPhone(device.origin, number);
  await ask(`${device.origin}/sandbox/grant`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone: number, ...given }),
  });
  return openLoggedIn(device, login, path, { serviceWorkers: "block", ...options });
}

const shownPoints = (page: Page) => page.getByRole("main").locator("header p").first();

/** Shows only goods that are shipped or picked up, such as the bag. */
const showGoods = (page: Page) => page.getByRole("button", { name: "好物", exact: true }).click();

/** Opens an item of the points shop and goes on to its confirmation. */
async function chooseGoods(page: Page, name: string) {
  await showGoods(page);
  await page.getByRole("list", { name: "兑换商品" }).getByRole("button", { name }).click();
  await page.getByRole("dialog", { name }).getByRole("button", { name: "立即兑换" }).click();
  return page.getByRole("dialog", { name: "确认兑换" });
}

describe("a member", () => {
  test("M09 M10 signs in once a day, and the points are in the balance and in the statement", async () => {
    const page = await openWithGrant({ points: 100 });
    await page.getByRole("button", { name: /签到领 \d+ 积分/ }).click();
    await page.getByText(/签到成功，得 \d+ 积分/).waitFor();
    await page.getByRole("button", { name: "今日已签到" }).waitFor();
    await page.getByText("连续签到 1 天").waitFor();
    const points = await shownPoints(page).innerText();
    expect(Number(points)).toBeGreaterThan(100);
    await expectAccessible(page);

    await page.reload();
    await page.getByRole("button", { name: "今日已签到" }).waitFor();
    expect(await shownPoints(page).innerText()).toBe(points);

    await page.getByRole("link", { name: "积分明细" }).click();
    await page.waitForURL((url) => url.pathname === STATEMENT);
    const statement = page.getByRole("group", { name: "积分明细" });
    await statement.getByText(/签到/).first().waitFor();
    await statement.getByText(`剩 ${points}`).waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  test("exchanges points for goods, and finds them in the wallet and the change in the statement", async () => {
    const page = await openWithGrant({ points: 2_000 });
    const sheet = await chooseGoods(page, "帆布手提袋");
    await sheet.getByText("2,000 − 1,800，剩 200").waitFor();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "扣 1,800 积分，确认兑换" }).click();
    await page.getByRole("dialog", { name: "兑换成功" }).waitFor({ timeout: SETTLED_MS });
    await expectAccessible(page);
    await page.getByRole("button", { name: "去卡包查看" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/user/coupons");
    await page.goto(device.origin + STATEMENT);
    const line = page.getByRole("link", { name: /帆布手提袋.*−1,800/ });
    await line.getByText("剩 200").waitFor();
    await page.getByRole("tab", { name: "获得" }).click();
    await line.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "使用" }).click();
    await line.click();
    await page.waitForURL((url) => url.pathname === "/pages/exchange/ordetail");
    await page.getByRole("region", { name: "商品" }).getByText("帆布手提袋").waitFor();
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "pays the money part of an exchange from the balance, and the totals agree",
    async () => {
      const page = await openWithGrant({ points: 3_000, principalFen: 2_000 });
      const sheet = await chooseGoods(page, "鲸鱼马克杯");
      await sheet.getByText("3,000 − 2,600，剩 400").waitFor();
      await sheet.getByText("¥20.00 − ¥9.90，剩 ¥10.10").waitFor();
      await sheet.getByRole("switch", { name: "余额支付" }).click();
      await sheet.getByRole("button", { name: "扣 2,600 积分和 ¥9.90，去支付" }).waitFor();
      await sheet.getByRole("switch", { name: "余额支付" }).click();
      await sheet.getByRole("button", { name: "扣 2,600 积分和 ¥9.90，确认兑换" }).click();
      await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
      await page.getByRole("button", { name: "查看订单" }).click();
      await page.waitForURL((url) => url.pathname === "/pages/exchange/ordetail");
      await page.getByRole("region", { name: "商品" }).getByText("鲸鱼马克杯").waitFor();
      await page.goBack();
      await page.getByRole("main").getByText("400", { exact: true }).waitFor();
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)(
    "with too few points sees how many are missing and how to get them",
    async () => {
      const page = await openWithGrant({ points: 1_700 });
      await showGoods(page);
      await page.getByRole("button", { name: /帆布手提袋.*还差 100 积分/ }).click();
      const sheet = page.getByRole("dialog", { name: "帆布手提袋" });
      await sheet.getByText("还差 100 积分，可以这样得到").waitFor();
      expect(await sheet.getByRole("button", { name: "立即兑换" }).count()).toBe(0);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
      await page.context().close();
    },
  );

  test("M19 returns from the statement and finds the filter still chosen", async () => {
    const page = await openWithGrant({ points: 100 });
    const filter = page.getByRole("button", { name: /我能兑换/ });
    await filter.click();
    await page.getByRole("heading", { name: "积分还不够兑换" }).waitFor();
    await page.getByRole("link", { name: "积分明细" }).click();
    await page.waitForURL((url) => url.pathname === STATEMENT);
    await page.goBack();
    await filter.waitFor();
    expect(await filter.getAttribute("aria-pressed")).toBe("true");
    await page.context().close();
  });
});

test.runIf(isSlowTier)(
  "sees nothing cut off on the smallest phone with text twice as large",
  async () => {
    const page = await openWithGrant({ points: 500 }, SHOP, { viewport: SMALL_PHONE });
    await page.getByRole("list", { name: "兑换商品" }).waitFor();
    await enlargeText(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "积分规则" }).click();
    await page.getByRole("dialog", { name: "积分规则" }).waitFor();
    await expectAccessible(page);
    await page.goto(device.origin + STATEMENT);
    await page.getByRole("group", { name: "积分明细" }).waitFor();
    await enlargeText(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  },
);

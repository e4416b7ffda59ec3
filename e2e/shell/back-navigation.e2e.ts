/** Going back: the list keeps its scroll position, tabs keep what was typed and chosen. */
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { phone, SMALL_PHONE } from "../browser.ts";
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
  member = await logInMember(device.origin, "13700000038");
});

const open = (path: string, options = {}) =>
  device.open(path, { viewport: SMALL_PHONE, ...member.browserOptions, ...options });
const depth = (page: Page) => page.evaluate(() => Math.round(scrollY));
const atDepth = (page: Page, wanted: number) =>
  page.waitForFunction((depth) => Math.abs(scrollY - depth) < 2, wanted);
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name, exact: true });

/**
 * Scrolls the home page's list to a card well below the first screen; returns the scroll position.
 */
async function farDown(page: Page): Promise<number> {
  await waitUntilSettled(page);
  const card = page.getByRole("list", { name: "猜你喜欢" }).getByRole("link").nth(3);
  await card.scrollIntoViewIfNeeded();
  const reached = await depth(page);
  expect(reached).toBeGreaterThan(300);
  return reached;
}

const platforms = Object.entries(PLATFORMS).slice(0, repeatCount({ suite: 1, slow: 2 }));

describe.each(platforms)("on %s", (_label, userAgent) => {
  test("M19 going back, and reloading the list, restore the list's scroll position", async () => {
    const page = await open("/", userAgent);
    const left = await farDown(page);
    await page.getByRole("list", { name: "猜你喜欢" }).getByRole("link").nth(3).click();
    await waitForTitle(page, "权益详情");
    expect(await depth(page)).toBe(0);
    await page.goBack();
    await waitForTitle(page, "云鲸权益");
    await atDepth(page, left);
    await page.reload();
    await waitUntilSettled(page);
    await atDepth(page, left);
    await page.getByRole("list", { name: "猜你喜欢" }).getByRole("link").nth(3).click();
    await waitForTitle(page, "权益详情");
    await page.reload();
    await waitForTitle(page, "权益详情");
    await page.goBack();
    await waitForTitle(page, "云鲸权益");
    await atDepth(page, left);
    await page.context().close();
  });
});

test("M19 a tab keeps its scroll position while other tabs are open", async () => {
  const page = await open("/");
  const left = await farDown(page);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await tab(page, "我的").click();
  await waitForTitle(page, "我的");
  await atDepth(page, 0);
  await waitUntilSettled(page);
  await page.getByText(/1\.0\.0（100）/).scrollIntoViewIfNeeded();
  const mine = await depth(page);
  expect(mine).toBeGreaterThan(100);
  await tab(page, "首页").click();
  await waitForTitle(page, "云鲸权益");
  await atDepth(page, left);
  const files = requested.splice(0).filter((url) => /\/assets\//.test(url));
  expect(files.length).toBeGreaterThan(0);
  await tab(page, "我的").click();
  await waitForTitle(page, "我的");
  await atDepth(page, mine);
  // The page is still in memory: none of its files was loaded again. Files of the background tasks
  // may come at any time after the app's start.
  expect(requested.filter((url) => files.includes(url))).toEqual([]);
  await page.context().close();
});

test("M19 typed text is kept after a visit to another page", async () => {
  const page = await device.open("/pages/passport/login", { viewport: SMALL_PHONE });
  const number = page.getByRole("textbox", { name: "手机号" });
  await number.fill("13912345678");
  await page.getByRole("link", { name: "《隐私政策》" }).click();
  await waitForTitle(page, "协议");
  await page.getByRole("button", { name: "返回", exact: true }).click();
  await waitForTitle(page, "用户登录");
  expect(await number.inputValue()).toBe("13912345678");
  await page.context().close();
});

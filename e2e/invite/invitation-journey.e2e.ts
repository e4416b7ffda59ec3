/**
 * The whole invitation journey inside WeChat: a poster, two friends, one order kept and one
 * refunded.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone } from "../browser.ts";
import { ask } from "../login.ts";
import { openPageInWechat, newPersonId } from "../passport/wechat-page.ts";
import {
  askForRefund,
  buyCards,
  CARD,
  dismissNotificationConsent,
  installPayer,
  SETTLED_MS,
} from "../shop/shop.fixture.ts";

const device = phone();
const POSTERS = "/pages/invite/poster";
const REWARDS = "/pages/invite/reward";
/** Milliseconds; longer than the e2e products freeze a reward (`product.ts`), on a busy machine. */
const FROZEN_MS = 75_000;
const WAY_MS = 240_000;

/** Opens a page in WeChat as a new person whose WeChat pays every request. */
async function openAsNewPerson(path: string): Promise<Page> {
  const page = await openPageInWechat(device, newPersonId(), { serviceWorkers: "block" });
  await installPayer(device, page, () => "pays");
  await page.goto(device.origin + path);
  return page;
}

/** Logs in by one tap over WeChat's page and returns to the wanted page. */
async function logInByOneTap(page: Page, path: string): Promise<string> {
  await page.getByRole("checkbox", { name: /已阅读并同意/ }).check();
  await page.getByRole("button", { name: "微信一键登录" }).click();
  await page.waitForURL((url) => url.pathname === path);
  const token = await page.evaluate(() => localStorage.getItem("uni_id_token"));
  if (!token) throw new Error("no login is stored");
  await dismissNotificationConsent(device.origin, token);
  return token;
}

/** A friend opens the poster's link, logs in by one tap, and buys a card of 200 yuan by WeChat. */
async function friendBuys(link: string): Promise<Page> {
  const page = await openAsNewPerson(`${new URL(link).pathname}${new URL(link).search}`);
  await logInByOneTap(page, "/");
  await page.goto(device.origin + CARD);
  await buyCards(page, 1);
  return page;
}

/** Reloads the page until it shows the text `count` times. */
async function seen(page: Page, text: string | RegExp, count: number, withinMs: number) {
  const until = Date.now() + withinMs;
  while ((await page.getByText(text).count()) < count && Date.now() < until) {
    await page.waitForTimeout(1_000);
    await page.reload();
    await page.getByRole("heading", { name: "已到账" }).waitFor();
  }
  expect(await page.getByText(text).count(), String(text)).toBeGreaterThanOrEqual(count);
}

test(
  "I1 I5 I9 I10 the reward of a kept order is paid after the freeze, that of a refunded order is cancelled, and both are explained",
  async () => {
    const inviter = await openAsNewPerson(POSTERS);
    const token = await logInByOneTap(inviter, POSTERS);
    await inviter.getByRole("button", { name: "看大图：深海" }).waitFor();
    const { data } = await ask<{ data: { link: string } }>(`${device.origin}/api/invite/posters`, {
      headers: { authorization: token },
    });

    const friendPage = await friendBuys(data.link);
    await inviter.goto(device.origin + REWARDS);
    await seen(inviter, /预计 \d{4}-\d\d-\d\d 到账/, 1, SETTLED_MS);

    const returned = await friendBuys(data.link);
    const sheet = await askForRefund(returned);
    await sheet.getByRole("button", { name: /^提交，退回 ¥\d+\.\d\d/ }).click();
    await sheet.getByRole("list", { name: "退款记录" }).waitFor();
    await sheet.getByRole("button", { name: "关闭" }).click();
    await returned.getByRole("heading", { name: "已退款" }).waitFor({ timeout: SETTLED_MS });

    await seen(inviter, "好友的订单已退款", 1, SETTLED_MS);
    // Once as the heading, once for the friend who kept the card.
    await seen(inviter, "已到账", 2, FROZEN_MS);
    await inviter.getByText("已取消").waitFor();

    const { data: money } = await ask<{ data: { rewardFen: number } }>(
      `${device.origin}/api/wallet`,
      { headers: { authorization: token } },
    );
    expect(money.rewardFen).toBeGreaterThan(900);
    expect(money.rewardFen).toBeLessThanOrEqual(1_000);
    for (const page of [inviter, friendPage, returned]) await page.context().close();
  },
  WAY_MS,
);

/**
 * The whole invitation journey inside WeChat: a poster, two friends, one order kept and one
 * refunded.
 */
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
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

type Purchase = { readonly page: Page; readonly paidFen: number };
type Orders = { readonly data: { readonly list: readonly { amounts: { paidFen: number } }[] } };

/** A friend opens the poster's link, logs in by one tap, and buys a card of 200 yuan by WeChat. */
async function friendBuys(link: string): Promise<Purchase> {
  const page = await openAsNewPerson(`${new URL(link).pathname}${new URL(link).search}`);
  const authorization = await logInByOneTap(page, "/");
  await page.goto(device.origin + CARD);
  await buyCards(page, 1);
  const { data } = await ask<Orders>(`${device.origin}/api/orders`, { headers: { authorization } });
  const [order] = data.list;
  if (!order) throw new Error("the friend has no order");
  return { page, paidFen: order.amounts.paidFen };
}

type Friends = { readonly data: { readonly list: readonly { readonly state: string }[] } };

/** Waits until the inviter's friends are in these states, then reads the page of rewards again. */
async function seen(page: Page, token: string, states: readonly string[], withinMs: number) {
  const url = `${device.origin}/api/invite/rewards`;
  await vi.waitFor(
    async () => {
      const { data } = await ask<Friends>(url, { headers: { authorization: token } });
      expect(data.list.map(({ state }) => state).sort()).toEqual(states);
    },
    { timeout: withinMs, interval: 500 },
  );
  await page.goto(device.origin + REWARDS);
  await page.getByRole("heading", { name: "已到账" }).waitFor();
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

    const kept = await friendBuys(data.link);
    await seen(inviter, token, ["frozen"], SETTLED_MS);
    await inviter.getByText(/预计 \d{4}-\d\d-\d\d 到账/).waitFor();

    const { page: returned } = await friendBuys(data.link);
    const sheet = await askForRefund(returned);
    await sheet.getByRole("button", { name: /^提交，退回 ¥\d+\.\d\d/ }).click();
    await sheet.getByRole("list", { name: "退款记录" }).waitFor();
    await sheet.getByRole("button", { name: "关闭" }).click();
    await returned.getByRole("heading", { name: "已退款" }).waitFor({ timeout: SETTLED_MS });

    await seen(inviter, token, ["cancelled", "settled"], FROZEN_MS);
    await inviter.getByText("好友的订单已退款").waitFor();
    // Once as the heading, once for the friend who kept the card.
    await expect.poll(() => inviter.getByText("已到账").count()).toBeGreaterThanOrEqual(2);
    await inviter.getByText("已取消").waitFor();

    const { data: money } = await ask<{ data: { rewardFen: number } }>(
      `${device.origin}/api/wallet`,
      { headers: { authorization: token } },
    );
    // The demo's campaign pays 5 % of what the friend paid, at most 10 yuan.
    expect(money.rewardFen).toBe(Math.min(1_000, Math.floor(kept.paidFen * 0.05)));
    for (const page of [inviter, kept.page, returned]) await page.context().close();
  },
  WAY_MS,
);

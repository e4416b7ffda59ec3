/**
 * From the home page to a partner and back: the jump, the order at the partner, and its status in
 * the order list.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, phone, WECHAT_AGENT } from "../browser.ts";
import { ask, type Login, logInByPhone, stateOf } from "../login.ts";

const device = phone();
const RIDES = "/pages/user/orders?kind=ride";
const TRIP = "快车 · 虹桥火车站";

let login: Promise<Login> | undefined;
/** Opens a path as the one member of this file, with the given browser options. */
async function openAt(
  path: string,
  options: Parameters<typeof device.open>[1] = {},
): Promise<Page> {
  login ??= logInByPhone(device.origin, "13700000362");
  return device.open(path, { ...options, storageState: stateOf(await login) });
}

type Placed = { readonly orderNo: string; readonly state: string };
const partnerOrders = async (): Promise<Placed | undefined> =>
  (await ask<Placed[]>(`${device.origin}/sandbox/partner/yunda/orders`)).at(-1);

describe("a member", () => {
  test("opens a ride partner from home, orders there, and sees the order settled here", async () => {
    const page = await openAt("/pages/index/index");
    await page.getByRole("button", { name: "打车", exact: true }).click();
    await page.getByRole("heading", { name: "正在前往 云达出行" }).waitFor();
    await page.getByText("h5.yunda.example").waitFor();
    await page.getByRole("button", { name: "取消" }).click();
    await page.getByRole("button", { name: "打车", exact: true }).click();
    await page.waitForURL(/\/sandbox\/partner\/yunda\/shop/);
    await page.getByRole("button", { name: "呼叫" }).first().click();
    await page.getByRole("heading", { name: "等待付款" }).waitFor();
    await page.getByRole("button", { name: "付款" }).click();
    await page.getByRole("heading", { name: "进行中" }).waitFor();

    const order = await partnerOrders();
    await page.goto(device.origin + RIDES);
    const line = page.getByRole("article", { name: `云达出行 ${TRIP}，已付款` });
    await line.waitFor();
    await line.getByRole("button", { name: /查看详情/ }).click();
    const sheet = page.getByRole("dialog", { name: TRIP });
    await sheet.getByText("订单以合作方为准", { exact: false }).waitFor();
    await sheet.getByText(order?.orderNo ?? "no order").waitFor();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "关闭" }).click();

    const settle = `${device.origin}/sandbox/partner/yunda/orders/${order?.orderNo}/settled`;
    await ask(settle, { method: "POST" });
    const settled = page.getByRole("article", { name: `云达出行 ${TRIP}，已结算` });
    await expect
      .poll(async () => {
        await page.reload();
        return settled.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    await page.goto(`${device.origin}/pages/user/ordtype`);
    await page.getByRole("button", { name: /出行外卖.*1/ }).waitFor();
  });

  const partners = [
    ["打车", "yunda", "云达出行"],
    ["外卖", "fanmao", "饭猫外卖"],
  ] as const;
  test.each(partners.slice(0, isSlowTier ? 2 : 1))(
    "reaches %s also on a second visit, which the service worker controls",
    async (tile, id) => {
      const page = await openAt("/pages/index/index", { serviceWorkers: "allow" });
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.getByRole("button", { name: tile, exact: true }).click();
      await page.waitForURL(({ pathname }) => pathname === `/sandbox/partner/${id}/shop`);
      expect(await page.getByText("链接已失效").count()).toBe(0);
      await page
        .getByRole("button", { name: tile === "打车" ? "呼叫" : "下单" })
        .first()
        .waitFor();
    },
  );

  test.runIf(isSlowTier)(
    "returns from the partner to the previous page, not to the jump",
    async () => {
      const page = await openAt("/pages/index/index");
      await page.getByRole("button", { name: "外卖", exact: true }).click();
      await page.waitForURL(/\/sandbox\/partner\/fanmao\/shop/);
      await page.goBack();
      await page.waitForURL((url) => url.pathname === "/pages/index/index" || url.pathname === "/");
    },
  );

  test("opens a mini-program by a tap in WeChat, and gets a QR code on a computer", async () => {
    const wechat = await openAt("/pages/biz/go?linkId=delivery-mini", { userAgent: WECHAT_AGENT });
    await wechat.getByRole("button", { name: "打开微信小程序" }).waitFor();
    const wide = { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false };
    const desktopPage = await openAt("/pages/biz/go?linkId=ride", wide);
    await desktopPage.getByRole("img", { name: "用手机继续的二维码" }).waitFor();
    await expectAccessible(desktopPage);
    await desktopPage.getByRole("button", { name: "在这台电脑上打开" }).click();
    await desktopPage.waitForURL(/\/sandbox\/partner\/yunda\/shop/);
  });

  test.runIf(isSlowTier)("sees why a link has no target", async () => {
    device.expectFailure(/^\/api\/biz\/constructor$/, 404);
    const page = await openAt("/pages/biz/go?linkId=constructor");
    await page.getByText("链接不存在或已下线").waitFor();
    await page.getByRole("button", { name: "返回" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/pages/biz"));
    await page.goto(`${device.origin}/pages/biz/go`);
    await page.getByText("链接不完整").waitFor();
    expect(await page.getByRole("button", { name: "重试" }).count()).toBe(0);
  });
});

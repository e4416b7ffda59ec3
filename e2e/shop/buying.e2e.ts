/**
 * Buying in a real browser: by balance and coupon, by WeChat, cancelled, and with refusals on the
 * way.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { describe, expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";
import {
  CARD,
  chooseTopUp,
  openInWechat,
  openWithBalance,
  SETTLED_MS,
  TOP_UP,
  newPhone,
} from "./shop.fixture.ts";

const device = phone();

test("M11 a visitor is sent to log in before buying, and returns to the wanted page", async () => {
  const page = await device.open(TOP_UP, { serviceWorkers: "block" });
  await page.waitForURL((url) => url.pathname === "/pages/passport/login");
  expect(new URL(page.url()).searchParams.get("referer")).toBe(TOP_UP);
  await page.context().close();
});

test("a benefit is found by the initials of its name, and shows which fields are missing", async () => {
  const login = await logInByPhone(device.origin, newPhone());
  const page = await openLoggedIn(device, login, "/pages/benefit/search");
  await page.getByRole("searchbox", { name: "搜索权益" }).pressSequentially("hfcz", { delay: 30 });
  await page.getByRole("list", { name: "搜索建议" }).getByText("话费充值").first().waitFor();
  await page.getByRole("button", { name: "搜索", exact: true }).click();
  const found = page.getByRole("list", { name: "权益" });
  await found.getByText("移动话费充值", { exact: true }).waitFor();
  await expectAccessible(page);
  await found.getByText("移动话费充值", { exact: true }).click();
  await page.getByRole("heading", { name: "移动话费充值" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "立即购买" }).click();
  await page.getByText("请填写充值手机号").waitFor();
  await page.context().close();
});

describe("a member", () => {
  test("tops a phone up with a coupon and the balance, and the totals agree", async () => {
    const page = await openWithBalance(device, newPhone());
    await page.goto(`${device.origin}/pages/coupon/center`);
    const coupon = page.getByRole("article", { name: "新人满减券" });
    await coupon.getByRole("button", { name: /领取/ }).click();
    await coupon.getByText("已领取").waitFor();
    await expectAccessible(page);

    await page.goto(device.origin + TOP_UP);
    const sheet = await chooseTopUp(page, "30 元", "13900000012");
    await sheet.getByText("139 0000 0012").waitFor();
    await sheet.getByText("已选最优").waitFor();
    await sheet.getByRole("switch", { name: "余额" }).click();
    await sheet.getByRole("button", { name: /用余额支付 ¥\d+\.\d\d/ }).waitFor();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: /用余额支付/ }).click();
    await page.getByRole("dialog", { name: "支付成功" }).waitFor();
    await page.getByRole("button", { name: "查看订单" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/exchange/ordetail");
    await page.getByRole("heading", { name: "已完成" }).waitFor({ timeout: SETTLED_MS });
    await page.getByText("139****0012").waitFor();
    await page.getByText("余额支付").waitFor();
    await expectAccessible(page);

    await page.goto(`${device.origin}/pages/user/coupons`);
    await page.getByRole("tab", { name: "已使用" }).click();
    await page.getByRole("article", { name: "新人满减券" }).waitFor();
  });

  test("buys a card by WeChat Pay, opens it, and can read it again without a network", async () => {
    const { page } = await openInWechat(device, newPhone(), CARD, () => "pays");
    await page.getByRole("button", { name: "立即购买" }).click();
    await page.getByRole("button", { name: "提交订单" }).click();
    const pay = page.getByRole("dialog", { name: "支付订单" });
    await pay.getByRole("button", { name: /微信支付 ¥/ }).waitFor();
    await expectAccessible(page);
    await pay.getByRole("button", { name: /微信支付 ¥/ }).click();
    // The sheet turns into what was bought; the card is announced, and opened on its order.
    const paid = page.getByRole("dialog", { name: "支付成功" });
    await paid.getByText("1 张卡券已就绪").waitFor({ timeout: SETTLED_MS });
    await paid.getByText("在订单里查看卡密、复制或出示。").waitFor();
    expect(await paid.getByText("正在为你办理").count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "查看订单" }).click();
    await page.getByRole("button", { name: "查看卡密" }).last().waitFor({ timeout: SETTLED_MS });

    await page.goto(`${device.origin}/pages/user/coupons?kind=card`);
    const card = page.getByRole("list", { name: "卡券" }).getByRole("article").first();
    await card.getByRole("button", { name: /查看/ }).click();
    await page.getByRole("button", { name: "我知道了，查看卡密" }).click();
    await page.getByRole("button", { name: "复制" }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "关闭" }).click();

    await card.getByRole("button", { name: "再次查看" }).click();
    device.expectFailure(/^\/api\/coupons\/[^/]+\/reveal$/, "no answer");
    await page.route("**/api/coupons/*/reveal", (route) => route.abort());
    await page.getByRole("button", { name: "查看卡密" }).last().click();
    await page.getByText("没有网络，显示的是上次查看的内容").waitFor();
    await page.getByRole("button", { name: "复制" }).first().waitFor();
  });

  test("leaves WeChat without paying, cancels the order, and owes nothing", async () => {
    const { page } = await openInWechat(device, newPhone(), TOP_UP, () => "cancels");
    const sheet = await chooseTopUp(page, "10 元", "13900000013");
    await sheet.getByRole("button", { name: "提交订单" }).click();
    await page.getByRole("button", { name: /微信支付 ¥/ }).click();
    await page.getByText("支付未完成，可以继续支付").waitFor();
    await page.getByRole("button", { name: "关闭" }).click();
    await page.getByRole("heading", { name: "待支付" }).waitFor();
    await page.goto(`${device.origin}/pages/user/orders?state=wait_pay`);
    const order = page.getByRole("list", { name: "订单" }).getByRole("article").first();
    await order.getByRole("timer").waitFor();
    await expectAccessible(page);
    await order.getByRole("button", { name: /^取消/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "取消订单" }).click();
    await page.getByText("没有符合的订单").waitFor();
  });

  test.runIf(isSlowTier)("sees a price change in the sheet and confirms it again", async () => {
    const login = await logInByPhone(device.origin, newPhone());
    const page = await openLoggedIn(device, login, TOP_UP, {
      serviceWorkers: "block",
      viewport: SMALL_PHONE,
    });
    const sheet = await chooseTopUp(page, "10 元", "13900000014");
    expect(await overflowOf(page)).toBe(0);
    await page.route("**/api/orders", (route) =>
      route.fulfill({
        status: 200,
        contentType: "application/json",
        body: JSON.stringify({
          status: false,
          code: "PRICE_CHANGED",
          msg: "商品价格有变动，请重新确认",
          data: {},
        }),
      }),
    );
    await sheet.getByRole("button", { name: "提交订单" }).click();
    await sheet.getByText(/商品价格有变动.*请重新确认/).waitFor();
    await page.unroute("**/api/orders");
    await sheet.getByRole("button", { name: "提交订单" }).click();
    await page.getByRole("dialog", { name: "支付订单" }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
  });
});

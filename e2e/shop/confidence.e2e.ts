/**
 * Buying with confidence in a real browser: where a benefit can be used, the price after coupons
 * beside the button, what a coupon fits, the points of an order, and what an opened code is worth.
 */
import { expect, test } from "vitest";
import { expectAccessible, freshCode, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { ask, logInByPhone } from "../login.ts";
import { CARD, newPhone } from "./shop.fixture.ts";

const device = phone();
const CENTRE = "/pages/coupon/center";

/** Grants a phone points by the sandbox. */
const grantPoints = (phoneNumber: string, points: number) =>
  ask(`${device.origin}/sandbox/grant`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone: phoneNumber, points }),
  });

test("a benefit shows its cities, its stores, and the price after the best coupon beside the button", async () => {
  const login = await logInByPhone(device.origin, newPhone());
  const page = await openLoggedIn(device, login, CENTRE);
  const coupon = page.getByRole("article", { name: "新人满减券" });
  await coupon.getByRole("button", { name: /领取/ }).click();
  await coupon.getByText("已领取").waitFor();
  await page.goto(device.origin + CARD);
  const where = page.getByRole("region", { name: "适用城市与门店" });
  await where.getByText("全国通用").waitFor();
  await where.getByRole("list", { name: "适用门店" }).getByRole("listitem").first().waitFor();
  await page.getByText("券后，已减 ¥10").waitFor();
  // 肯德基代金券 50 元 costs ¥46.9, as a member ¥46.5.
  await page
    .getByText(/^¥36\.[59]0?$/)
    .first()
    .waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "立即购买" }).click();
  const sheet = page.getByRole("dialog", { name: "确认订单" });
  await sheet.getByText("−¥10.00").first().waitFor();
  await page.context().close();
});

test("去使用 lists what the coupon fits, and says what is missing where it is not enough", async () => {
  const login = await logInByPhone(device.origin, newPhone());
  const page = await openLoggedIn(device, login, CENTRE, { viewport: SMALL_PHONE });
  const claimed = page.getByRole("article", { name: "点餐满减券" });
  await claimed.getByRole("button", { name: /领取/ }).click();
  await claimed.getByText("已领取").waitFor();
  await page.goto(`${device.origin}/pages/user/coupons`);
  await page.getByRole("button", { name: "去使用，点餐满减券" }).click();
  await page.waitForURL((url) => url.searchParams.has("coupon"));
  await page.getByText("¥20 券").waitFor();
  await page.getByText(/^满 50 可用，/).waitFor();
  const fits = page.getByRole("list", { name: "适用商品" });
  await fits.getByText("券后价").first().waitFor();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);

  const missing = fits.getByRole("link").filter({ hasText: /还差 ¥[\d.]+ 可用/ });
  while ((await missing.count()) === 0) await page.mouse.wheel(0, 600);
  await missing.first().click();
  await page.waitForURL((url) => url.pathname === "/pages/benefit/detail");
  await page.getByText(/还差\s*¥[\d.]+\s*可用 ¥20 券/).waitFor();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "看适用商品" }).click();
  await fits.getByText("券后价").first().waitFor();
  await page.context().close();
});

test("the checkout says how many points the order takes at most, and how many there are", async () => {
  const number = newPhone();
  const login = await logInByPhone(device.origin, number);
  await grantPoints(number, 3_264);
  const page = await openLoggedIn(device, login, CARD);
  await page.getByRole("button", { name: "立即购买" }).click();
  const sheet = page.getByRole("dialog", { name: "确认订单" });
  await sheet.getByText(/本单最多用 [\d,]+ 积分（共 3,264）/).waitFor();
  await expectAccessible(page);
  await page.context().close();
});

test("an opened code shows what it is worth; redeemed points count up and lead to the mall", async () => {
  const number = newPhone();
  const login = await logInByPhone(device.origin, number);
  await grantPoints(number, 300);
  const open = async (target: "points-500" | "kfc-value-50") => {
    const code = await freshCode(device.origin, target);
    const page = await openLoggedIn(device, login, `/pages/exchange/manifest#code=${code}`);
    await page.getByRole("button", { name: /查询/ }).click();
    return page;
  };
  const voucher = await open("kfc-value-50");
  await voucher.getByText("价值").waitFor();
  await voucher.getByText("¥50", { exact: true }).first().waitFor();
  await expectAccessible(voucher);
  await voucher.getByRole("button", { name: "换一个码" }).click();
  await voucher.context().close();

  const points = await open("points-500");
  await points.getByRole("button", { name: /兑换 500 积分/ }).click();
  await points.getByRole("alertdialog").getByRole("button", { name: "确认兑换" }).click();
  await points.getByText("500 积分已到账").waitFor();
  await points.locator("[aria-hidden=true]", { hasText: /^800$/ }).waitFor();
  await expectAccessible(points);
  await points.getByRole("button", { name: "去用积分" }).click();
  await points.waitForURL((url) => url.pathname === "/pages/user/score");
  await points.context().close();
});

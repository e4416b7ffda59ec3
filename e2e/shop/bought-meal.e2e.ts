/**
 * A meal without a code in a real browser: favourite stores, the payment, the pickup code on the
 * whole screen, the refund of one dish; and the search of the card wallet.
 */
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { codeShown, takeDish } from "../exchange-steps.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";
import { askForRefund, grantMoney, newPhone, SETTLED_MS } from "./shop.fixture.ts";

const device = phone();
const STORES = "/pages/exchange/kfc?buy=1";
/** Folder for optional screenshots of the pages. */
const folder = process.env["PICTURES"];

/** Takes a picture at both sizes of phones, where a folder for pictures is given. */
async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const viewport of [{ width: 390, height: 844 }, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    expect(await overflowOf(page)).toBe(0);
    if (folder === undefined) continue;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}-${viewport.width}.png` });
  }
  if (size) await page.setViewportSize(size);
}

const stars = (page: Page) => page.getByRole("button", { name: /^收藏/ });
const nameOfFirst = async (page: Page): Promise<string> =>
  (await stars(page).first().getAttribute("aria-label")) ?? "";

test("a visitor's favourite stores come first, and become the member's at the login", async () => {
  const page = await device.open(STORES);
  await stars(page).nth(2).waitFor();
  const third = (await stars(page).nth(2).getAttribute("aria-label")) ?? "";
  await stars(page).nth(2).click();
  await expect.poll(() => nameOfFirst(page)).toBe(third);
  await page.reload();
  await expect.poll(() => nameOfFirst(page)).toBe(third);
  await expectAccessible(page);
  await look(page, "favourites");
  const kept = await page.context().storageState();

  const login = await logInByPhone(device.origin, newPhone());
  const fresh = await openLoggedIn(device, login, "/pages/user/settings");
  const granted = await fresh.context().storageState();
  const both = [kept, granted].flatMap(({ origins }) =>
    origins.flatMap(({ localStorage: entries }) => entries),
  );
  const origins = [{ origin: device.origin, localStorage: both }];
  const own = await device.open(STORES, { storageState: { ...granted, origins } });
  await expect.poll(() => nameOfFirst(own)).toBe(third);
  const other = await openLoggedIn(device, login, STORES);
  await expect.poll(() => nameOfFirst(other)).toBe(third);
  await stars(other).first().click();
  await expect.poll(() => nameOfFirst(other)).not.toBe(third);
});

test("a member buys a meal, shows its code on the whole screen, and gets one dish refunded", async () => {
  const number = newPhone();
  await grantMoney(device.origin, number, { principalFen: 10_000 });
  const login = await logInByPhone(device.origin, number);
  const page = await openLoggedIn(device, login, "/pages/exchange/manifest");
  await page.getByText("没有兑换码，直接点餐").click();
  await page.getByRole("searchbox", { name: "搜索门店" }).fill("肯德基");
  await page.getByRole("button", { name: /^点餐/ }).first().click();
  await takeDish(page, "老北京鸡肉卷");
  await page.getByText(/已选 1 件/).waitFor();
  await takeDish(page, "老北京鸡肉卷");
  await page.getByText(/已选 2 件/).waitFor();
  await expectAccessible(page);
  await look(page, "dishes");
  await page.getByRole("button", { name: "选取餐时间" }).click();
  await page.getByText("本人手机号，出码后短信通知").waitFor();
  await look(page, "time");
  await page.getByRole("button", { name: "核对订单" }).click();
  await page.getByText("门店不能出码时，自动全额退款").waitFor();
  await expectAccessible(page);
  await look(page, "confirm");
  await page.getByRole("button", { name: "提交订单，支付 ¥40.00" }).click();
  const pay = page.getByRole("dialog", { name: "支付订单" });
  await pay.getByRole("radio", { name: /可用 ¥/ }).check();
  await pay.getByRole("button", { name: /用余额支付|余额支付 ¥/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "查看订单" }).click();
  await codeShown(page);
  await look(page, "order");

  await page.getByRole("button", { name: "全屏亮码" }).click();
  const screen = page.getByRole("dialog", { name: "取餐码" });
  await screen.getByRole("img", { name: /的二维码$/ }).waitFor();
  const ground = await screen.evaluate((shown) => getComputedStyle(shown).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
  await expectAccessible(page);
  await look(page, "code");
  await page.keyboard.press("Escape");
  await screen.waitFor({ state: "detached" });

  const sheet = await askForRefund(page);
  await sheet.getByRole("button", { name: "老北京鸡肉卷，减一份" }).click();
  await sheet.getByText("提交后由客服审核").waitFor();
  await sheet.getByText("¥20.00").first().waitFor();
  await look(page, "refund");
  await sheet.getByRole("button", { name: /^提交，退回/ }).click();
  const records = sheet.getByRole("list", { name: "退款记录" });
  await records.getByText("待审核").waitFor();
  await sheet.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("heading", { name: "退款中" }).waitFor({ timeout: SETTLED_MS });
  // The rest of the meal is still to be picked up.
  await codeShown(page);
  await expectAccessible(page);
});

test("the card wallet finds cards by a part of their name, and says when there are none", async () => {
  // A member of the demo with cards.
  const login = await logInByPhone(device.origin, "13800000001");
  const page = await openLoggedIn(device, login, "/pages/user/coupons?kind=card");
  const cards = page.getByRole("list", { name: "卡券" });
  const first = cards.getByRole("listitem").first();
  const [name = ""] = (await first.getByRole("heading").first().innerText()).split("\n");
  const field = page.getByRole("searchbox", { name: "搜索卡券" });
  const answered = page.waitForResponse((response) => response.url().includes("keyword="));
  await field.fill(name.slice(0, 2));
  await answered;
  // The former list is dimmed until the new one is shown.
  await expect.poll(() => page.locator("[data-stale]").count()).toBe(0);
  await cards.getByText(name, { exact: true }).first().waitFor();
  await expectAccessible(page);
  await look(page, "wallet-found");
  await field.fill("没有这张卡");
  await page.getByText("没有找到卡券").waitFor();
  await expectAccessible(page);
  await look(page, "wallet-none");
  await page.getByRole("button", { name: "清空搜索" }).click();
  await first.waitFor();
});

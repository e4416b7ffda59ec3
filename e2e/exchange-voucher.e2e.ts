/**
 * A value voucher: a meal within its value, beyond it before and after the login, and the payment
 * of the price difference.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, freshCode, overflowOf, phone, SMALL_PHONE } from "./browser.ts";
import { chooseBeyond, chooseStore, codeShown, logIn, takeDish } from "./exchange-steps.ts";
import { newPhone, openWithBalance } from "./shop/shop.fixture.ts";

const device = phone();
const CODE_SHOWN_MS = 30_000;

const openVoucher = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const code = await freshCode(device.origin, "kfc-value-50");
  return device.open(`/pages/exchange/manifest#code=${code}`, options);
};

describe("a holder of a value voucher", () => {
  test.runIf(isSlowTier)(
    "chooses dishes with options within the value and holds a pickup code",
    async () => {
      const page = await openVoucher();
      await chooseStore(page);
      await takeDish(page, "香辣鸡腿堡");
      const sheet = page.getByRole("dialog");
      await sheet.locator("button[aria-pressed=false]").first().click();
      await sheet.getByRole("button", { name: /^加入/ }).click();
      await page.getByText(/已选 1 件/).waitFor();
      await takeDish(page, "老北京鸡肉卷");
      await page.getByText(/已选 2 件/).waitFor();
      await page.getByText(/还可选 ¥/).waitFor();
      await page.getByRole("button", { name: "选取餐时间" }).click();
      await page.getByRole("textbox").first().fill("13912345678");
      await page.getByRole("button", { name: "核对订单" }).click();
      await page.getByRole("button", { name: /抵扣 ¥.+用掉餐券/ }).click();
      await codeShown(page);
    },
  );

  const phones: readonly (readonly [string, BrowserContextOptions])[] = [
    ["320", { viewport: SMALL_PHONE }],
    ["390", {}],
  ];
  test.each(isSlowTier ? phones : phones.slice(0, 1))(
    "sees the price difference beside the button of the pickup step at %s",
    async (_, options) => {
      const page = await openVoucher(options);
      await chooseBeyond(page);
      const button = page.getByRole("button", { name: "核对订单" });
      const difference = button.locator("xpath=..").getByText("补差价");
      await expect
        .poll(() => difference.locator("xpath=..").innerText())
        .toMatch(/^补差价\s+¥10\.00/);
      // Both are visible on one row before any scrolling.
      const [noteBox, pressed] = [await difference.boundingBox(), await button.boundingBox()];
      const height = page.viewportSize()?.height ?? 0;
      expect((pressed?.y ?? height) + (pressed?.height ?? 0)).toBeLessThanOrEqual(height);
      expect(noteBox?.y ?? 0).toBeGreaterThanOrEqual((pressed?.y ?? height) - 1);
      expect((noteBox?.x ?? 0) + (noteBox?.width ?? 0)).toBeLessThan(pressed?.x ?? 0);
      expect(await overflowOf(page)).toBe(0);
      await expectAccessible(page);
      await page.getByRole("button", { name: "改餐品" }).click();
      await page.getByRole("button", { name: "老北京鸡肉卷，减一份" }).first().click();
      await page.getByText(/已选 2 件/).waitFor();
      await page.getByRole("button", { name: "选取餐时间" }).click();
      await button.waitFor();
      expect(await difference.count()).toBe(0);
    },
  );

  test("logs in to pay what is beyond the value, and finds everything as it was chosen", async () => {
    const page = await openVoucher();
    await chooseBeyond(page);
    await fillPhone(page, "13912345678");
    await page.getByRole("button", { name: "登录后补差价 ¥10.00" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/passport/login");
    await logIn(page, device.origin, newPhone());
    await page.getByRole("button", { name: "用掉餐券，再付 ¥10.00" }).waitFor();
    await page.getByText("10 分钟内付完差价，门店才开始制作").waitFor();
    await expectAccessible(page);
  });

  test("pays what is beyond the value from the balance, and holds a pickup code", async () => {
    const page = await openWithBalance(device, newPhone());
    const code = await freshCode(device.origin, "kfc-value-50");
    await page.goto(`${device.origin}/pages/exchange/manifest#code=${code}`);
    await chooseBeyond(page);
    await fillPhone(page);
    await page.getByRole("button", { name: "用掉餐券，再付 ¥10.00" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/exchange/ordetail");
    const pay = page.getByRole("dialog", { name: "支付订单" });
    await expectAccessible(page);
    await pay.getByRole("radio", { name: /可用 ¥/ }).check();
    await pay.getByRole("button", { name: /用余额支付|余额支付 ¥/ }).click();
    const paid = page.getByRole("dialog", { name: "支付成功" });
    await paid.waitFor({ timeout: CODE_SHOWN_MS });
    // The sheet itself turns into the pickup code.
    const ticket = paid.getByRole("region", { name: "取餐码" });
    await ticket.waitFor({ timeout: CODE_SHOWN_MS });
    const shown = await ticket
      .getByText(/^\w{4,}$/)
      .first()
      .innerText();
    await expectAccessible(page);
    await page.getByRole("button", { name: "查看订单" }).click();
    await codeShown(page);
    await page.getByRole("region", { name: "取餐码" }).getByText(shown).first().waitFor();
    await page.getByText("−¥50.00").waitFor();
    await page.getByText("¥10.00").first().waitFor();
  });
});

/** Goes on from the pickup step; a member's own phone is filled in already. */
async function fillPhone(page: Page, phone?: string): Promise<void> {
  if (phone) await page.getByRole("textbox").first().fill(phone);
  else await page.getByText("本人手机号，出码后短信通知").waitFor();
  await page.getByRole("button", { name: "核对订单" }).click();
}

/** The exchange journey by keyboard alone, and with text twice as large. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshCode, phone, overflowOf } from "./browser.ts";
import { enlargeText } from "./logged-in.ts";

const device = phone();
const CODE_SHOWN_MS = 30_000;

const openCode = async (target: "kfc-set", options = {}) =>
  device.open(`/pages/exchange/manifest#code=${await freshCode(device.origin, target)}`, options);
const codeOn = (page: Page) =>
  page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: CODE_SHOWN_MS });

/** Moves the focus with Tab to the button that matches `name`, then presses it. */
async function pressByKeyboard(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().waitFor();
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
    });
    if (name.test(label)) return page.keyboard.press("Enter");
  }
  throw new Error(`the keyboard never reached ${name}`);
}

test("a fixed meal can be redeemed by keyboard alone", async () => {
  const page = await openCode("kfc-set");
  await pressByKeyboard(page, /查询能兑什么/);
  await pressByKeyboard(page, /选择门店/);
  await pressByKeyboard(page, /点餐/);
  await pressByKeyboard(page, /选取餐时间/);
  await page.getByRole("textbox", { name: "手机号" }).waitFor();
  for (let tabs = 0; tabs < 40; tabs++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.matches("input[type=tel]"))) break;
  }
  await page.keyboard.type("13912345678");
  await pressByKeyboard(page, /核对订单/);
  await pressByKeyboard(page, /用掉兑换码/);
  await codeOn(page);
});

/**
 * Returns the controls whose text is cut off without an ellipsis; expected to be none at every step
 * of the journey.
 */
const truncatedTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button, main button *, main a, main a *")]
      // Text for screen readers only is 1 px wide.
      .filter((element) => element.clientWidth > 1)
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const isCutting = overflowX !== "visible" && textOverflow !== "ellipsis";
        return isCutting && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.innerText),
  );

/** The smaller phone has the least space. */
test.for(isSlowTier ? [390, 320] : [320])(
  "the whole journey fits a screen of %i px with text twice as large",
  async (width) => {
    const page = await openCode("kfc-set", { viewport: { width, height: 844 } });
    await enlargeText(page);
    const stops = [/查询能兑什么/, /选择门店/, /点餐/, /选取餐时间/, /核对订单/, /用掉兑换码/];
    for (const name of stops) {
      const next = page.getByRole("button", { name }).first();
      await next.waitFor();
      expect(await overflowOf(page), String(name)).toBeLessThanOrEqual(0);
      expect(await truncatedTexts(page), String(name)).toEqual([]);
      if (name.source.includes("核对"))
        await page.getByRole("textbox", { name: "手机号" }).fill("13912345678");
      await next.click();
    }
    await codeOn(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  },
);

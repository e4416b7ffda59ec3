/** The exchange off the straight road: vouchers, a menu that moves, no position, no mouse, large text. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { freshCode, phone } from "./browser.ts";
import { chooseStore, orderMeal } from "./journey.ts";

const device = phone();
const CODE_SHOWN_MS = 30_000;
const MIDDLE_OF_SHANGHAI = { latitude: 31.2304, longitude: 121.4737 };

const openCode = async (target: "kfc-set" | "kfc-value-50", options = {}) =>
  device.open(`/pages/exchange/manifest#code=${await freshCode(device.origin, target)}`, options);

const take = (page: Page, dish: string) =>
  page.getByRole("button", { name: `${dish}，加一份` }).first().click();
const codeOn = (page: Page) =>
  page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: CODE_SHOWN_MS });

describe("whoever holds a value voucher", () => {
  test("chooses dishes with options within the value and holds a pickup code", async () => {
    const page = await openCode("kfc-value-50");
    await chooseStore(page);
    await take(page, "香辣鸡腿堡");
    const sheet = page.getByRole("dialog");
    await sheet.locator("button[aria-pressed=false]").first().click();
    await sheet.getByRole("button", { name: /^加入/ }).click();
    await page.getByText(/已选 1 件/).waitFor();
    await take(page, "老北京鸡肉卷");
    await page.getByText(/已选 2 件/).waitFor();
    await page.getByText(/还可选 ¥/).waitFor();
    await page.getByRole("button", { name: "选取餐时间" }).click();
    await page.getByRole("textbox").first().fill("13912345678");
    await page.getByRole("button", { name: "核对订单" }).click();
    await page.getByRole("button", { name: /抵扣 ¥.+用掉餐券/ }).click();
    await codeOn(page);
  });

  test("is told what is beyond the value and cannot go on with it", async () => {
    const page = await openCode("kfc-value-50");
    await chooseStore(page);
    for (const count of [1, 2, 3]) {
      await take(page, "老北京鸡肉卷");
      await page.getByText(new RegExp(`已选 ${count} 件`)).waitFor();
    }
    await page.getByText("补 ¥10.00").waitFor();
    await page.getByText("补差价的在线支付还没开放，请先把餐品调到券面以内").waitFor();
    const next = page.getByRole("button", { name: /超出 ¥10\.00，请调整/ });
    expect(await next.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("button", { name: "老北京鸡肉卷，减一份" }).first().click();
    await page.getByText(/已选 2 件/).waitFor();
    await page.getByRole("button", { name: "选取餐时间" }).click();
    await page.getByRole("button", { name: "核对订单" }).waitFor();
  });
});

const openStores = async (options = {}) => {
  const page = await openCode("kfc-set", options);
  await page.getByRole("button", { name: /查询/ }).click();
  await page.getByRole("button", { name: /选择门店/ }).click();
  await page.getByRole("button", { name: "点餐" }).first().waitFor();
  return page;
};

describe("the stores", () => {
  test("are listed by city for whoever refuses the position, asked only once", async () => {
    const page = await openStores();
    await page.evaluate(() => {
      const state = window as unknown as { asked: number };
      state.asked = 0;
      navigator.geolocation.getCurrentPosition = (_, refuse) => {
        state.asked += 1;
        const said = { code: 1, message: "", PERMISSION_DENIED: 1 };
        refuse?.({ ...said, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as GeolocationPositionError);
      };
    });
    await page.getByRole("button", { name: "定位看距离" }).click();
    await page.getByText(/没有定位，按城市列出/).waitFor();
    await page.getByRole("button", { name: /^城市/ }).click();
    await page.getByRole("button", { name: /^北京/ }).first().click();
    await page.getByRole("button", { name: /城市 北京/ }).waitFor();
    await page.getByRole("button", { name: "点餐" }).first().waitFor();
    const asked = await page.evaluate(() => (window as unknown as { asked: number }).asked);
    expect(asked).toBe(1);
  });

  test("are sorted by distance once the position is granted", async () => {
    const page = await openStores({ geolocation: MIDDLE_OF_SHANGHAI, permissions: ["geolocation"] });
    await page.getByText(/已按当前位置排序/).waitFor();
    const rows = page.getByRole("list", { name: "门店" }).getByRole("listitem");
    await rows.getByText(/\d(?:km|m| 米| 公里)/).first().waitFor();
    const texts = (await rows.allInnerTexts()).filter((text) => !text.includes("休息"));
    const metres = texts.map((text) => {
      const [, figure, unit] = /([\d.]+)\s*(km|m|公里|米)(?![\w])/.exec(text) ?? [];
      return Number(figure) * (unit === "km" || unit === "公里" ? 1000 : 1);
    });
    expect(metres.length).toBeGreaterThan(1);
    expect(metres).toEqual(metres.toSorted((left, right) => left - right));
  });
});

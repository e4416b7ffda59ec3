/**
 * Edge cases of the exchange journey: value vouchers, a changed menu, stores without the browser's
 * position, wrong and used codes.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { freshCode, phone } from "./browser.ts";
import { chooseStore, codeShown, orderMeal, takeDish } from "./exchange-steps.ts";

const device = phone();
const MIDDLE_OF_SHANGHAI = { latitude: 31.2304, longitude: 121.4737 };

const OPEN_CODE = /\/api\/exchange\/sessions$/;
const ORDER_MEAL = "**/api/exchange/sessions/*/dining-order";

const openCode = async (target: "kfc-set" | "kfc-value-50", options = {}) =>
  device.open(`/pages/exchange/manifest#code=${await freshCode(device.origin, target)}`, options);

/**
 * Returns the slot ID of tomorrow at this time of Shanghai, for example "2026-11-22T08:00", as the
 * slots operation names it.
 */
async function slotOfTomorrow(storeId: string, clock: string): Promise<string> {
  const answer = await fetch(`${device.origin}/api/dining/stores/${storeId}/slots`);
  type Slots = { data: { list: { slot: string; from: number }[] } };
  const { data } = (await answer.json()) as Slots;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Asia/Shanghai",
    hour: "2-digit",
    minute: "2-digit",
  });
  const found = data.list.findLast(({ from }) => format.format(from) === clock);
  if (!found) throw new Error(`${storeId} has no slot at ${clock}`);
  return found.slot;
}

/** Chooses a dish that is sold only in the afternoon, then orders it for tomorrow's breakfast. */
async function orderAfternoonAtBreakfast(): Promise<Page> {
  const page = await openCode("kfc-value-50");
  await page.route(/\/dining\/stores\/[^/]+\/menu\?(?!.*slot=)/, async (route) => {
    const url = new URL(route.request().url());
    const storeId = url.pathname.split("/").at(-2) ?? "";
    url.searchParams.set("slot", await slotOfTomorrow(storeId, "15:00"));
    await route.continue({ url: url.href });
  });
  await chooseStore(page);
  await takeDish(page, "老北京鸡肉卷");
  await page.getByRole("button", { name: /汉堡卷饼/ }).click();
  await takeDish(page, "深海鳕鱼堡");
  await page.getByText(/已选 2 件/).waitFor();
  await page.getByRole("button", { name: "选取餐时间" }).click();
  await page.getByRole("radio", { name: /预约时段/ }).click();
  await page.getByText("到时段若已换菜单，所选餐品会重新核价").waitFor();
  // Late in the evening only tomorrow has slots, and there is no choice of the day.
  const tomorrow = page.getByRole("group", { name: "哪一天" }).getByRole("button", { name: /明/ });
  if ((await tomorrow.count()) > 0) await tomorrow.click();
  await page.getByRole("button", { name: /全部 \d+ 个时段/ }).click();
  await page.getByRole("radio", { name: "08:00", exact: true }).click();
  await page.getByRole("textbox").first().fill("13912345678");
  await page.getByRole("button", { name: "核对订单" }).click();
  await page.getByRole("button", { name: /抵扣 ¥43.50/ }).click();
  await page.getByRole("dialog", { name: "部分餐品有变动" }).waitFor();
  return page;
}

describe("a menu that changed since the dishes were chosen", () => {
  test("is shown side by side, and the remaining dishes can be ordered", async () => {
    const page = await orderAfternoonAtBreakfast();
    const row = page.getByRole("row", { name: /深海鳕鱼堡/ });
    expect(await row.innerText()).toMatch(/¥23\.50[\s\S]*没有了/);
    await page.getByRole("button", { name: "按现在的来" }).click();
    await page.getByRole("button", { name: /抵扣 ¥20.00/ }).click();
    await codeShown(page);
  });

  test.runIf(isSlowTier)("leaves the cart unchanged when the caller chooses again", async () => {
    const page = await orderAfternoonAtBreakfast();
    await page.getByRole("button", { name: "去改餐品" }).click();
    await page.getByText(/已选 2 件/).waitFor();
    await takeDish(page, "新奥尔良烤鸡腿堡");
    await page.getByRole("dialog").getByRole("button", { name: /^加入/ }).click();
    await page.getByRole("button", { name: "选取餐时间" }).click();
    await page.getByRole("button", { name: "核对订单" }).click();
    await page.getByRole("button", { name: /用掉餐券/ }).click();
    await codeShown(page);
  });
});

/** Answers the first order request with `MENU_CHANGED`, as the server does; later requests pass. */
async function changeMenuOnce(page: Page, change: object): Promise<void> {
  const data = { menuHash: "", changes: [], totalWasFen: 0, totalNowFen: 0, ...change };
  const refusal = { status: false, code: "MENU_CHANGED", msg: "部分餐品已变动", data };
  const answer = { contentType: "application/json", body: JSON.stringify(refusal) };
  await page.route(ORDER_MEAL, (route) => route.fulfill(answer), { times: 1 });
}

describe("a newer version of the menu", () => {
  test.runIf(isSlowTier)(
    "without a change for the member can be ordered with one tap",
    async () => {
      const page = await openCode("kfc-value-50");
      const read = page.waitForResponse(/\/dining\/stores\/[^/]+\/menu/);
      await chooseStore(page);
      const { data: menu }: { data: { hash: string } } = await (await read).json();
      await takeDish(page, "老北京鸡肉卷");
      await page.getByRole("button", { name: "选取餐时间" }).click();
      await page.getByRole("textbox").first().fill("13912345678");
      await page.getByRole("button", { name: "核对订单" }).click();
      await changeMenuOnce(page, { menuHash: menu.hash, totalWasFen: 2000, totalNowFen: 2000 });
      await page.getByRole("button", { name: /用掉餐券/ }).click();
      const sheet = page.getByRole("dialog", { name: "门店更新了菜单" });
      await sheet.getByText("你选的餐品和价格都没有变").waitFor();
      expect(await sheet.getByRole("table").count()).toBe(0);
      await sheet.getByRole("button", { name: "接着下单" }).click();
      await codeShown(page);
    },
  );

  test("that lacks a fixed meal shows a message, and leads to another time or store", async () => {
    const page = await openCode("kfc-set");
    await chooseStore(page);
    const soldOut = { productId: "x", name: "香辣鸡腿堡", reason: "sold_out" };
    await changeMenuOnce(page, { changes: [soldOut] });
    await orderMeal(page, "13912345678");
    const sheet = page.getByRole("dialog", { name: "这份套餐暂时出不了" });
    await sheet.getByText("已售罄").waitFor();
    await sheet.getByRole("button", { name: "换家门店" }).click();
    await page.getByRole("button", { name: "点餐" }).first().click();
    await orderMeal(page, "13912345678");
    await codeShown(page);
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
  test("are listed by city when the position is denied, and the page asks only once", async () => {
    const page = await openStores();
    await page.evaluate(() => {
      const state = window as unknown as { requestCount: number };
      state.requestCount = 0;
      navigator.geolocation.getCurrentPosition = (_, refuse) => {
        state.requestCount += 1;
        const errorFields = { code: 1, message: "", PERMISSION_DENIED: 1 };
        refuse?.({
          ...errorFields,
          POSITION_UNAVAILABLE: 2,
          TIMEOUT: 3,
        } as GeolocationPositionError);
      };
    });
    await page.getByRole("button", { name: "定位看距离" }).click();
    await page.getByText(/没有定位，按城市列出/).waitFor();
    await page.getByRole("button", { name: /^城市/ }).click();
    await page.getByRole("button", { name: /^北京/ }).first().click();
    await page.getByRole("button", { name: /城市 北京/ }).waitFor();
    await page.getByRole("button", { name: "点餐" }).first().waitFor();
    const requestCount = await page.evaluate(
      () => (window as unknown as { requestCount: number }).requestCount,
    );
    expect(requestCount).toBe(1);
  });

  test.runIf(isSlowTier)("are sorted by distance once the position is granted", async () => {
    const page = await openStores({
      geolocation: MIDDLE_OF_SHANGHAI,
      permissions: ["geolocation"],
    });
    await page.getByText(/已按当前位置排序/).waitFor();
    const rows = page.getByRole("list", { name: "门店" }).getByRole("listitem");
    await rows
      .getByText(/\d(?:km|m| 米| 公里)/)
      .first()
      .waitFor();
    // Open stores come first, each group by distance; at night possibly only one store is open.
    const texts = await rows.allInnerTexts();
    expect(texts.length).toBeGreaterThan(1);
    for (const isClosed of [false, true]) {
      const metres = texts
        .filter((text) => text.includes("休息") === isClosed)
        .map((text) => {
          const [, figure, unit] = /([\d.]+)\s*(km|m|公里|米)(?![\w])/.exec(text) ?? [];
          return Number(figure) * (unit === "km" || unit === "公里" ? 1000 : 1);
        });
      expect(metres).toEqual(metres.toSorted((left, right) => left - right));
    }
  });
});

describe("the exchange page", () => {
  test("offers to continue an unfinished exchange", async () => {
    const page = await openStores();
    await page.goto(`${device.origin}/pages/exchange/manifest`);
    await page.getByText("上次没兑完：香辣鸡腿堡三件套").waitFor();
    await page.getByRole("button", { name: "继续", exact: true }).click();
    await page.waitForURL(/\/pages\/exchange\/kfc/);
    await page.getByRole("button", { name: "点餐" }).first().waitFor();
  });

  test("warns of a likely typing error, refuses invalid codes uniformly, and accepts a valid code after wrong ones", async () => {
    const good = await freshCode(device.origin, "kfc-set");
    const page = await device.open("/pages/exchange/manifest");
    const field = page.getByRole("textbox", { name: "兑换码" });
    const last = good.endsWith("0") ? "1" : "0";
    await field.fill(good.slice(0, -1) + last);
    await page.getByText("请核对，可能有一位输错了").waitFor();
    const lookUp = async (code: string) => {
      await field.fill(code);
      await page.getByRole("button", { name: "查询能兑什么" }).click();
    };
    const refused = () => page.getByText("兑换码无效或已使用").waitFor();
    for (const wrong of ["NOSUCHCODE97", "NOSUCHCODE98"]) await lookUp(wrong).then(refused);
    // From here on each code lookup needs a proof of work; the page shows a text while it computes
    // the proof.
    let proofs = 0;
    await page.route(OPEN_CODE, async (route) => {
      if (route.request().postDataJSON().proof !== undefined) {
        await page.getByText("正在确认…").waitFor();
        proofs += 1;
      }
      await route.continue();
    });
    await lookUp("NOSUCHCODE99").then(refused);
    await lookUp(good);
    await page.getByRole("button", { name: /选择门店/ }).waitFor();
    expect(proofs).toBe(2);
  });

  test.runIf(isSlowTier)(
    "refuses a used code with the same message as an unknown one",
    async () => {
      const code = await freshCode(device.origin, "kfc-set");
      const page = await device.open(`/pages/exchange/manifest#code=${code}`);
      await chooseStore(page);
      await orderMeal(page, "13912345678");
      await codeShown(page);
      await page.goto(`${device.origin}/pages/exchange/manifest#code=${code}`);
      await page.getByRole("button", { name: "查询能兑什么" }).click();
      await page.getByText("兑换码无效或已使用").waitFor();
    },
  );
});

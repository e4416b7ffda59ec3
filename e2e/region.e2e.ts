/**
 * Choosing a city and a store: by hand, by position, by scrolling, and returning to the previous
 * page.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, freshCode, phone, SMALL_PHONE, overflowOf } from "./browser.ts";
import { waitUntilSettled, LOGGED_OUT, waitForTitle } from "./shell/shell.fixture.ts";

const device = phone();
const SHANGHAI = { latitude: 31.2304, longitude: 121.4737 };
const STORES = "/pages/region/choose?mode=store";
const CITIES = "/pages/region/choose?mode=city";

type Stores = {
  data: {
    list: { storeId: string; name: string; distanceMetres?: number; isOpen: boolean }[];
    page: number;
    pageSize: number;
    nextCursor?: string;
  };
};
const nextStores = async (page: Page) => {
  const answer = await page.waitForResponse((each) => each.url().includes("/api/dining/stores?"));
  const { data }: Stores = await answer.json();
  return { query: new URL(answer.url()).searchParams, data };
};

test("U11 the store list asks for page 1 of 20, and scrolling brings the next page", async () => {
  const page = await device.open("/whale.svg", LOGGED_OUT);
  const comes = nextStores(page);
  await page.goto(device.origin + STORES);
  const first = await comes;
  expect(first.query.get("page")).toBe("1");
  expect(first.query.get("pageSize")).toBe("20");
  expect(first.data.list).toHaveLength(20);
  const rows = page.getByRole("list", { name: "门店" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(20);
  const later = nextStores(page);
  await rows.last().scrollIntoViewIfNeeded();
  const second = await later;
  expect(second.query.get("cursor")).toBe(first.data.nextCursor);
  await expect.poll(() => rows.count()).toBe(20 + second.data.list.length);
  const seen = new Set([...first.data.list, ...second.data.list].map(({ storeId }) => storeId));
  expect(seen.size).toBe(20 + second.data.list.length);
  await page.context().close();
});

test("a denied position shows one message, and a city is chosen by hand", async () => {
  const page = await device.open("/whale.svg", { ...LOGGED_OUT, viewport: SMALL_PHONE });
  // A headless browser denies the position by itself; the count proves that the page does not ask
  // twice.
  await page.addInitScript(() => {
    const counter = { count: 0 };
    Object.assign(window, { positionRequests: counter });
    navigator.geolocation.getCurrentPosition = (_found, failed) => {
      counter.count += 1;
      failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
    };
  });
  await page.goto(device.origin + STORES);
  await waitUntilSettled(page);
  await page.getByRole("button", { name: "上海", exact: true }).click();
  await page.getByRole("button", { name: "点这里定位" }).click();
  await page.getByText("没有定位权限，请在下面选择城市").waitFor();
  expect(
    await page.evaluate(
      () => (window as unknown as { positionRequests: { count: number } }).positionRequests,
    ),
  ).toEqual({ count: 1 });
  await expectAccessible(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.getByRole("searchbox", { name: "搜索城市" }).fill("beijing");
  // The results have this full name; the chips of popular cities go only when they are there.
  await page.getByRole("button", { name: /^北京市/ }).click();
  await page.getByRole("button", { name: "北京", exact: true }).waitFor();
  expect(page.url()).toContain("mode=store");
  await expectAccessible(page);
  await page.context().close();
});

test.each([SMALL_PHONE, { width: 390, height: 844 }])(
  "the letters beside the cities are one bar of 44 px, which keys and a finger can move",
  async (viewport) => {
    const page = await device.open(CITIES, { ...LOGGED_OUT, viewport });
    await waitUntilSettled(page);
    const bar = page.getByRole("slider", { name: "按首字母找" });
    const box = await bar.boundingBox();
    if (!box) throw new Error("the bar is not shown");
    expect(box.width).toBeGreaterThanOrEqual(44);
    expect(box.y).toBeGreaterThanOrEqual(44);
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
    const row = await page.getByRole("button", { name: /^鞍山/ }).boundingBox();
    expect((row?.x ?? 0) + (row?.width ?? 0)).toBeLessThanOrEqual(box.x);
    await bar.focus();
    await page.keyboard.press("s");
    expect(await bar.getAttribute("aria-valuetext")).toBe("S");
    await page.keyboard.press("ArrowDown");
    expect(await bar.getAttribute("aria-valuetext")).toBe("T");
    await page.keyboard.press("Home");
    expect(await bar.getAttribute("aria-valuetext")).toBe("A");
    await page.touchscreen.tap(box.x + 8, box.y + box.height - 3);
    expect(await bar.getAttribute("aria-valuetext")).toBe("Z");
    await expect
      .poll(() => page.getByRole("heading", { name: "Z", exact: true }).isVisible())
      .toBe(true);
    await page.context().close();
  },
);

test("a granted position sorts the stores, and the chosen one is used for the meal", async () => {
  const code = await freshCode(device.origin, "kfc-set");
  const page = await device.open(`/pages/exchange/manifest#code=${code}`, {
    ...LOGGED_OUT,
    viewport: SMALL_PHONE,
    geolocation: SHANGHAI,
    permissions: ["geolocation"],
  });
  await page.getByRole("button", { name: /查询/ }).click();
  await page.getByRole("button", { name: /选择门店/ }).click();
  await page.getByText("已按当前位置排序").waitFor();
  const comes = nextStores(page);
  await page.getByRole("button", { name: "更多门店" }).click();
  const { query, data } = await comes;
  await waitForTitle(page, "选择地址");
  expect(query.get("lat")).toBe("31.23");
  // Open stores come first, each group by distance; at night possibly only one store is open.
  for (const isOpen of [true, false]) {
    const far = data.list
      .filter((store) => store.isOpen === isOpen)
      .map(({ distanceMetres }) => distanceMetres ?? -1);
    expect(far).toEqual(far.toSorted((left, right) => left - right));
    expect(far.every((metres) => metres >= 0)).toBe(true);
  }
  await expectAccessible(page);
  const pick = page.getByRole("button", { name: /^选这家，/ }).last();
  const name = (await pick.getAttribute("aria-label"))?.replace("选这家，", "") ?? "";
  await pick.click();
  await page.getByRole("button", { name: "选取餐时间" }).waitFor();
  await page.getByText(name).first().waitFor();
  expect(page.url()).toContain("/pages/exchange/kfc");
  await page.context().close();
});

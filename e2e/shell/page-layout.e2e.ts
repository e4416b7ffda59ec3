/** Layout measures: the unit, the column on a desktop, the tab bar, and text twice as large. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { freshCode, phone, SMALL_PHONE, overflowOf } from "../browser.ts";
import { enlargeText } from "../logged-in.ts";
import { chooseStore } from "../exchange-steps.ts";
import {
  DESKTOP,
  type Member,
  logInMember,
  waitUntilSettled,
  waitForTitle,
  viewportOfWidth,
} from "./shell.fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000032");
});

const open = (path: string, options = {}) =>
  device.open(path, { ...member.browserOptions, ...options });

/** Width of 750rpx and of the column's token in the browser. */
const unitsOf = (page: Page) =>
  page.evaluate(() => {
    const widthOf = (width: string) => {
      const probe = document.body.appendChild(document.createElement("div"));
      probe.style.cssText = `position: fixed; width: ${width}`;
      const probeWidth = probe.getBoundingClientRect().width;
      probe.remove();
      return probeWidth;
    };
    return { of750rpx: widthOf("calc(750 * var(--rpx))"), column: widthOf("var(--column)") };
  });

const edgesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((node) => {
      const { left, right } = node.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right) };
    });

const columnOf = (width: number) =>
  width <= 960
    ? { left: 0, right: width }
    : { left: Math.round((width - 480) / 2), right: Math.round((width + 480) / 2) };

test("every slide of the home page's banner is as tall as the banner, whose dots lie on it", async () => {
  const page = await open("/");
  const banner = page.locator("section[aria-roledescription='轮播']").first();
  await banner.waitFor();
  for (const width of [320, 390, 480, 1024]) {
    await page.setViewportSize(viewportOfWidth(width));
    const { height, slides } = await banner.evaluate((node) => ({
      height: node.clientHeight,
      slides: [...node.querySelectorAll("li > *")].map((slide) => slide.clientHeight),
    }));
    expect(slides.length, `slides at ${width}`).toBeGreaterThan(1);
    expect(new Set(slides), `heights at ${width}`).toEqual(new Set([height]));
  }
  await page.context().close();
});

describe("M03 the unit and the column", () => {
  test("M03 750rpx are the screen width up to 960 px and 375 px above; bars and content stay in one column", async () => {
    const page = await open("/", { isMobile: false });
    await waitUntilSettled(page);
    for (const width of [320, 390, 750, 960, 961, 1024, 1440]) {
      await page.setViewportSize(viewportOfWidth(width));
      const { of750rpx, column } = await unitsOf(page);
      const expected = columnOf(width);
      expect(of750rpx, `750rpx at ${width}`).toBeCloseTo(width <= 960 ? width : 375, 1);
      expect(column, `960rpx at ${width}`).toBeCloseTo(width <= 960 ? width * 1.28 : 480, 1);
      for (const part of ["main", "header", "nav[aria-label='主导航']"]) {
        const { left, right } = await edgesOf(page, part);
        expect(Math.abs(left - expected.left), `${part} at ${width}`).toBeLessThanOrEqual(1);
        expect(Math.abs(right - expected.right), `${part} at ${width}`).toBeLessThanOrEqual(1);
      }
      expect(await overflowOf(page), `overflow at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });

  test("M03 a dock stays in the column", async () => {
    const code = await freshCode(device.origin, "points-500");
    const page = await open(`/pages/exchange/manifest#code=${code}`, {
      viewport: DESKTOP,
      isMobile: false,
    });
    await page.getByRole("button", { name: /查询/ }).click();
    const act = page.getByRole("button", { name: /兑换 500 积分/ });
    await act.waitFor();
    const dock = await act.evaluate((button) => {
      for (let node = button.parentElement; node; node = node.parentElement) {
        if (getComputedStyle(node).position !== "sticky") continue;
        const { left, right, bottom } = node.getBoundingClientRect();
        return { left, right, bottom };
      }
      return undefined;
    });
    expect(dock).toEqual({ ...columnOf(DESKTOP.width), bottom: DESKTOP.height });
    await page.context().close();
  });

  test("M03 a sheet stays in the column", async () => {
    const code = await freshCode(device.origin, "kfc-value-50");
    const options = { viewport: DESKTOP, isMobile: false };
    const page = await device.open(`/pages/exchange/manifest#code=${code}`, options);
    await chooseStore(page);
    await page.getByRole("button", { name: /券面/ }).click();
    await page.getByRole("dialog").waitFor();
    const { left, right } = columnOf(DESKTOP.width);
    expect(await edgesOf(page, "[role='dialog']")).toEqual({ left, right });
    await page.context().close();
  });

  test("M03 elements fixed over the page stay in the column", async () => {
    const page = await open("/pages/region/choose?mode=city", {
      viewport: DESKTOP,
      isMobile: false,
    });
    await waitUntilSettled(page);
    const overflowing = await page.evaluate(() =>
      [...document.querySelectorAll("#app *")]
        .map((node) => ({ node, style: getComputedStyle(node) }))
        .filter(({ style }) => style.position === "fixed" && style.pointerEvents !== "none")
        .map(({ node }) => node.getBoundingClientRect())
        .filter(({ left, right }) => left < 480 || right > 960)
        .map(({ left, right }) => ({ left, right })),
    );
    expect(overflowing).toEqual([]);
    await page.context().close();
  });
});

describe("M16 the tab bar", () => {
  const bar = (page: Page) => page.getByRole("navigation", { name: "主导航" });

  test("M16 has three tabs with the spec's measures and colours", async () => {
    const page = await open("/");
    await waitUntilSettled(page);
    const tabs = bar(page).getByRole("link");
    expect(await tabs.allInnerTexts()).toEqual(["首页", "订单列表", "我的"]);
    const styles = await tabs.evaluateAll((links) =>
      links.map((link) => {
        const { color, fontSize } = getComputedStyle(link);
        const icon = link.querySelector("svg")?.getBoundingClientRect();
        const { height } = link.getBoundingClientRect();
        const current = link.getAttribute("aria-current");
        return { color, fontSize, icon: `${icon?.width}×${icon?.height}`, height, current };
      }),
    );
    const every = { fontSize: "10px", icon: "24×24", height: 50 };
    const off = { ...every, color: "rgb(136, 136, 136)", current: null };
    expect(styles).toEqual([{ ...every, color: "rgb(51, 51, 51)", current: "page" }, off, off]);
    const ground = await bar(page).evaluate((nav) => getComputedStyle(nav).backgroundColor);
    expect(ground).toBe("rgb(255, 255, 255)");
    expect((await bar(page).boundingBox())?.height).toBe(50);
    await page.context().close();
  });

  test("M16 is only on the tab pages, and each tab can be reached by keyboard", async () => {
    const page = await open("/");
    await waitUntilSettled(page);
    for (const [label, title] of [
      ["订单列表", "我的订单"],
      ["我的", "我的"],
      ["首页", "云鲸权益"],
    ] as const) {
      await bar(page).getByRole("link", { name: label }).focus();
      await page.keyboard.press("Enter");
      await waitForTitle(page, title);
      expect(await bar(page).getByRole("link", { name: label }).getAttribute("aria-current")).toBe(
        "page",
      );
    }
    await page.goto(`${device.origin}/pages/user/orders`);
    await waitUntilSettled(page);
    expect(await bar(page).count()).toBe(0);
    await page.context().close();
  });

  test("M16 adds the safe area below its 50 px, and the page ends above both", async () => {
    const page = await open("/pages/user/index");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setSafeAreaInsetsOverride", {
      insets: { bottom: 34, bottomMax: 34 },
    });
    await waitUntilSettled(page);
    expect((await bar(page).boundingBox())?.height).toBe(84);
    const link = await bar(page).getByRole("link", { name: "我的" }).boundingBox();
    expect(link?.height).toBe(50);
    const version = page.getByText(/1\.0\.0（100）/);
    await version.waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const last = await version.boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(link?.y ?? 0);
    await page.context().close();
  });
});

test("M02 M16 stays readable with text twice as large, as do title and home button", async () => {
  const page = await open("/pages/user/orders", { viewport: SMALL_PHONE });
  await waitUntilSettled(page);
  await enlargeText(page);
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  const home = await page.getByRole("button", { name: "首页", exact: true }).boundingBox();
  expect((home?.x ?? 0) + (home?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0);
  expect(title?.y).toBeGreaterThanOrEqual(0);
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(
    await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().top),
  );
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.context().close();
});

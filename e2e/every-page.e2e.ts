/**
 * Checks every page of the route table on both platforms, on the smallest phone and on a desktop.
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { beforeAll, expect, test } from "vitest";
import { type Page as Route, pages } from "../member/src/routes.ts";
import { expectAccessible, phone, SMALL_PHONE, overflowOf } from "./browser.ts";
import { enlargeText } from "./logged-in.ts";
import {
  DESKTOP,
  type Member,
  logInMember,
  PLATFORMS,
  waitUntilSettled,
  LOGGED_OUT,
  waitForTitle,
} from "./shell/shell.fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000021");
});

/** Maximum layout shift, the budget of performance.md. */
const SHIFT_MAX = 0.02;

/** Sums the layout shifts that no user input caused, from now on. */
const watchShifts = () => {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  const shifted = { sum: 0 };
  Object.assign(window, { shifted });
  new PerformanceObserver((seen) => {
    for (const shift of seen.getEntries() as Shift[])
      if (!shift.hadRecentInput) shifted.sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
};
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifted: { sum: number } }).shifted.sum);

/**
 * M02 exactly: on the web a bar with title and home button, in WeChat no bar and no space for it.
 */
async function expectBar(page: Page, { title, tab }: Route, label: string): Promise<void> {
  const bar = page.getByRole("banner").filter({ has: page.getByRole("heading", { level: 1 }) });
  expect(await bar.getByRole("heading", { level: 1 }).innerText()).toBe(title);
  const homeButtons = bar.getByRole("button", { name: "首页", exact: true });
  expect(await homeButtons.count()).toBe(label === "web" && tab === undefined ? 1 : 0);
  const height = (await bar.boundingBox())?.height ?? 0;
  if (label === "web") expect(height).toBe(44);
  else {
    expect(height).toBeLessThanOrEqual(1);
    const top = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().top);
    expect(top).toBe(0);
  }
}

async function expectLayout(page: Page, route: Route, label: string): Promise<void> {
  await waitForTitle(page, route.title);
  await waitUntilSettled(page);
  await expectBar(page, route, label);
  expect(await overflowOf(page), "wider than the screen").toBeLessThanOrEqual(0);
  expect(await shiftOf(page), "moved by itself").toBeLessThanOrEqual(SHIFT_MAX);
}

const shown = pages.filter(({ path }) => !path.endsWith("/login_out"));

/** Outside the slow tier each page is opened once: in turn on the web and in WeChat. */
const isOpenedOn = (label: keyof typeof PLATFORMS, route: Route): boolean =>
  (shown.indexOf(route) % 2 === 0) === (label === "web");

/** Opens a page and checks it. */
type Check = (page: Page, route: Route) => Promise<void>;

/** On the web: twice the text on a small phone, and a reload on a desktop. */
const checkOnWeb: Check = async (page, route) => {
  await page.setViewportSize(SMALL_PHONE);
  await page.goto(device.origin + route.path);
  await expectLayout(page, route, "web");
  await expectAccessible(page);
  await enlargeText(page);
  expect(await overflowOf(page), "too wide at twice the text").toBeLessThanOrEqual(0);
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await expectLayout(page, route, "web");
};

/** In WeChat: on its desktop, then as narrow as a small phone. */
const checkInWechat: Check = async (page, route) => {
  await page.setViewportSize(DESKTOP);
  await page.goto(device.origin + route.path);
  await expectLayout(page, route, "mp-weixin-web");
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectBar(page, route, "mp-weixin-web");
  expect(await overflowOf(page), "wider than the small phone").toBeLessThanOrEqual(0);
};

/** Loads and audits a page in one size. */
const checkIn =
  (label: keyof typeof PLATFORMS, viewport: BrowserContextOptions["viewport"]): Check =>
  async (page, route) => {
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(device.origin + route.path);
    await expectLayout(page, route, label);
    await expectAccessible(page);
  };

/** Opens every page on one platform, public pages without a login. Returns the faults found. */
async function walk(
  label: keyof typeof PLATFORMS,
  options: BrowserContextOptions,
  check: Check,
): Promise<string[]> {
  const faults: string[] = [];
  for (const login of [LOGGED_OUT, member.browserOptions]) {
    const page = await device.open("/whale.svg", { ...login, ...PLATFORMS[label], ...options });
    await page.addInitScript(watchShifts);
    const isMember = login !== LOGGED_OUT;
    for (const route of shown) {
      if (route.login !== isMember || !(isSlowTier || isOpenedOn(label, route))) continue;
      await check(page, route).catch((fault: unknown) =>
        faults.push(`${label} ${route.path}: ${String(fault)}`),
      );
    }
    await page.context().close();
  }
  return faults;
}

test("M09 M02 M06 M03 every page loads and reloads on both platforms and fits 320 and 1440 px, with title and bar, without an accessibility violation", async () => {
  const phones = { viewport: SMALL_PHONE };
  const desktops = { viewport: DESKTOP, isMobile: false };
  const walks = [walk("web", phones, checkOnWeb), walk("mp-weixin-web", desktops, checkInWechat)];
  if (isSlowTier) {
    walks.push(
      walk("mp-weixin-web", phones, checkIn("mp-weixin-web", SMALL_PHONE)),
      walk("web", desktops, checkIn("web", DESKTOP)),
    );
  }
  expect((await Promise.all(walks)).flat()).toEqual([]);
}, 240_000);

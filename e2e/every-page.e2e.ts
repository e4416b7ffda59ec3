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

type Walk = BrowserContextOptions & {
  /** Whether axe runs on each page; each platform and each width has one walk with it. */
  readonly isAudited: boolean;
};

async function expectSound(page: Page, route: Route, label: string, isAudited: boolean) {
  await waitForTitle(page, route.title);
  await waitUntilSettled(page);
  await expectBar(page, route, label);
  expect(await overflowOf(page), "wider than the screen").toBeLessThanOrEqual(0);
  expect(await shiftOf(page), "moved by itself").toBeLessThanOrEqual(SHIFT_MAX);
  if (isAudited) await expectAccessible(page);
}

const shown = pages.filter(({ path }) => !path.endsWith("/login_out"));

/** Reloads the page and doubles its text size: nothing may overflow sideways. */
async function expectAgain(page: Page, { title }: Route): Promise<void> {
  await enlargeText(page);
  expect(await overflowOf(page), "too wide at twice the text").toBeLessThanOrEqual(0);
  await page.reload();
  await waitForTitle(page, title);
  await page.getByRole("main").waitFor();
}

/** Opens every page on one platform, public pages without a login. Returns the faults found. */
async function walk(label: keyof typeof PLATFORMS, { isAudited, ...options }: Walk) {
  const userAgent = PLATFORMS[label];
  const stranger = await device.open("/whale.svg", { ...LOGGED_OUT, ...userAgent, ...options });
  const page = await device.open("/whale.svg", {
    ...member.browserOptions,
    ...userAgent,
    ...options,
  });
  const faults: string[] = [];
  for (const each of [stranger, page]) {
    await each.addInitScript(watchShifts);
    for (const route of shown.filter(({ login }) => login === (each === page))) {
      await each.goto(device.origin + route.path);
      await expectSound(each, route, label, isAudited)
        .then(() =>
          label === "web" && options.isMobile !== false ? expectAgain(each, route) : undefined,
        )
        .catch((fault: unknown) => faults.push(`${label} ${route.path}: ${String(fault)}`));
    }
    await each.context().close();
  }
  return faults;
}

test("M09 M02 M06 M03 every page loads at 320 and 1440 px on both platforms with title and bar, without an accessibility violation", async () => {
  const small = { viewport: SMALL_PHONE };
  const large = { viewport: DESKTOP, isMobile: false };
  const faults = await Promise.all([
    walk("web", { ...small, isAudited: true }),
    walk("mp-weixin-web", { ...small, isAudited: isSlowTier }),
    walk("web", { ...large, isAudited: isSlowTier }),
    walk("mp-weixin-web", { ...large, isAudited: true }),
  ]);
  expect(faults.flat()).toEqual([]);
}, 240_000);

/**
 * Browser fixture for the e2e tests: one Chromium per worker, fresh pages, the sandbox's codes and
 * inbox, and axe. A test fails on any error of its pages, except the network failures that it
 * expects.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { hideSandbox } from "./hide-sandbox.ts";
import { ask } from "./login.ts";
import { collectPageErrors, type FailedAnswer } from "./page-errors.ts";
import { productOfWorker } from "./worker-product.ts";

export const PHONE = { width: 390, height: 844 } as const;
export const SMALL_PHONE = { width: 320, height: 568 } as const;
export const WECHAT_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

export type OpenOptions = BrowserContextOptions & {
  /** True: the pages show the sandbox's ribbon, as in a demo. */
  readonly isSandboxShown?: boolean;
};

export type Phone = {
  readonly origin: string;
  /**
   * Opens a page in a new browser context, without stored data unless `storageState` gives some;
   * `path` may be an absolute URL. Service workers are blocked unless `serviceWorkers` is "allow":
   * each would fetch and store all files of the app, and would hide calls from the test.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /**
   * Declares a network failure of this test before it happens: the path of the requests, and the
   * HTTP status or that no answer comes. The test fails when no such request fails.
   */
  expectFailure(path: RegExp, answer: FailedAnswer): void;
};

/**
 * Turns off Chromium's own toolbar: it is a page with its own process for each new window. The list
 * begins with the features that Playwright disables, because Chromium uses only the last list.
 */
const DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints",
  "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
  "InitialWebUI,WebUIReloadButton,WebUIToolbar,WebUIBackForwardButton,WebUILocationBar",
  "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUITabStrip,PreloadTopChromeWebUI",
].join(",");

/** Starts a headless Chromium. Tests of the product use the browser of `phone()`. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-quic",
      `--disable-features=${DISABLED_FEATURES}`,
      // Every context has a renderer of its own for a few seconds: optimised code does not pay.
      "--js-flags=--max-lazy --no-opt",
      "--num-raster-threads=1",
    ],
  });

/** Lets a test close the context while a route handler still runs: the handler's error is ignored. */
function ignoreRoutesOnClose(context: BrowserContext): void {
  const close = context.close.bind(context);
  context.close = async (options) => {
    for (const routed of [context, ...context.pages()])
      await routed.unrouteAll({ behavior: "ignoreErrors" });
    await close(options);
  };
}

type StorageState = Exclude<NonNullable<BrowserContextOptions["storageState"]>, string>;
const NO_STATE: StorageState = { cookies: [], origins: [] };

/**
 * Opens an address with these stored entries. Playwright itself would store them by means of one
 * more page, which costs a process for each context.
 */
async function goWithStorage(page: Page, url: string, origins: StorageState["origins"]) {
  if (origins.length === 0) return void (await page.goto(url));
  const script = await page.addInitScript((all) => {
    const own = all.find(({ origin }) => origin === location.origin);
    for (const { name, value } of own?.localStorage ?? []) localStorage.setItem(name, value);
  }, origins);
  await page.goto(url);
  await script.dispose();
}

let launched: Promise<Browser> | undefined;

/** Returns the Chromium that all files of this worker share; it ends with the worker. */
async function browserOfWorker(): Promise<Browser> {
  const browser = await (launched ??= launchBrowser());
  if (browser.isConnected()) return browser;
  launched = launchBrowser();
  return launched;
}

/**
 * Returns the browser of a test file. Pages that a test opened are closed when it ends, the others
 * after the file.
 */
export function phone(): Phone {
  const origin = productOfWorker().origin;
  const pageErrors = collectPageErrors();
  const expectNoErrors = () => expect(pageErrors.take(), "errors of the pages").toEqual([]);
  let browser: Browser;
  const contextsOfFile = new Set<BrowserContext>();
  /**
   * Contexts still open. Undefined outside of a test: contexts opened in `beforeAll` stay for the
   * whole file.
   */
  let contextsOfTest: Set<BrowserContext> | undefined;
  beforeAll(async () => {
    browser = await browserOfWorker();
  });
  beforeEach(() => {
    contextsOfTest = new Set();
  });
  // Contexts of a test are closed with it: a page that stays open could fail the next test.
  afterEach(async () => {
    for (const context of contextsOfTest ?? []) await context.close();
    contextsOfTest = undefined;
    expectNoErrors();
  });
  afterAll(async () => {
    for (const context of contextsOfFile) await context.close();
    expectNoErrors();
  });
  return {
    origin,
    expectFailure: pageErrors.expectFailure,
    open: async (path, { storageState = NO_STATE, isSandboxShown = false, ...options } = {}) => {
      if (typeof storageState === "string") throw new Error("a login is given, not its file");
      const context = await browser.newContext({
        viewport: PHONE,
        locale: "zh-CN",
        timezoneId: "Asia/Shanghai",
        hasTouch: true,
        isMobile: true,
        serviceWorkers: "block",
        storageState: { ...storageState, origins: [] },
        ...options,
      });
      ignoreRoutesOnClose(context);
      if (!isSandboxShown) await context.addInitScript(hideSandbox);
      const opened = contextsOfTest ?? contextsOfFile;
      opened.add(context);
      context.on("close", () => opened.delete(context));
      pageErrors.watch(context);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await goWithStorage(page, new URL(path, origin).href, storageState.origins);
      return page;
    },
  };
}

/** Creates an active code of a demo batch and returns it. */
export async function freshCode(
  origin: string,
  target:
    | "kfc-set"
    | "kfc-value-50"
    | "points-500"
    | "balance-20"
    | "coupon-10"
    | "choice-3"
    | "level-gold",
): Promise<string> {
  const made = await ask<{ code: string }[]>(`${origin}/sandbox/codes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target, count: 1 }),
  });
  const code = made[0]?.code;
  if (!code) throw new Error("the sandbox made no code");
  return code;
}

/**
 * The spec fixes the colour of the tab bar's unselected labels; only their contrast is excepted.
 */
const EXCEPTED = "nav[aria-label='主导航'] a:not([aria-current='page'])";

/**
 * Expects no axe violation on the current page, once the splash is gone. What fades in or out is
 * shown in its final state first: half faded text has no contrast. A message may begin to fade
 * while axe reads, so a page on which something moved meanwhile is read again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("#splash") === null);
  // Evaluated by the debugger, so the page's CSP does not refuse it; once for each document.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: { resultTypes: readonly string[]; preload: boolean }): Promise<{
          violations: { id: string; nodes: { html: string; target: string[] }[] }[];
        }>;
      };
    };
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const audit = async () => {
      for (const animation of moving()) animation.finish();
      // Without the selectors of everything that passes, and without fetching the styles anew: no
      // rule that runs needs their text.
      const { violations } = await axe.run({ resultTypes: ["violations"], preload: false });
      return { violations, hasMoved: moving().length > 0 };
    };
    let result = await audit();
    for (let tries = 1; tries < 5 && result.violations.length > 0 && result.hasMoved; tries += 1) {
      result = await audit();
    }
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => ({ id, html: html.slice(0, 160), target: target.join(" ") })),
    );
  });
  const counted = [];
  for (const fault of found) {
    const isTabLabel =
      fault.id === "color-contrast" &&
      (await page
        .locator(fault.target)
        .first()
        .evaluate((node, tabs) => node.closest(tabs) !== null, EXCEPTED));
    if (!isTabLabel) counted.push(fault);
  }
  expect(counted).toEqual([]);
}

/** Returns how far the page can be scrolled sideways, in CSS px; 0 when the page fits. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Holds the requests of a page to these addresses back until the returned function is called. */
export async function holdRequests(
  page: Page,
  address: Parameters<Page["route"]>[0],
): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

/** A phone in a test's hand: one Chromium a file, fresh pages, the sandbox's codes and inbox, and axe. */
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { ask } from "./login.ts";

export const PHONE = { width: 390, height: 844 } as const;
export const SMALL_PHONE = { width: 320, height: 568 } as const;
export const WECHAT_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export type Phone = {
  /** The product's address. */
  readonly origin: string;
  /** A page of a browser that has never been here; `path` may be a whole address. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
};

/** Gives a test file its browser; pages of failed tests are closed with it. */
export function phone(): Phone {
  const origin = inject("origin");
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
    });
  });
  afterAll(() => browser.close());
  return {
    origin,
    open: async (path, options = {}) => {
      const context = await browser.newContext({
        viewport: PHONE,
        locale: "zh-CN",
        timezoneId: "Asia/Shanghai",
        hasTouch: true,
        isMobile: true,
        // Axe is read from a file into the page, which the product's own CSP would refuse.
        bypassCSP: true,
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto(new URL(path, origin).href);
      return page;
    },
  };
}

/** A fresh activated code of a demo batch. */
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

/** The spec fixes the colour of the tab bar's unselected labels; their contrast alone is excepted. */
const EXCEPTED = "nav[aria-label='主导航'] a:not([aria-current='page'])";

/** Axe finds nothing on the page as it stands, once the splash has left it. */
export async function expectNoBarriers(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("#splash") === null);
  await page.addScriptTag({ path: axeFile });
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; nodes: { html: string; target: string[] }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
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

/** How far the page can be scrolled sideways, in CSS px: nothing, on a page that fits. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

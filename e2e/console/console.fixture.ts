/**
 * Opens pages of the console as an operator of the demo, and checks what holds for every page: no
 * accessibility fault, no overflow, no refused style.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, overflowOf, phone, type Phone } from "../browser.ts";
import { logInOperator, type OperatorRole } from "./operator-login.ts";

export const WIDE = { width: 1440, height: 900 } as const;
export const NARROW = { width: 1024, height: 768 } as const;

/**
 * A page of the console on a laptop, without motion: on a busy machine a click falls into a prompt's
 * growing, presses one point and releases another, and so has no effect.
 */
export const LAPTOP = {
  viewport: WIDE,
  isMobile: false,
  hasTouch: false,
  reducedMotion: "reduce",
} as const;

export type ConsoleBrowser = Phone & {
  /**
   * Opens a page below /console as an operator, without motion; waits until its list or form is
   * there.
   */
  openAs(role: OperatorRole, path: string, options?: BrowserContextOptions): Promise<Page>;
};

/** Returns the browser of a test file, with pages of the console. */
export function consoleBrowser(): ConsoleBrowser {
  const browser = phone();
  const openAs = async (role: OperatorRole, path: string, options: BrowserContextOptions = {}) => {
    const { origin } = browser;
    const { token, tokenExpired } = await logInOperator(origin, role);
    const page = await browser.open(`/console${path}`, {
      ...LAPTOP,
      storageState: {
        cookies: [],
        origins: [
          {
            origin,
            localStorage: [
              { name: "console-token", value: token },
              { name: "console-token-expiry", value: String(tokenExpired) },
            ],
          },
        ],
      },
      ...options,
    });
    await settled(page);
    return page;
  };
  return { ...browser, openAs };
}

/** Waits until the heading is there and nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.getByLabel("载入中").first().waitFor({ state: "detached" });
}

/** What the router of the console puts on the window; only what `goTo` uses. */
type ConsoleRouter = {
  readonly navigate: (to: { readonly href: string }) => Promise<void>;
  readonly subscribe: (event: "onRendered", heard: () => void) => () => void;
};

/**
 * Goes to another page below /console as a link does, without loading the app again; waits until
 * the page is drawn and its list or form is there. What the app has read before may be shown.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const router = (window as unknown as { __TSR_ROUTER__: ConsoleRouter }).__TSR_ROUTER__;
    const isRendered = new Promise<void>((done) => {
      const stop = router.subscribe("onRendered", () => {
        stop();
        done();
      });
    });
    await router.navigate({ href });
    await isRendered;
  }, `/console${path}`);
  await settled(page);
}

/** What holds for every page, at any moment and in the present width. */
export async function expectGoodPage(page: Page): Promise<void> {
  expect(await overflowOf(page), "pixels that stick out at the right").toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

/**
 * What holds for every page at both widths. The page is wide after it. Narrow, only the slow tier
 * looks for accessibility faults: a page has the same elements in both widths.
 */
export async function expectGoodAtBothWidths(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  if (isSlowTier) await expectGoodPage(page);
  else expect(await overflowOf(page), "pixels that stick out, narrow").toBeLessThanOrEqual(0);
  await page.setViewportSize(WIDE);
  await expectGoodPage(page);
}

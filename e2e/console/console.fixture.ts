/**
 * Opens pages of the console as an operator of the demo, and checks what holds for every page: no
 * accessibility fault, no overflow, no refused style.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { type BrowserContextOptions, type Page, request } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, overflowOf, phone, type Phone } from "../browser.ts";
import { ask, newestSms } from "../login.ts";

/** The demo's operators; `lead` and `checker` together may decide everything. */
export const operators = {
  lead: "13800000004",
  checker: "13800000005",
  service: "13800000006",
  finance: "13800000007",
  admin: "13800000009",
  supervisor: "13800000015",
  marketing: "13800000012",
} as const;
export type OperatorRole = keyof typeof operators;

export const WIDE = { width: 1440, height: 900 } as const;
export const NARROW = { width: 1024, height: 768 } as const;

type Grant = { readonly token: string; readonly tokenExpired: number };
type Envelope<T> = { readonly status: boolean; readonly msg?: string; readonly data: T };
type Authenticator = { readonly phone: string; readonly code: string };

async function logIn(origin: string, number: string): Promise<Grant> {
  const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = await calls.post(`/console/api/passport${path}`, { data });
    const body: Envelope<T> = await answer.json();
    if (!body.status) throw new Error(`${path} for ${number}: ${body.msg}`);
    return body.data;
  };
  const known = await ask<readonly { code?: string }[]>(`${origin}/sandbox/sms?phone=${number}`);
  const { challengeId } = await post<{ challengeId: string }>("/sms/send", {
    phone: number,
    scene: "login",
  });
  const code = await newestSms(origin, number, known.filter((message) => message.code).length);
  const { ticket } = await post<{ ticket: string }>("/sms/login", {
    challengeId,
    phone: number,
    code,
  });
  const shown = await ask<readonly Authenticator[]>(`${origin}/sandbox/authenticator.json`);
  const totp = shown.find((one) => one.phone.slice(-4) === number.slice(-4))?.code;
  const grant = await post<Grant>("/totp/verify", { ticket, code: totp });
  await calls.dispose();
  return grant;
}

/** A code of an authenticator is good once, so each operator logs in once per product. */
const grants = new Map<string, Promise<Grant>>();

export function logInOperator(origin: string, role: OperatorRole): Promise<Grant> {
  const key = `${origin} ${role}`;
  const grant = grants.get(key) ?? logIn(origin, operators[role]);
  grants.set(key, grant);
  return grant;
}

export type ConsoleBrowser = Phone & {
  /** Opens a page below /console as an operator; waits until its list or form is there. */
  openAs(role: OperatorRole, path: string, options?: BrowserContextOptions): Promise<Page>;
};

/** Returns the browser of a test file, with pages of the console. */
export function consoleBrowser(): ConsoleBrowser {
  const browser = phone();
  const openAs = async (role: OperatorRole, path: string, options: BrowserContextOptions = {}) => {
    const { origin } = browser;
    const { token, tokenExpired } = await logInOperator(origin, role);
    const page = await browser.open(`/console${path}`, {
      viewport: WIDE,
      isMobile: false,
      hasTouch: false,
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

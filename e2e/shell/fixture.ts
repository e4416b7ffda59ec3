/** What every journey of the shell begins with: a member already logged in, and a page that has settled. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { type BrowserContextOptions, type Page, type Route, request } from "playwright-core";
import { newestSms, PHONE, WECHAT_AGENT } from "../browser.ts";

/** Both platforms of M01 by their label, each as a browser shows itself. */
export const PLATFORMS = {
  web: {},
  "mp-weixin-web": { userAgent: WECHAT_AGENT },
} as const satisfies Record<string, BrowserContextOptions>;

/** A browser that has never been here; a service worker would hide its calls from the test. */
export const STRANGER = { serviceWorkers: "block" } as const satisfies BrowserContextOptions;
export const DESKTOP = { width: 1440, height: 900 } as const;

export type Member = {
  readonly token: string;
  readonly tokenExpired: number;
  /** A browser in which this member is logged in. */
  readonly logged: BrowserContextOptions;
};

/**
 * Logs a phone in over HTTP, once for a whole file. Its refresh cookie rotates: a test that renews
 * needs a member of its own.
 */
export async function memberOf(origin: string, phone: string): Promise<Member> {
  const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const ask = async <T>(path: string, data: object): Promise<T> => {
    const answer = await calls.post(path, { data });
    const body: { status: boolean; msg?: string; data: T } = await answer.json();
    if (!body.status) throw new Error(`${path}: ${body.msg}`);
    return body.data;
  };
  const asking = { phone, scene: "login" };
  const { challengeId } = await ask<{ challengeId: string }>("/api/passport/sms/send", asking);
  const code = await newestSms(origin, phone);
  const asked = { challengeId, phone, code, termsVersion: TERMS_VERSION };
  const granted = await ask<Pick<Member, "token" | "tokenExpired">>(
    "/api/passport/sms/login",
    asked,
  );
  const { token, tokenExpired } = granted;
  const { cookies } = await calls.storageState();
  await calls.dispose();
  const localStorage = [
    { name: "uni_id_token", value: token },
    { name: "uni_id_token_expired", value: String(tokenExpired) },
  ];
  const storageState = { cookies, origins: [{ origin, localStorage }] };
  return { token, tokenExpired, logged: { ...STRANGER, storageState } };
}

/** The page's own content has taken the place of splash, loading view and skeleton. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("main").waitFor();
  await page.waitForFunction(() => {
    const pending = [...document.querySelectorAll("#splash, [aria-busy='true'], [role='status']")];
    return pending.every((each) => {
      const isNews = each.role === "status" && each.ariaBusy !== "true";
      const words = each.ariaLabel ?? each.textContent ?? "";
      return !each.checkVisibility() || (isNews && !words.startsWith("加载中"));
    });
  });
}

/** The app's own title of the page now shown. */
export const titled = (page: Page, title: string) =>
  page.waitForFunction((wanted) => document.title === wanted, title);

/** How far the page can be scrolled sideways, in CSS px: nothing, on a page that fits. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Answers in the server's place: an envelope as JSON with this status. */
export const says =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });

/** Lets the real answer through with a change made to its `data`. */
export const changing =
  <T>(change: (data: T) => unknown) =>
  async (route: Route) => {
    const answer = await route.fetch();
    const body: { data: T } = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } });
  };

/** A pane of this width, as tall as a phone. */
export const wide = (width: number) => ({ width, height: PHONE.height });

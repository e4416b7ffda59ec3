/** Common start of the shell tests: a logged-in member, and a page that has finished loading. */
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { PHONE, WECHAT_AGENT } from "../browser.ts";
import { type Login, logInByPhone, stateOf } from "../login.ts";
import { productOfWorker } from "../worker-product.ts";

/** Both platforms of M01 by their label, with the browser options of each. */
export const PLATFORMS = {
  web: {},
  "mp-weixin-web": { userAgent: WECHAT_AGENT },
} as const satisfies Record<string, BrowserContextOptions>;

/** Options of a context without a login; a service worker would hide its calls from the test. */
export const LOGGED_OUT = { serviceWorkers: "block" } as const satisfies BrowserContextOptions;
export const DESKTOP = { width: 1440, height: 900 } as const;

export type Member = Login & {
  /** Browser options with this member's login. */
  readonly browserOptions: BrowserContextOptions;
};

const memberFrom = (login: Login): Member => ({
  ...login,
  browserOptions: { ...LOGGED_OUT, storageState: stateOf(login) },
});

/**
 * Logs a phone in over HTTP, once for a whole file. Its refresh cookie rotates: a test that renews
 * needs its own member.
 */
export const logInMember = async (origin: string, phone: string): Promise<Member> =>
  memberFrom(await logInByPhone(origin, phone));

/** The operator that all files share, because a phone gets few text messages a day. */
export const sharedOperator = (): Member => memberFrom(productOfWorker().operator);

/** Waits until the page's content has replaced splash, loading view and skeleton. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.getByRole("main").waitFor();
  await page.waitForFunction(() => {
    const pending = [...document.querySelectorAll("#splash, [aria-busy='true'], [role='status']")];
    return pending.every((each) => {
      const isStatusMessage = each.role === "status" && each.ariaBusy !== "true";
      const text = each.ariaLabel ?? each.textContent ?? "";
      return !each.checkVisibility() || (isStatusMessage && !text.startsWith("加载中"));
    });
  });
}

/** Waits until the app has set this document title. */
export const waitForTitle = (page: Page, title: string) =>
  page.waitForFunction((wanted) => document.title === wanted, title);

/** Answers in place of the server: a JSON envelope with this status. */
export const respondWith =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });

/** Passes the real answer on with a change made to its `data`. */
export const modifyData =
  <T>(change: (data: T) => unknown) =>
  async (route: Route) => {
    const answer = await route.fetch();
    const body: { data: T } = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } });
  };

/** A viewport of this width, as tall as a phone. */
export const viewportOfWidth = (width: number) => ({ width, height: PHONE.height });

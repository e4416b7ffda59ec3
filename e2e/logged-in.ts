/** A member's login made over HTTP, and put into a browser that has never been here. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import type { BrowserContextOptions, Page } from "playwright-core";
import { newestSms, type Phone } from "./browser.ts";

/** Holds `devop:debug` in the demo. */
export const OPERATOR = "13800000004";

export type Grant = { readonly token: string; readonly tokenExpired: number };

/** Calls the host API; the envelope's `data`, whatever it is. */
async function call<T>(url: string, body: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: T };
  return data;
}

/** Logs in by the text message's code; `termsVersion` is what the member is said to have accepted. */
export async function grantOf(
  origin: string,
  phone: string,
  termsVersion = TERMS_VERSION,
): Promise<Grant> {
  const api = `${origin}/api/passport/sms`;
  const sent = await call<{ challengeId: string }>(`${api}/send`, { phone, scene: "login" });
  const code = await newestSms(origin, phone);
  return call(`${api}/login`, { challengeId: sent.challengeId, phone, code, termsVersion });
}

/** Opens a path with this login stored, once: what the page does to it later stays done. The splash has gone. */
export async function openWith(
  device: Phone,
  grant: Grant,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await device.open("/whale.svg", options);
  await page.evaluate(({ token, tokenExpired }) => {
    localStorage.setItem("uni_id_token", token);
    localStorage.setItem("uni_id_token_expired", String(tokenExpired));
  }, grant);
  await page.goto(device.origin + path);
  await page.waitForFunction(() => document.querySelector("#splash") === null);
  return page;
}

/** How much wider the page is than the phone; 0 when nothing hangs over. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Text at twice its size, as a member sets it. */
export const enlargeText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

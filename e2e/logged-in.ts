/** Logs a member in over HTTP, and opens a new browser context with this login. */
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Phone } from "./browser.ts";
import type { Login } from "./login.ts";

export type Grant = Pick<Login, "token" | "tokenExpired">;

/**
 * Opens a path with this login stored once, so that later changes by the page remain. Waits until
 * the splash is gone.
 */
export async function openLoggedIn(
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

/** Doubles the text size, as a member can in the browser. */
export const enlargeText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

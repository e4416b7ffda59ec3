/** Logs a member in over HTTP, and opens a new browser context with this login. */
import type { Page } from "playwright-core";
import type { OpenOptions, Phone } from "./browser.ts";
import { type Login, stateOf } from "./login.ts";

export type Grant = Pick<Login, "token" | "tokenExpired">;

/** Opens a path with this login, without its refresh cookie. Waits until the splash is gone. */
export async function openLoggedIn(
  device: Phone,
  grant: Grant,
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  const storageState = stateOf({ ...grant, origin: device.origin, cookies: [] });
  const page = await device.open(path, { ...options, storageState });
  await page.waitForFunction(() => document.querySelector("#splash") === null);
  return page;
}

/** Doubles the text size, as a member can in the browser. */
export const enlargeText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

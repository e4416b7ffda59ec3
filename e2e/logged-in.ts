/** A member's login made over HTTP, and put into a browser that has never been here. */
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Phone } from "./browser.ts";
import type { Login } from "./login.ts";

export type Grant = Pick<Login, "token" | "tokenExpired">;

/** Opens a path with this login stored, once: what the page does to it later stays done. The splash has gone. */
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

/** Text at twice its size, as a member sets it. */
export const enlargeText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

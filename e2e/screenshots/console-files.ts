/** Where the pictures of the console are kept, which of them are wanted, and how one is taken. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

export const FOLDER = fileURLToPath(new URL("../../docs/screenshots/console/", import.meta.url));
/** Milliseconds until fonts, drawings and animations have settled. */
const SETTLE_MS = 800;

const wanted = (process.env["PICTURES"] ?? "").split(" ").filter(Boolean);
export const isWanted = (file: string): boolean =>
  wanted.length === 0 || wanted.some((part) => `console/${file}`.includes(part));

/** Waits until the phone beside an editor, if there is one, shows the member's page. */
async function previewed(page: Page): Promise<void> {
  if ((await page.locator("iframe").count()) === 0) return;
  await page.frameLocator("iframe").locator("main :is(h2, button)").first().waitFor();
}

export async function save(page: Page, file: string): Promise<void> {
  await previewed(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: join(FOLDER, `${file}.png`) });
}

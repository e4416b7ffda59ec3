/** Every page of the route table: its title, no barrier for anybody, nothing wider than the phone. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pages } from "../member/src/pages.ts";
import { expectNoBarriers, phone, SMALL_PHONE } from "./browser.ts";
import { logIn } from "./journey.ts";

const device = phone();

const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** The page's own content has taken the place of splash, loading view and skeleton. */
async function settled(page: Page): Promise<void> {
  await page.getByRole("main").waitFor();
  await page.waitForFunction(
    () => document.querySelector("[aria-busy='true'], [data-leaving], #splash") === null,
  );
}

describe("without a login", () => {
  test.each(pages.filter(({ login }) => !login).map(({ path, title }) => ({ path, title })))(
    "M06 $path is titled $title and has no barrier",
    async ({ path, title }) => {
      const page = await device.open(path, { viewport: SMALL_PHONE });
      if (path.endsWith("login_out")) return page.waitForURL(/\/pages\/passport\/login|\/$/);
      await page.waitForFunction((wanted) => document.title === wanted, title);
      await settled(page);
      await expectNoBarriers(page);
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      return page.context().close();
    },
  );

  test("M11 a guarded page leads to login with where it was", async () => {
    const page = await device.open("/pages/user/wallet?from=test");
    await page.waitForURL(/\/pages\/passport\/login\?referer=%2Fpages%2Fuser%2Fwallet/);
  });
});

describe("logged in", () => {
  test("M09 every page stands at its path, with its title and without a barrier", async () => {
    const page = await device.open("/pages/passport/login");
    await logIn(page, device.origin, "13700000021");
    await page.waitForURL(`${device.origin}/`);
    const guarded = pages.filter(({ login, path }) => login && path !== "/exception/report");
    for (const { path, title } of guarded) {
      await page.goto(device.origin + path);
      await page.waitForFunction((wanted) => document.title === wanted, title);
      await settled(page);
      await expectNoBarriers(page);
      expect(await page.evaluate(overflow), path).toBeLessThanOrEqual(0);
    }
  });

  test("M13 a path that is no page leads to the report of it", async () => {
    const page = await device.open("/pages/passport/login?referer=%2Fnowhere");
    await logIn(page, device.origin, "13700000022");
    await page.waitForURL(`${device.origin}/`);
    await page.goto(`${device.origin}/nowhere`);
    await page.waitForURL(/\/exception\/report\?referer=%2Fnowhere/);
    await page.getByText("/nowhere").first().waitFor();
  });
});

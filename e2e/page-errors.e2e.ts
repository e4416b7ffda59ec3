/**
 * The browser fixture itself: each kind of error on a page fails a test, and expected network
 * failures do not.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { collectPageErrors } from "./page-errors.ts";
import { productOfWorker } from "./worker-product.ts";

const origin = productOfWorker().origin;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page of the product whose errors this file collects itself. */
async function watchedPage() {
  const errors = collectPageErrors();
  const context = await browser.newContext();
  errors.watch(context);
  const page = await context.newPage();
  await page.goto(`${origin}/pages/passport/terms`);
  expect(errors.take()).toEqual([]);
  return { page, errors };
}

/** Requests a path of the product from within the page; the script catches the failure. */
const request = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    await fetch(url).catch(() => undefined);
  }, path);

const actions: Record<string, (page: Page) => Promise<unknown>> = {
  "console error: reported": (page) =>
    page.evaluate(() => {
      console.error("reported");
    }),
  "console error: Applying inline style violates": (page) =>
    page.evaluate(() => {
      const style = document.createElement("style");
      style.textContent = "body { color: red }";
      document.head.append(style);
    }),
  "page error: Error: thrown": (page) =>
    page.evaluate(() => {
      setTimeout(() => {
        throw new Error("thrown");
      });
    }),
  "page error: Error: rejected": (page) =>
    page.evaluate(() => {
      void Promise.reject(new Error("rejected"));
    }),
  "console error: Failed to load resource": (page) => request(page, "/api/nothing-here"),
};

describe("a test fails on", () => {
  test.each(Object.entries(actions))("%s", async (line, act) => {
    const { page, errors } = await watchedPage();
    await act(page);
    const found: string[] = [];
    await expect
      .poll(() => {
        found.push(...errors.take());
        return found;
      })
      .toEqual([expect.stringContaining(line)]);
    await page.context().close();
  });

  test("an error of a second page opened by the first one", async () => {
    const { page, errors } = await watchedPage();
    const opened = page.waitForEvent("popup");
    await page.evaluate(() => {
      window.open("/pages/passport/terms");
    });
    const popup = await opened;
    await popup.waitForLoadState();
    await popup.evaluate(() => {
      console.error("in the second page");
    });
    await expect.poll(() => errors.take()).toHaveLength(1);
    await page.context().close();
  });
});

describe("an expected network failure", () => {
  test("is not an error, by its status or as a request without an answer", async () => {
    const { page, errors } = await watchedPage();
    errors.expectFailure(/^\/api\/nothing-here$/, 404);
    errors.expectFailure(/^\/version$/, "no answer");
    await request(page, "/api/nothing-here");
    await page.route("**/version", (route) => route.abort());
    await request(page, "/version");
    await page.waitForTimeout(200);
    expect(errors.take()).toEqual([]);
    await page.context().close();
  });

  test("is an error with another status, at another path, or when it does not happen", async () => {
    const { page, errors } = await watchedPage();
    errors.expectFailure(/^\/api\/nothing-here$/, 503);
    errors.expectFailure(/^\/version$/, "no answer");
    await request(page, "/api/nothing-here");
    await page.waitForTimeout(200);
    expect(errors.take()).toEqual([
      expect.stringContaining("/api/nothing-here"),
      expect.stringMatching(/did not happen.*nothing-here.*503/),
      expect.stringMatching(/did not happen.*version.*no answer/),
    ]);
    await page.context().close();
  });

  test("does not cover an error that a script reports", async () => {
    const { page, errors } = await watchedPage();
    errors.expectFailure(/./, "no answer");
    await page.evaluate(() => {
      console.error("net::ERR_FAILED");
    });
    await expect.poll(() => errors.take().join()).toContain("console error: net::ERR_FAILED");
    await page.context().close();
  });
});

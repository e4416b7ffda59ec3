/**
 * Start of the app, from the first painted byte to the page, and the messages for a late or missing
 * page.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { holdRequests, phone } from "../browser.ts";
import { type Member, logInMember, waitUntilSettled, waitForTitle } from "./shell.fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000033");
});

const open = (path: string, options = {}) =>
  device.open(path, { ...member.browserOptions, ...options });
/** A blank page in this member's browser, before any navigation. */
const blank = async () => {
  const page = await open("/whale.svg");
  await page.goto("about:blank");
  return page;
};

const LOADING = "权益加载中…";

describe("M07 the splash", () => {
  test("M07 M06 is painted by the HTML alone, without any script", async () => {
    const page = await device.open("/pages/user/orders", { javaScriptEnabled: false });
    const splash = page.locator("#splash");
    expect(await splash.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    expect(await splash.innerText()).toContain("云鲸权益");
    expect(await page.title()).toBe(LOADING);
    await page.context().close();
  });

  test("M07 M06 stays while the script loads, with the loading title", async () => {
    const page = await blank();
    const letGo = await holdRequests(page, "**/assets/**/*.js");
    await page.goto(`${device.origin}/pages/user/orders`, { waitUntil: "commit" });
    await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint").length > 0,
    );
    expect(await page.locator("#splash").isVisible()).toBe(true);
    expect(await page.title()).toBe(LOADING);
    letGo();
    await waitForTitle(page, "订单列表");
    await page.locator("#splash").waitFor({ state: "detached" });
    await page.context().close();
  });

  test("M07 every frame shows the splash or the page", async () => {
    const page = await blank();
    await page.addInitScript(() => {
      const frames: string[] = [];
      Object.assign(window, { framesSeen: frames });
      const sample = () => {
        const splash = document.getElementById("splash");
        const cover = splash ? Number(getComputedStyle(splash).opacity) : 0;
        const main = document.querySelector("main");
        // A skeleton has no text, only a name.
        const hasPage = Boolean(main?.textContent || main?.querySelector("[aria-label='加载中']"));
        if (document.body) frames.push(`${cover === 1 ? "splash" : "clear"} ${hasPage}`);
        requestAnimationFrame(sample);
      };
      requestAnimationFrame(sample);
    });
    await page.goto(`${device.origin}/pages/user/index`);
    await waitUntilSettled(page);
    const all = await page.evaluate(
      () => (window as unknown as { framesSeen: string[] }).framesSeen,
    );
    // Before the splash has been parsed there is nothing to paint.
    const frames = all.slice(all.indexOf("splash false"));
    expect(frames).toContain("splash false");
    expect(frames).toContain("clear true");
    expect(frames).not.toContain("clear false");
    await page.context().close();
  });
});

/** Measures in the page the ms from a tap until the loading view is visible. */
const watchLoading = (page: Page) =>
  page.evaluate(() => {
    const seen = { after: -1 };
    Object.assign(window, { loadingSeen: seen });
    addEventListener(
      "click",
      () => {
        const since = performance.now();
        const observer = new MutationObserver(() => {
          const main = [...document.querySelectorAll("main")].find((each) =>
            each.checkVisibility(),
          );
          if (!main?.textContent?.includes("加载中...")) return;
          seen.after = performance.now() - since;
          observer.disconnect();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      },
      { once: true, capture: true },
    );
  });
const loadingSeen = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { loadingSeen: { after: number } }).loadingSeen.after);

describe("M17 pages that load separately", () => {
  const toOrders = (page: Page) => page.getByRole("button", { name: "全部订单" }).click();
  const isOrders = /assets\/\w+\/orders\.js$/;

  test("M17 a page's code is requested only when it is needed", async () => {
    const page = await blank();
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    await page.goto(`${device.origin}/pages/user/index`);
    await waitUntilSettled(page);
    expect(urls.filter((url) => isOrders.test(url))).toEqual([]);
    await toOrders(page);
    await waitForTitle(page, "订单列表");
    await waitUntilSettled(page);
    expect(urls.filter((url) => isOrders.test(url))).toHaveLength(1);
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "M17 a slow page shows the loading view after 200 ms, a fast one does not",
    async () => {
      const page = await open("/pages/user/index");
      await waitUntilSettled(page);
      await page.route(isOrders, async (route) => {
        await new Promise((done) => setTimeout(done, 2_000));
        await route.continue();
      });
      await watchLoading(page);
      await toOrders(page);
      await page.getByRole("status").getByText("加载中...").waitFor();
      const after = await loadingSeen(page);
      expect(after).toBeGreaterThanOrEqual(200);
      // The exact delay depends on the machine's load; the file itself comes after 2 s.
      expect(after).toBeLessThan(1_500);
      await page.getByRole("searchbox").waitFor();
      await page.goBack();
      await waitForTitle(page, "我的");
      await watchLoading(page);
      await toOrders(page);
      await waitUntilSettled(page);
      expect(await loadingSeen(page)).toBe(-1);
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)(
    "M17 M07 a slow first page shows the loading view too, not hidden by the splash",
    async () => {
      const page = await blank();
      await page.route(isOrders, async (route) => {
        await new Promise((done) => setTimeout(done, 3_500));
        await route.continue();
      });
      await page.goto(`${device.origin}/pages/user/orders`, { waitUntil: "commit" });
      await page.getByRole("status").getByText("加载中...").waitFor();
      await page.locator("#splash").waitFor({ state: "detached" });
      expect(await page.getByRole("status").getByText("加载中...").isVisible()).toBe(true);
      await page.getByRole("searchbox").waitFor();
      await page.context().close();
    },
  );

  /** Opens the list's page with this file of it blocked, so that it fails. */
  const failedBy = async (file: RegExp) => {
    const page = await open("/pages/user/index");
    await waitUntilSettled(page);
    device.expectFailure(file, "no answer");
    await page.route(file, (route) => route.abort());
    await toOrders(page);
    const again = page.getByRole("button", { name: /点击重新加载/ });
    await again.waitFor();
    return { page, again };
  };

  test("M17 a page whose code failed to load can be retried by a click or a key, repeatedly", async () => {
    const { page, again } = await failedBy(isOrders);
    await again.click();
    await page.waitForTimeout(300);
    await again.waitFor();
    await page.unroute(isOrders);
    await again.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("searchbox").waitFor();
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "M17 a page whose styles failed to load can be retried by a click, and is not shown without them",
    async () => {
      const stylesheet = /assets\/\w+\/order-card\.css$/;
      const { page, again } = await failedBy(stylesheet);
      await page.unroute(stylesheet);
      await again.click();
      await page.getByRole("searchbox").waitFor();
      const sheets = await page.evaluate(() =>
        [...document.styleSheets].map(({ href }) => href?.replace(/.*\//, "")),
      );
      expect(sheets.filter((name) => name?.startsWith("order-card."))).toHaveLength(1);
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)(
    "M17 a page that has not loaded after 60 s has failed, and a click retries",
    async () => {
      const page = await open("/pages/user/index");
      await waitUntilSettled(page);
      await page.clock.install();
      await page.route(isOrders, () => {});
      await toOrders(page);
      await page.getByRole("status").getByText("加载中...").waitFor();
      await page.clock.fastForward(58_000);
      expect(await page.getByText("点击重新加载").count()).toBe(0);
      await page.clock.fastForward(3_000);
      const again = page.getByRole("button", { name: /点击重新加载/ });
      await again.waitFor();
      await page.unroute(isOrders);
      await again.click();
      await page.getByRole("searchbox").waitFor();
      await page.context().close();
    },
  );
});

/**
 * The second visit of a member's own pages (decision 0210): what was seen last is painted before the
 * app's scripts, without secrets, only for the same member and build, and replaced without a shift.
 */
import type { BrowserContext, Page } from "playwright-core";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { beforeAll, describe, expect, test } from "vitest";
import { freshCode, holdRequests, phone } from "./browser.ts";
import { chooseStore, codeShown, orderMeal } from "./exchange-steps.ts";
import { claimsOf, type Login, logInByPhone, stateOf } from "./login.ts";
import { readPixels } from "./read-pixels.ts";

const device = phone();
/** One of each kind; the slow tier opens the others as well. */
const PAGES: readonly string[] = [
  "/pages/user/index",
  "/pages/user/ordtype",
  "/pages/user/orders?state=ready",
  "/pages/user/coupons",
  "/pages/user/score",
  "/pages/user/wallet",
];
const OTHERS: readonly string[] = [
  "/pages/user/orders",
  "/pages/user/score_log",
  "/pages/user/balance_log",
  "/pages/user/messages",
  "/pages/user/tickets",
  "/pages/user/invoices",
  "/pages/invite/reward",
];
const PROFILE = "/pages/user/index";
/** Of 255; the browser rounds a pixel of a curve up or down. */
const ROUNDING = 8;

let member: Login;
let other: Login;
beforeAll(async () => {
  member = await logInByPhone(device.origin, "13700000210");
  other = await logInByPhone(device.origin, "13700000211");
});

const waitUntilReady = (page: Page) =>
  page.waitForFunction(() => document.querySelector("#splash") === null);
const isStored = (page: Page, path: string) =>
  page.waitForFunction(
    (name) => (localStorage.getItem("last-views") ?? "").includes(JSON.stringify(name)),
    path,
  );

/** Visits a page for the first time and waits until its view is stored. */
async function visitOnce(path: string, login: Login = member): Promise<BrowserContext> {
  const page = await device.open(path, { storageState: stateOf(login) });
  await waitUntilReady(page);
  await isStored(page, path);
  const context = page.context();
  await page.goto(`${device.origin}/whale.svg`);
  return context;
}

/** Opens a page again; its app comes only after the returned function is called. */
async function openHeld(context: BrowserContext, path: string) {
  const page = await context.newPage();
  const release = await holdRequests(page, "**/assets/**/app.js");
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) reads.push(pathname + search);
  });
  await page.goto(device.origin + path, { waitUntil: "commit" });
  return { page, reads, release };
}

const lastView = (page: Page) => page.locator("#last-view");

/** Returns how many pixels differ visibly in two pictures of one size. */
async function countDifferences(one: Buffer, another: Buffer): Promise<number> {
  if (one.equals(another)) return 0;
  const [pixels, others] = await Promise.all([readPixels(one), readPixels(another)]);
  expect([pixels.width, pixels.height]).toEqual([others.width, others.height]);
  return pixels.data.reduce(
    (count, level, at) => count + (Math.abs(level - (others.data[at] ?? 0)) > ROUNDING ? 1 : 0),
    0,
  );
}

const takePicture = (page: Page): Promise<Buffer> =>
  page.screenshot({ animations: "disabled", mask: [page.getByRole("timer")] });

/** Takes a picture once the page stands still: its drawings come with requests of their own. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await takePicture(page);
  for (let tries = 0; tries < 20; tries++) {
    await page.waitForTimeout(200);
    const next = await takePicture(page);
    if ((await countDifferences(last, next)) === 0) return next;
    last = next;
  }
  throw new Error("the page does not stand still");
}

describe.each(isSlowTier ? [...PAGES, ...OTHERS] : PAGES)("%s", (path) => {
  test("is painted before the app, reads by itself, and is replaced without a change", async () => {
    const context = await visitOnce(path);
    const { page, reads, release } = await openHeld(context, path);
    await lastView(page).waitFor();
    expect(await page.locator("#app").innerHTML()).toBe("");
    expect(await page.locator("#splash").isVisible()).toBe(false);
    expect(await lastView(page).getAttribute("aria-busy")).toBe("true");
    await expect.poll(() => reads.length).toBeGreaterThan(0);
    await page.evaluate(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const before = await stillPicture(page);
    const early = [...reads];

    release();
    await waitUntilReady(page);
    expect(await lastView(page).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dataset["first"])).toBeUndefined();
    // What the head has read is not read again.
    expect(reads.filter((read) => early.includes(read))).toEqual(early);
    await page.waitForLoadState("networkidle");
    const shift = await page.evaluate(() => Reflect.get(window, "seen").shift as number);
    expect(shift).toBeLessThanOrEqual(0.01);
    await expect
      .poll(async () => countDifferences(before, await takePicture(page)), { timeout: 10_000 })
      .toBe(0);
    await context.close();
  });
});

test("a press before the app is ready counts where the page shows the same", async () => {
  const context = await visitOnce(PROFILE);
  const { page, release } = await openHeld(context, PROFILE);
  await lastView(page).waitFor();
  await page.getByRole("button", { name: "全部订单" }).click();
  expect(new URL(page.url()).pathname).toBe(PROFILE);
  release();
  await page.waitForURL("**/pages/user/orders");
  await page.getByRole("heading", { name: "订单列表", level: 1 }).waitFor();
  await context.close();
});

test("D11 a pickup code is not in the stored view, and comes with the page", async () => {
  const path = "/pages/user/ordtype";
  const buyer = await logInByPhone(device.origin, "13700000212");
  const first = await device.open("/whale.svg", { storageState: stateOf(buyer) });
  const code = await freshCode(device.origin, "kfc-set");
  await first.goto(`${device.origin}/pages/exchange/manifest#code=${code}`);
  await chooseStore(first);
  await orderMeal(first);
  await codeShown(first);
  await first.goto(device.origin + path);
  const card = first.getByRole("article", { name: /^取餐码/ });
  const [pickupCode = ""] = /\d{3,}/.exec((await card.getAttribute("aria-label")) ?? "") ?? [];
  expect(pickupCode).not.toBe("");
  await isStored(first, path);
  const { page, release } = await openHeld(first.context(), path);
  await lastView(page).getByText("取餐码", { exact: true }).waitFor();
  expect(await lastView(page).innerHTML()).not.toContain(pickupCode);
  release();
  await page.getByRole("article", { name: new RegExp(pickupCode) }).waitFor();
  await first.context().close();
});

test("nothing of it is readable in the storage", async () => {
  const context = await visitOnce(PROFILE);
  const page = await context.newPage();
  await page.goto(`${device.origin}/whale.svg`);
  const stored = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open("yunjing-last-views", 1);
      opening.onsuccess = () => done(opening.result);
    });
    const all = await new Promise<{ sealed: ArrayBuffer }[]>((done) => {
      const request = database.transaction("views").objectStore("views").getAll();
      request.onsuccess = () => done(request.result);
    });
    const texts = all.map(({ sealed }) => new TextDecoder().decode(sealed));
    return [...texts, ...Object.values(localStorage)].join("\n");
  });
  expect(stored).not.toContain("137****0210");
  await context.close();
});

/** Opens a page again and returns once the app has rendered it by itself. */
async function opensBehindSplash(context: BrowserContext, path: string): Promise<Page> {
  const { page, release } = await openHeld(context, path);
  await page.waitForFunction(() => document.readyState !== "loading");
  // What was stored would have been read by now.
  await page.waitForTimeout(500);
  expect(await lastView(page).count()).toBe(0);
  expect(await page.locator("#splash").isVisible()).toBe(true);
  release();
  await waitUntilReady(page);
  return page;
}

describe("it is not shown", () => {
  test.each(["is as it was", "names the view as theirs"])(
    "to another member, where the index %s",
    async (state) => {
      const context = await visitOnce(PROFILE);
      const blank = await context.newPage();
      await blank.goto(`${device.origin}/whale.svg`);
      await blank.evaluate(
        ({ token, tokenExpired, owner }) => {
          localStorage.setItem("uni_id_token", token);
          localStorage.setItem("uni_id_token_expired", String(tokenExpired));
          const index = JSON.parse(localStorage.getItem("last-views") ?? "");
          localStorage.setItem("last-views", JSON.stringify({ ...index, ...owner }));
        },
        {
          ...other,
          owner: state === "is as it was" ? {} : { owner: claimsOf(other.token)["uid"] },
        },
      );
      // The seal is bound to the member, so a changed index opens nothing.
      const page = await opensBehindSplash(context, PROFILE);
      await page.getByText("137****0211").first().waitFor();
      expect(await page.content()).not.toContain("137****0210");
      await context.close();
    },
  );

  test("M18 after a logout", async () => {
    const own = await logInByPhone(device.origin, "13700000213");
    const context = await visitOnce(PROFILE, own);
    const page = await context.newPage();
    await page.goto(`${device.origin}/pages/passport/login_out`);
    await page.waitForURL(/\/pages\/passport\/login\?/);
    const left = await page.evaluate(async () => {
      const counts = ["yunjing-last-views/views", "yunjing-key/keys"].map(
        (place) =>
          new Promise<number>((done) => {
            const [database = "", store = ""] = place.split("/");
            const opening = indexedDB.open(database, 1);
            opening.onsuccess = () => {
              const request = opening.result.transaction(store).objectStore(store).count();
              request.onsuccess = () => done(request.result);
            };
          }),
      );
      return { index: localStorage.getItem("last-views"), counts: await Promise.all(counts) };
    });
    expect(left).toEqual({ index: null, counts: [0, 0] });
    await context.close();
  });

  test("by a new build", async () => {
    const context = await visitOnce(PROFILE);
    const blank = await context.newPage();
    await blank.goto(`${device.origin}/whale.svg`);
    await blank.evaluate(() => {
      const index = JSON.parse(localStorage.getItem("last-views") ?? "");
      localStorage.setItem("last-views", JSON.stringify({ ...index, build: "older" }));
    });
    await opensBehindSplash(context, PROFILE);
    await context.close();
  });

  test("with an expired login", async () => {
    const context = await visitOnce(PROFILE);
    const blank = await context.newPage();
    await blank.goto(`${device.origin}/whale.svg`);
    await blank.evaluate(() => localStorage.setItem("uni_id_token_expired", "1"));
    await context.clearCookies();
    device.expectFailure(/\/passport\/refresh$/, 401);
    const page = await opensBehindSplash(context, PROFILE);
    await page.waitForURL("**/pages/passport/login?**");
    await context.close();
  });
});

describe("the page of the worker", () => {
  type Begun = {
    text: string;
    display: string;
    first: string | undefined;
    /** True before the second script of the head has run. */
    isHeadHeld: boolean;
    /** Styles of elements that are not as they were in the app. */
    unstyled: readonly string[];
  };
  /** Opens a page that the worker answers; returns what stood in it before any of its app ran. */
  async function openByWorker(context: BrowserContext, path: string) {
    const page = await context.newPage();
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const box = document.getElementById("last-view");
        const widthOf = (style: string | null) => /(?:^|; )width: ([^;]*px)/.exec(style ?? "")?.[1];
        const begun = {
          text: box?.textContent ?? "",
          display: box ? getComputedStyle(box).display : "none",
          first: document.documentElement.dataset["first"],
          isHeadHeld: !("early" in window),
          unstyled: [...(box?.querySelectorAll("[data-style]") ?? [])]
            .filter((styled) => {
              const width = widthOf(styled.getAttribute("data-style"));
              return width !== undefined && getComputedStyle(styled).width !== width;
            })
            .map(({ outerHTML }) => outerHTML),
        };
        Object.assign(window, { begun });
      });
    });
    const response = await page.goto(device.origin + path);
    expect(response?.fromServiceWorker()).toBe(true);
    return { page, begun: await page.evaluate<Begun>(() => Reflect.get(window, "begun")) };
  }

  /** Visits a page with a worker, and waits until that has stored the app. */
  async function visitWithWorker(path: string, login: Login): Promise<BrowserContext> {
    const page = await device.open(path, { storageState: stateOf(login), serviceWorkers: "allow" });
    await waitUntilReady(page);
    await isStored(page, path);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.close();
    return page.context();
  }

  test("has the view in it, and no read or file of it is asked for twice", async () => {
    const context = await visitWithWorker(PROFILE, member);
    const { page, begun } = await openByWorker(context, PROFILE);
    const shown = { display: "block", first: "last", isHeadHeld: true, unstyled: [] };
    expect(begun).toMatchObject(shown);
    expect(begun.text).toContain("137****0210");
    await waitUntilReady(page);
    expect(await lastView(page).count()).toBe(0);
    await page.getByText("137****0210").first().waitFor();
    const asked = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    const reads = asked.filter((path) => path.startsWith("/api/member"));
    expect(reads.length).toBeGreaterThan(0);
    expect(new Set(reads).size).toBe(reads.length);
    await context.close();
  });

  test("shows it to no other member, and to none after a logout", async () => {
    const own = await logInByPhone(device.origin, "13700000214");
    const context = await visitWithWorker(PROFILE, own);
    const blank = await context.newPage();
    await blank.goto(`${device.origin}/whale.svg`);
    await blank.evaluate(({ token, tokenExpired }) => {
      localStorage.setItem("uni_id_token", token);
      localStorage.setItem("uni_id_token_expired", String(tokenExpired));
    }, other);
    const { page, begun } = await openByWorker(context, PROFILE);
    expect(begun).toMatchObject({ display: "none", first: undefined });
    await page.getByText("137****0211").first().waitFor();
    expect(await page.content()).not.toContain("137****0214");
    await page.goto(`${device.origin}/pages/passport/login_out`);
    await page.waitForURL(/\/pages\/passport\/login\?/);
    await page.evaluate(({ token, tokenExpired }) => {
      localStorage.setItem("uni_id_token", token);
      localStorage.setItem("uni_id_token_expired", String(tokenExpired));
    }, own);
    const again = await openByWorker(context, PROFILE);
    expect(again.begun).toMatchObject({ text: "", display: "none", first: undefined });
    await context.close();
  });
});

test("a page whose app does not come says so instead of standing still", async () => {
  const context = await visitOnce(PROFILE);
  device.expectFailure(/\/app\.js$/, "no answer");
  const page = await context.newPage();
  await page.route("**/assets/**/app.js", (route) => route.abort());
  await page.goto(device.origin + PROFILE);
  await page.getByText("没有打开，请刷新重试").waitFor();
  expect(await lastView(page).count()).toBe(0);
  await context.close();
});

/**
 * An upgrade while a page is open: one alert, never during an action, and the old app is never
 * shown again.
 */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshCode, holdRequests, phone } from "./browser.ts";
import { logIn } from "./exchange-steps.ts";
import { logInByPhone, stateOf } from "./login.ts";
import {
  type SwitchableServer,
  startSwitchableServer,
  type Build,
  buildTwoVersions,
} from "./switchable-server.ts";

const device = phone();
const NEWER = "发现更新，请点击确定升级";
const LOGIN = "/pages/passport/login";
const POLL_MS = 18_000;
/** Milliseconds in which an unwanted alert would appear. */
const SETTLE_MS = 600;
/** A browser waits a second before it checks for a newer worker. */
const SOON = { timeout: 10_000 };
/** For what a loaded machine loads late. */
const SLOW = { timeout: 30_000, interval: 100 };

/** Opens a page with a controllable clock, and counts its loads. */
async function openAt(url: string): Promise<{ page: Page; loads: () => number }> {
  const page = await device.open("about:blank", { serviceWorkers: "allow" });
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.clock.install();
  await page.goto(new URL(url, device.origin).href);
  await page.getByRole("main").waitFor();
  await untilChecking(page);
  return { page, loads: () => loads };
}

/** Makes the page receive this version, whatever the server answers. */
const answerVersion = (page: Page, version: string) =>
  page.route("**/version", (route) => route.fulfill({ body: version }));

/** Returns whether a page has asked for the version since now; `stop` ends the watch. */
function watchChecks(page: Page) {
  let hasAsked = false;
  const watch = (request: Request) => {
    if (new URL(request.url()).pathname === "/version") hasAsked = true;
  };
  page.on("request", watch);
  return { hasAsked: () => hasAsked, stop: () => void page.off("request", watch) };
}

/**
 * Moves the page's time on until it checks the version: the monitor is a chunk that loads after the
 * first view, and a slow machine takes its time.
 */
async function untilChecking(page: Page): Promise<void> {
  const checks = watchChecks(page);
  await expect
    .poll(async () => {
      await page.clock.fastForward(POLL_MS);
      await page.waitForTimeout(SETTLE_MS);
      return checks.hasAsked();
    }, SLOW)
    .toBe(true);
  checks.stop();
}

/** Lets one interval pass in which a page that is checking asks for the version. */
async function checkVersion(page: Page): Promise<void> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/version");
  await page.clock.fastForward(POLL_MS);
  await asked;
}
const isAlerted = (page: Page): Promise<boolean> => page.getByText(NEWER).isVisible();

async function expectNoAlert(page: Page): Promise<void> {
  await checkVersion(page);
  await page.waitForTimeout(SETTLE_MS);
  expect(await isAlerted(page)).toBe(false);
}

async function expectUpdateNotice(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.fastForward(POLL_MS);
      await page.waitForTimeout(SETTLE_MS);
      return isAlerted(page);
    }, SLOW)
    .toBe(true);
}

describe("a page that is open when the version changes", () => {
  test("U07 shows an alert, reloads once, and never again for the same version", async () => {
    const { page, loads } = await openAt(LOGIN);
    await answerVersion(page, "1.0.0+elsewhere");
    await expectUpdateNotice(page);
    await page.getByRole("button", { name: "确定" }).click();
    await expect.poll(loads, SOON).toBe(2);
    await page.getByRole("main").waitFor();
    await untilChecking(page);
    for (let checks = 0; checks < 3; checks++) await expectNoAlert(page);
    expect(loads()).toBe(2);
    await page.context().close();
  });

  test("U07 waits while a form is filled, and while a login code is pending", async () => {
    const { page } = await openAt(LOGIN);
    await answerVersion(page, "1.0.0+elsewhere");
    const field = page.getByRole("textbox", { name: "手机号" });
    await field.fill("13700000071");
    await expectNoAlert(page);
    await page.getByRole("button", { name: "获取验证码" }).click();
    await page.getByText(/秒后重发/).waitFor();
    await field.fill("");
    await expectNoAlert(page);
    await page.reload();
    await page.getByRole("main").waitFor();
    await expectUpdateNotice(page);
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "U07 waits while a code is opened and redeemed, and until its dialog is closed",
    async () => {
      const { page } = await openAt(LOGIN);
      await logIn(page, device.origin, "13700000072");
      await page.waitForURL(`${device.origin}/`);
      const code = await freshCode(device.origin, "points-500");
      await page.goto(`${device.origin}/pages/exchange/manifest#code=${code}`);
      await untilChecking(page);
      await answerVersion(page, "1.0.0+elsewhere");
      await page.getByRole("button", { name: /查询/ }).click();
      const redeem = page.getByRole("button", { name: /兑换 500 积分/ });
      await redeem.waitFor();
      await expectNoAlert(page);
      const letGo = await holdRequests(page, "**/api/**/redeem**");
      await redeem.click();
      await expectNoAlert(page);
      await page.getByRole("button", { name: "确认兑换" }).click();
      await expectNoAlert(page);
      letGo();
      await page.getByRole("heading", { name: "500 积分已到账" }).waitFor();
      await expectUpdateNotice(page);
      await page.context().close();
    },
  );

  test("U07 shows nothing when a version check fails, and does not check while it is hidden", async () => {
    const { page } = await openAt(LOGIN);
    device.expectFailure(/^\/version$/, "no answer");
    await page.route("**/version", (route) => route.abort());
    await expectNoAlert(page);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByText("没有网络").count()).toBe(0);
    await page.unroute("**/version");
    let requestCount = 0;
    await page.route("**/version", (route) => {
      requestCount += 1;
      return route.fulfill({ body: "1.0.0+elsewhere" });
    });
    const hide = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      }, isHidden);
    await hide(true);
    for (let intervals = 0; intervals < 2; intervals++) {
      await page.clock.fastForward(POLL_MS);
      await page.waitForTimeout(SETTLE_MS);
    }
    expect(requestCount).toBe(0);
    await hide(false);
    await expectUpdateNotice(page);
    await page.context().close();
  });
});

describe("with a worker that caches the app", () => {
  let builds: { now: Build; next: Build; remove: () => void };
  let place: SwitchableServer;
  beforeAll(async () => {
    builds = await buildTwoVersions();
    place = await startSwitchableServer(device.origin, builds.now);
  });
  beforeEach(() => place.serve(builds.now));
  afterAll(async () => {
    await place.close();
    builds.remove();
  });

  /** Returns the last script of the page: the only one that no two builds share. */
  const entryOf = ({ folder }: Build): string => {
    const html = readFileSync(join(folder, "index.html"), "utf8");
    const scripts = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)];
    return scripts.at(-1)?.[1] ?? "no entry";
  };
  const isOf = async (page: Page, build: Build): Promise<boolean> =>
    (await page.locator(`script[src="${entryOf(build)}"]`).count()) === 1;
  const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

  /** Opens a page of the first build, with its worker ready. */
  async function settled(path = LOGIN) {
    const opened = await openAt(place.origin + path);
    await opened.page.clock.runFor(4_000);
    await opened.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await opened.page.reload();
    await opened.page.getByRole("main").waitFor();
    expect(await isOf(opened.page, builds.now)).toBe(true);
    return opened;
  }

  test.runIf(isSlowTier)(
    "U07 the reload after the alert loads the new build and its worker",
    async () => {
      const { page, loads } = await settled();
      const before = loads();
      await place.serve(builds.next);
      await expectUpdateNotice(page);
      await page.getByRole("button", { name: "确定" }).click();
      await expect.poll(loads, SOON).toBe(before + 1);
      await expect.poll(() => isOf(page, builds.next), SOON).toBe(true);
      await expect.poll(() => cacheNames(page), SOON).toEqual([`yunjing:${builds.next.version}`]);
      place.setOffline(true);
      await page.reload();
      await page.getByRole("main").waitFor();
      expect(await isOf(page, builds.next)).toBe(true);
      place.setOffline(false);
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)(
    "a page opened after an upgrade is never the cached one, and installs its own worker",
    async () => {
      const { page } = await settled();
      await place.serve(builds.next);
      await page.reload();
      await page.getByRole("main").waitFor();
      expect(await isOf(page, builds.next)).toBe(true);
      await page.clock.runFor(4_000);
      await expect.poll(() => cacheNames(page), SOON).toEqual([`yunjing:${builds.next.version}`]);
      expect(await page.getByText(NEWER).count()).toBe(0);
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)(
    "a page of the old build keeps its files, and a file missing on the server leads to a reload",
    async () => {
      const { page } = await settled();
      const before = await page.context().newPage();
      await before.goto(`${place.origin}${LOGIN}`);
      await before.getByRole("main").waitFor();
      await place.serve(builds.next);
      await page.reload();
      await page.clock.runFor(4_000);
      await expect.poll(() => cacheNames(page), SOON).toHaveLength(2);
      const answered = (path: string) =>
        before.evaluate(async (url) => (await fetch(url)).status, path);
      expect(await answered(entryOf(builds.now))).toBe(200);
      // The files of pages that were never opened are gone with their build.
      device.expectFailure(/^\/assets\/.+\.js$/, 404);
      device.expectFailure(/^\/assets\/.+\.css$/, "wrong type");
      await before.getByRole("button", { name: /有兑换码/ }).click();
      await before.getByText("页面没有打开").waitFor();
      await before.getByText("点击重新加载").click();
      await before.getByText("点击重新加载").click();
      await before.getByRole("heading", { name: "输入兑换码" }).waitFor();
      expect(await isOf(before, builds.next)).toBe(true);
      await page.context().close();
    },
  );

  describe("a page that shows what was seen last", () => {
    const ORDERS = "/pages/user/orders";
    const lastView = (page: Page) => page.locator("#last-view");

    /** Visits the orders as a member until they and the worker are stored. */
    async function visited(phone: string) {
      // The pages' server of this test has no socket.
      device.expectFailure(/^\/ws\//, "no answer");
      const login = await logInByPhone(device.origin, phone);
      const page = await device.open(place.origin + ORDERS, {
        serviceWorkers: "allow",
        storageState: stateOf({ ...login, origin: place.origin, cookies: [] }),
      });
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.waitForFunction(() =>
        (localStorage.getItem("last-views") ?? "").includes("orders"),
      );
      await page.close();
      return page.context();
    }
    afterEach(() => place.setDelay(0));

    test("is there before the server answers, and stays when that has the same build", async () => {
      const context = await visited("13700000235");
      place.setDelay(2_000);
      const page = await context.newPage();
      const begun = Date.now();
      await page.goto(place.origin + ORDERS, { waitUntil: "commit" });
      await lastView(page).waitFor();
      expect(Date.now() - begun).toBeLessThan(2_000);
      await lastView(page).waitFor({ state: "detached" });
      expect(await isOf(page, builds.now)).toBe(true);
      await context.close();
    });

    test("gives way to a newer build by itself, and the cached one is not shown again", async () => {
      const context = await visited("13700000236");
      // The worker gives way only within the first second; its clock stands, however slow the machine is.
      const [worker] = context.serviceWorkers();
      await worker?.evaluate(() => Object.assign(performance, { now: () => 0 }));
      await place.serve(builds.next);
      const page = await context.newPage();
      await page.goto(place.origin + ORDERS, { waitUntil: "commit" });
      await expect.poll(() => isOf(page, builds.next), SOON).toBe(true);
      await page.getByRole("heading", { name: "订单列表", level: 1 }).waitFor();
      const again = await context.newPage();
      place.setDelay(1_000);
      await again.goto(place.origin + ORDERS);
      await again.getByRole("main").waitFor();
      expect(await isOf(again, builds.next)).toBe(true);
      expect(await again.getByText(NEWER).count()).toBe(0);
      await context.close();
    });
  });

  test.runIf(isSlowTier)(
    "a worker that the server has removed is gone after the next page",
    async () => {
      const { page } = await settled();
      const without = { ...builds.next, folder: join(builds.next.folder, "../../withdrawn") };
      cpSync(builds.next.folder, without.folder, { recursive: true });
      for (const end of ["", ".br", ".gz"]) rmSync(join(without.folder, `service-worker.js${end}`));
      device.expectFailure(/^\/service-worker\.js$/, 404);
      await place.serve(without);
      await page.reload();
      await page.clock.runFor(4_000);
      await expect.poll(() => cacheNames(page), SOON).toEqual([]);
      expect(
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      ).toBe(0);
      await page.context().close();
    },
  );
});

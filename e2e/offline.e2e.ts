/** Without a network: data read before stays readable, and a write fails at once with a message. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, freshCode, phone, SMALL_PHONE } from "./browser.ts";
import { chooseStore, logIn, orderMeal } from "./exchange-steps.ts";
import { callOrThrow } from "./faults/caller.fixture.ts";
import { logInByPhone, stateOf } from "./login.ts";

const device = phone();
/** Opens a page that the service worker may serve. */
const open: typeof device.open = (path, options) =>
  device.open(path, { serviceWorkers: "allow", ...options });
const LOGIN = "/pages/passport/login";
const ORDERS = "/pages/user/orders";
const CODE_SHOWN_MS = 30_000;
const OWN_TRIES_MS = 4_000;
const AWAY = /没有网络，显示 \d\d:\d\d 的内容/;
/** Maximum CLS of a visit (performance.md). */
const SHIFT_MAX = 0.02;

/** Paths of server requests, and of the app's files. */
const QUESTIONS = /^\/(?:api|version|ws)(?:\/|$)/;
const FILES = /^\/assets\//;

/** Disconnects the network; requests to `failing` paths then fail, and at least one must. */
const goOffline = (context: BrowserContext, failing?: RegExp) => {
  if (failing) device.expectFailure(failing, "no answer");
  return context.setOffline(true);
};
const goOnline = (context: BrowserContext) => context.setOffline(false);
/** Waits until the service worker is ready, so that the next page opens without a network. */
const workerReady = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => 1));
/** Waits until the answer is cached, which happens when the browser is idle. */
const isCached = (page: Page, operation: string) =>
  page.waitForFunction(
    (name) => Object.keys(localStorage).some((key) => key.startsWith(`read:${name}`)),
    operation,
  );

/** Opens the order list as a member with a points order, with everything cached. */
async function openAsReader(number: string, options = {}): Promise<Page> {
  const { origin } = device;
  const login = await logInByPhone(origin, number);
  const { token } = login;
  const code = await freshCode(origin, "points-500");
  const sessions = "/exchange/sessions";
  const { session } = await callOrThrow<{ session: string }>(origin, sessions, {
    body: { code },
    token,
  });
  await callOrThrow(origin, `${sessions}/${session}/redeem`, { body: {}, token, key: session });
  const page = await open(ORDERS, { ...options, storageState: stateOf(login) });
  await page.getByText("500 积分").first().waitFor();
  await isCached(page, '["orders","list"');
  await workerReady(page);
  return page;
}

describe("without a network", () => {
  test.runIf(isSlowTier)(
    "the first seconds of a first visit show a message too, and keep typed input",
    async () => {
      const page = await open(LOGIN);
      const number = page.getByRole("textbox", { name: "手机号" });
      await number.fill("139");
      await goOffline(page.context(), FILES);
      const line = page.getByRole("status").filter({ hasText: "没有网络" });
      await line.getByRole("button", { name: "重试" }).waitFor();
      await goOnline(page.context());
      await line.waitFor({ state: "hidden" });
      expect(await number.inputValue()).toBe("139");
      await page.context().close();
    },
  );

  test("an order opens again with its pickup code and its QR to scan", async () => {
    const code = await freshCode(device.origin, "kfc-set");
    const page = await open(`/pages/exchange/manifest#code=${code}`);
    await chooseStore(page);
    await orderMeal(page, "13912345678");
    const ticket = page.getByRole("region", { name: "取餐码" });
    await ticket.waitFor({ timeout: CODE_SHOWN_MS });
    const seen = await ticket.innerText();
    const address = page.url();
    await workerReady(page);
    await goOffline(page.context(), QUESTIONS);
    await page.close();
    const again = await page.context().newPage();
    await again.goto(address);
    const cachedCode = again.getByRole("region", { name: "取餐码" });
    await cachedCode.getByRole("img").locator("path, rect, canvas").first().waitFor();
    expect(await cachedCode.innerText()).toBe(seen);
    await again.getByText(AWAY).waitFor();
    await again.context().close();
  });

  test("the list, the tabs and the home page show cached data with its time", async () => {
    const page = await openAsReader("13700000081");
    for (const [path, operation] of [
      ["/pages/user/ordtype", '["orders","summary"'],
      ["/pages/user/index", '["member","me"'],
      ["/", '["home","page"'],
    ] as const) {
      await page.goto(device.origin + path);
      await isCached(page, operation);
    }
    await goOffline(page.context(), QUESTIONS);
    // What was seen last is shown before, beside the app.
    const app = page.locator("#app");
    await page.goto(device.origin + ORDERS);
    await app.getByText("500 积分").first().waitFor();
    await page.getByText(AWAY).waitFor();
    await page.goto(`${device.origin}/pages/user/ordtype`);
    await app.getByRole("heading", { name: "最近订单" }).waitFor();
    await page.getByText(AWAY).waitFor();
    await page.goto(`${device.origin}/pages/user/index`);
    await app.getByText("会员号").waitFor();
    await page.goto(`${device.origin}/`);
    await page.getByRole("heading", { name: "限时价" }).waitFor();
    await page.getByText(AWAY).waitFor();
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "the layout does not shift when the network goes, and the offline line disappears when it is back",
    async () => {
      const page = await openAsReader("13700000082", { viewport: SMALL_PHONE });
      await page.evaluate(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: "layout-shift" });
      });
      await goOffline(page.context());
      const line = page.getByRole("status").filter({ hasText: "没有网络" });
      await line.waitFor();
      await page.waitForTimeout(400);
      await expectAccessible(page);
      await goOnline(page.context());
      await line.waitFor({ state: "detached" });
      await page.waitForTimeout(400);
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: number[] }).shifts,
      );
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(SHIFT_MAX);
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)("the retry checks the network, and reads again", async () => {
    const page = await openAsReader("13700000083");
    device.expectFailure(QUESTIONS, "no answer");
    await page.route("**/api/**", (route) => route.abort());
    await page.route("**/version", (route) => route.abort());
    await page.reload();
    await page.getByText("500 积分").first().waitFor();
    await page.getByText(AWAY).waitFor();
    // The page's automatic retries are over; from here on it reads only on request.
    await page.waitForTimeout(OWN_TRIES_MS);
    const again = page.getByRole("button", { name: "重试", exact: true });
    await again.click();
    await again.waitFor();
    expect(await page.getByText(AWAY).count()).toBe(1);
    await page.unroute("**/api/**");
    await page.unroute("**/version");
    const fresh = page.waitForResponse(/\/api\/orders/);
    await again.click();
    expect((await fresh).status()).toBe(200);
    await expect.poll(() => page.getByText("没有网络").count()).toBe(0);
    await page.context().close();
  });

  test("U06 a write fails at once with a message in its place, and nothing is lost", async () => {
    const code = await freshCode(device.origin, "points-500");
    const page = await open("/pages/exchange/manifest");
    const field = page.getByRole("textbox").first();
    await field.fill(code);
    const typed = await field.inputValue();
    await goOffline(page.context(), /^\/(?:assets|api)\//);
    await page.getByRole("button", { name: /查询/ }).click();
    await page.getByText("网络错误，请检查网络后再试").waitFor({ timeout: 2_000 });
    expect(await field.inputValue()).toBe(typed);
    await goOnline(page.context());
    await page.getByRole("button", { name: /查询/ }).click();
    await page.getByText("积分").first().waitFor();
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "U03 an expired login keeps cached data visible, and does not ask for a login",
    async () => {
      const page = await openAsReader("13700000084");
      await page.evaluate(() => localStorage.setItem("uni_id_token_expired", "1"));
      await goOffline(page.context(), QUESTIONS);
      await page.reload();
      await page.getByText("500 积分").first().waitFor();
      expect(new URL(page.url()).pathname).toBe(ORDERS);
      await page.context().close();
    },
  );
});

describe("cached data", () => {
  test("M18 is removed by logging out without a network", async () => {
    const page = await openAsReader("13700000085");
    // The device of a member who logged in on it has stored the files of the login page.
    await page.goto(device.origin + LOGIN);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const sheet = document.querySelector<HTMLLinkElement>("link[href$='/login.css']");
          return sheet !== null && (await caches.match(sheet.href)) !== undefined;
        }),
      )
      .toBe(true);
    await goOffline(page.context(), QUESTIONS);
    await page.goto(`${device.origin}/pages/passport/login_out`);
    await page.waitForURL(/\/pages\/passport\/login\?/);
    const left = await page.evaluate(() =>
      Object.entries(localStorage).filter(([, text]) => text.startsWith("yj2!")),
    );
    expect(left).toEqual([]);
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    const ofMember = cached.filter(
      (path) => !/^\/(?:current-)?index\.html$|^\/assets\//.test(path),
    );
    expect(ofMember).toEqual([]);
    await page.context().close();
  });

  test("is not visible to another member on the same phone", async () => {
    const page = await openAsReader("13700000086");
    await page.evaluate(() => {
      localStorage.removeItem("uni_id_token");
      localStorage.removeItem("uni_id_token_expired");
    });
    await page.goto(device.origin + LOGIN);
    await logIn(page, device.origin, "13700000087");
    await page.waitForURL(`${device.origin}/`);
    await isCached(page, '["home","page"');
    await goOffline(page.context(), QUESTIONS);
    await page.goto(device.origin + ORDERS);
    await page.getByText("网络错误").first().waitFor();
    expect(await page.getByText("500 积分").count()).toBe(0);
    await page.context().close();
  });
});

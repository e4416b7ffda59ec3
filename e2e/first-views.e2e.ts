/**
 * First views that the server renders into the page (decisions 0144 and 0160): readable without
 * scripts, taken over by the app without a change, and dropped for a visitor who sees another page.
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { holdRequests, phone, WECHAT_AGENT } from "./browser.ts";
import { callOrThrow } from "./faults/caller.fixture.ts";
import { logInByPhone, stateOf as storageOf } from "./login.ts";
import { readPixels } from "./read-pixels.ts";

const device = phone();
const LOGIN = "/pages/passport/login";
const CODES = "/pages/exchange/manifest";
const TERMS = "/pages/passport/terms?type=privacy";

const HELP = "/pages/user/help";
const HANGZHOU = "330100";

/** `login`: only for members. */
type Shown = {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly login?: true;
};
const PAGES: readonly Shown[] = [
  { path: LOGIN, title: "用户登录", text: "有兑换码？不登录也能兑" },
  { path: CODES, title: "兑换页面", text: "卡面、短信或活动页上的 18 位字母和数字" },
  { path: TERMS, title: "协议", text: "隐私政策" },
  { path: HELP, title: "帮助客服", text: "复制诊断信息" },
  { path: "/pages/exchange/kfc", title: "KFC兑换", text: "这次兑换已经结束" },
  { path: "/", title: "云鲸权益", text: "猜你喜欢", login: true },
  { path: "/pages/benefit/detail?id=kfc-cash", title: "权益详情", text: "使用规则", login: true },
  { path: "/pages/benefit/search", title: "搜索权益", text: "热门搜索", login: true },
  { path: "/pages/benefit/search?category=movie", title: "电影", text: "综合", login: true },
  { path: "/pages/coupon/center", title: "领券中心", text: "领到的券在我的卡包", login: true },
  { path: "/pages/benefit/search?brands=1", title: "全部品牌", text: "肯德基", login: true },
];

type Claimable = { readonly templateId: string; readonly state: string; readonly why?: string };
let member: ReturnType<typeof storageOf>;
beforeAll(async () => {
  const login = await logInByPhone(device.origin, "13700000160");
  member = storageOf(login);
  // A new member's own coupons would be more than the first view of a benefit shows.
  const { token } = login;
  const centre = await callOrThrow<{ list: readonly Claimable[] }>(
    device.origin,
    "/coupon-templates",
    { method: "GET", token },
  );
  for (const { templateId, state, why } of centre.list)
    if (state === "claimable" && why === undefined)
      await callOrThrow(device.origin, `/coupon-templates/${templateId}/claim`, {
        token,
        body: {},
        key: `claim-${templateId}`,
      });
});
/** The browser of a visitor who may see the page. */
const visitorOf = ({ login }: Shown): BrowserContextOptions =>
  login ? { storageState: member } : {};

/** Waits until the app is interactive. */
const waitUntilReady = (page: Page) =>
  page.waitForFunction(() => document.querySelector("#splash") === null);

const stateOf = (page: Page) => page.evaluate(() => document.documentElement.dataset["first"]);

/**
 * The content, one line for each element and text, without the order of attributes, the spaces of
 * styles, the initial value of fields and the numbers of generated ids, which React writes in its own
 * way.
 */
const contentOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const lines: string[] = [];
    const visit = (node: Node) => {
      // A countdown stands still until the app runs.
      if (node instanceof Element && node.role === "timer") return;
      if (node instanceof Text) lines.push(node.data);
      if (!(node instanceof Element)) return;
      // Playwright leaves an empty style where it hid a caret.
      const style =
        node instanceof HTMLElement || node instanceof SVGElement ? node.style.cssText : "";
      const attributes = [...node.attributes]
        .filter(({ name }) => name !== "value" && name !== "style")
        .map(({ name, value }) => `${name}=${value.replace(/_[rR]_[0-9a-z]+_/g, "(id)")}`)
        .concat(style);
      lines.push(`<${node.localName} ${attributes.sort().join(" ")}>`);
      node.childNodes.forEach(visit);
    };
    // Beside the frame, the app adds its dialogs later.
    document.querySelectorAll("#app > :first-child").forEach(visit);
    return lines;
  });

/** Returns the first two lines that differ; undefined when all are the same. */
function lineWhereDifferent(one: readonly string[], other: readonly string[]) {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, n) => n).find(
    (n) => one[n] !== other[n],
  );
  return at === undefined ? undefined : [one[at], other[at]];
}

/** The browser rounds a pixel of a curve up or down, of 255 levels. */
const ROUNDING = 1;
/**
 * What appears above a curve, as the number at the bell does, has the browser smooth the curve's
 * edges anew: so many pixels change by at most so many levels. A letter changes more of both.
 */
const SMOOTHED_PIXELS = 50;
const SMOOTHED_LEVELS = 32;
/** Red, green and blue. */
const VALUES = 3;

/**
 * Returns how many values of pixels differ in two pictures of one size; Infinity when one differs by
 * more than smoothing explains.
 */
async function countDifferences(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  const [pixels, others] = await Promise.all([readPixels(one), readPixels(other)]);
  expect([pixels.width, pixels.height]).toEqual([others.width, others.height]);
  let count = 0;
  for (const [place, level] of pixels.data.entries()) {
    const difference = Math.abs(level - (others.data[place] ?? 0));
    if (difference > SMOOTHED_LEVELS) return Infinity;
    if (difference > ROUNDING) count += 1;
  }
  return count;
}

/** The first read of a process may take longer than a visitor waits; later ones do not. */
async function waitUntilRendered(path: string, agent = ""): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const headers = { "user-agent": agent };
    const html = await (await fetch(device.origin + path, { headers })).text();
    if (html.includes('name="first-view"')) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${path} has no first view`);
}

/** Opens a page whose scripts come only after the returned function is called. */
async function openHeld(
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; release: () => void }> {
  const page = await device.open("/whale.svg", options);
  const release = await holdRequests(page, "**/assets/**/app.js");
  await page.goto(device.origin + path, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, release };
}

describe.each(PAGES)("$path", (shown) => {
  const { path, title, text } = shown;
  beforeAll(() => waitUntilRendered(path));

  test("is readable without scripts, and its HTML names it for share previews", async () => {
    const page = await device.open(path, { javaScriptEnabled: false });
    expect(await page.title()).toBe(title);
    const bar = await page.getByRole("heading", { name: title, level: 1 }).boundingBox();
    expect(bar?.y).toBeGreaterThan(0);
    expect(await page.locator("main").innerText()).toContain(text);
    expect(await page.locator("#splash").isVisible()).toBe(false);
    const meta = (name: string) =>
      page.locator(`meta[property='og:${name}']`).getAttribute("content");
    expect(await meta("title")).not.toBe("");
    expect(await meta("description")).not.toBe("");
    expect(await meta("image")).toMatch(/\/share\.png$/);
  });

  test("is taken over without a message or a shift, and is then as the app renders it, to the pixel", async () => {
    const { page, release } = await openHeld(path, visitorOf(shown));
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await page.evaluate(() => {
      const seen = { shift: 0, removed: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
      const app = document.querySelector("#app");
      if (!app) return;
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes) seen.removed += removedNodes.length;
      }).observe(app, { childList: true, subtree: true });
    });
    const before = await contentOf(page);
    release();
    await waitUntilReady(page);
    expect(await stateOf(page)).toBe("live");
    await page.waitForLoadState("networkidle");
    const seen = await page.evaluate(
      () => Reflect.get(window, "seen") as { shift: number; removed: number },
    );
    expect(seen.shift).toBeLessThanOrEqual(0.01);
    expect(messages).toEqual([]);
    // Only a member's own answers change anything.
    const still = { content: before, shift: 0, removed: 0 };
    expect(shown.login ? still : { content: await contentOf(page), ...seen }).toEqual(still);

    // A fragment makes the app render the page by itself.
    const own = await device.open(`${path}#own`, visitorOf(shown));
    await waitUntilReady(own);
    expect(await stateOf(own)).toBeUndefined();
    await own.getByText(text).first().waitFor();
    await own.waitForLoadState("networkidle");
    // What each reads by itself once it is shown, such as the number at the bell, comes at its time.
    await expect
      .poll(async () => lineWhereDifferent(await contentOf(own), await contentOf(page)), {
        timeout: 15_000,
      })
      .toBeUndefined();
    const pixels = (taken: Page) =>
      taken.screenshot({
        animations: "disabled",
        // What moves by itself.
        mask: [taken.getByRole("timer"), taken.getByRole("region", { name: "活动" })],
      });
    // Drawings come with a request of their own.
    await expect
      .poll(async () => countDifferences(await pixels(page), await pixels(own)), {
        timeout: 15_000,
      })
      .toBeLessThanOrEqual(SMOOTHED_PIXELS * VALUES);
  });

  test("is rendered for WeChat's browser without the web's own bar", async () => {
    await waitUntilRendered(path, WECHAT_AGENT);
    const page = await device.open(path, { userAgent: WECHAT_AGENT, javaScriptEnabled: false });
    expect(await page.locator("h1").locator("xpath=..").getAttribute("class")).toBe("sr-only");
    expect(await page.locator("main").innerText()).not.toBe("");
  });
});

test("what is typed and pressed before the app is ready counts", async () => {
  const { page, release } = await openHeld(CODES);
  const field = page.getByRole("textbox", { name: "兑换码" });
  await field.fill("ABCD1");
  await page.getByRole("button", { name: "提示兑换码无效怎么办" }).click();
  expect(await stateOf(page)).toBe("server");
  release();
  await page.getByRole("alertdialog", { name: "提示兑换码无效怎么办" }).waitFor();
  // The dialog hides the page from screen readers.
  expect(await page.locator("main input").inputValue()).toBe("ABCD 1");
});

test("presses before the app is ready count in their order, repeated ones once", async () => {
  const { page, release } = await openHeld(LOGIN);
  await page.getByRole("checkbox").check({ force: true });
  const login = page.getByRole("button", { name: "登录", exact: true });
  await login.click();
  await login.click();
  release();
  await page.getByText("请输入 11 位手机号").waitFor();
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  expect(await page.getByText("请输入 11 位手机号").count()).toBe(1);
});

test("a page whose scripts do not come stays readable, and its links work", async () => {
  const page = await device.open("/whale.svg");
  device.expectFailure(/\/app\.js$/, "no answer");
  await page.route("**/assets/**/app.js", (route) => route.abort());
  await page.goto(device.origin + LOGIN);
  await page.waitForFunction(() => document.documentElement.dataset["first"] === "static");
  await page.unroute("**/assets/**/app.js");
  await page.getByRole("link", { name: "《隐私政策》" }).click();
  await page.getByRole("tab", { name: "隐私政策", selected: true }).waitFor();
});

test("a visitor with an unfinished exchange sees it at once, behind the splash", async () => {
  const page = await device.open(CODES);
  await waitUntilReady(page);
  await page.evaluate(() => localStorage.setItem("exchange-session", "any"));
  await page.route("**/assets/**/app.js", async (route) => {
    expect(await stateOf(page)).toBe("client");
    expect(await page.locator("#splash").isVisible()).toBe(true);
    expect(await page.locator("#app").isVisible()).toBe(false);
    await route.continue();
  });
  await page.reload();
  await waitUntilReady(page);
  expect(await stateOf(page)).toBeUndefined();
  await page.getByRole("heading", { name: "输入兑换码" }).waitFor();
});

test("a code in the address is not rendered on the server", async () => {
  const page = await device.open(`${CODES}?code=ABCD12`, { javaScriptEnabled: false });
  expect(await page.content()).not.toContain("ABCD");
  expect(await page.locator("#splash").isVisible()).toBe(true);
});

describe("a page for members", () => {
  test("M11 leads a visitor without a login to the login, and back, before the app has loaded", async () => {
    const path = "/pages/benefit/detail?id=kfc-cash&from=x";
    await waitUntilRendered(path);
    const page = await device.open("/whale.svg");
    const login = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().includes(LOGIN),
    );
    // No page gets its app before that, so only the script in the head can have led to the login.
    await page.route("**/assets/**/app.js", async (route) => {
      await login;
      await route.continue();
    });
    await page.goto(device.origin + path, { waitUntil: "commit" });
    await page.waitForURL(`**${LOGIN}?referer=${encodeURIComponent(path)}`);
    await waitUntilReady(page);
    expect(await stateOf(page)).toBe("live");
  });

  test("M11 passes an invitation on to the login, as the app does", async () => {
    const page = await device.open("/whale.svg");
    const visit = page.waitForRequest("**/api/invite/visit");
    await page.goto(`${device.origin}/pages/coupon/center?a=1&inviteCode=ABCD2345&from=poster`);
    expect((await visit).postDataJSON()).toEqual({ inviteCode: "ABCD2345", from: "poster" });
    const referer = encodeURIComponent("/pages/coupon/center?a=1");
    await page.waitForURL(`**${LOGIN}?referer=${referer}`);
  });

  test("M11 with an expired login is not shown until the login is renewed", async () => {
    const origins = member.origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.map((entry) =>
        entry.name === "uni_id_token_expired" ? { ...entry, value: "1" } : entry,
      ),
    }));
    device.expectFailure(/\/passport\/refresh$/, 401);
    const page = await device.open("/", {
      storageState: { cookies: [], origins },
    });
    await page.waitForURL(`**${LOGIN}?referer=%2F`);
    expect(await stateOf(page)).toBeUndefined();
  });

  test("is rendered for the chosen city, and for none other once it has changed", async () => {
    const cityOf = (page: Page) => page.getByRole("button", { name: /当前城市/ }).first();
    const page = await device.open("/", { storageState: member });
    await waitUntilReady(page);
    await cityOf(page).click();
    await page.getByRole("button", { name: "杭州" }).first().click();
    await page.getByRole("button", { name: "当前城市 杭州，更换" }).waitFor();
    const context = page.context();
    const cookie = (await context.cookies()).find(({ name }) => name === "city");
    expect(cookie).toMatchObject({ value: HANGZHOU, path: "/", sameSite: "Lax" });
    const html = await (await context.request.get(`${device.origin}/`)).text();
    expect(html).toContain("当前城市 杭州");
    await page.reload();
    await waitUntilReady(page);
    expect(await stateOf(page)).toBe("live");
    await page.getByRole("button", { name: "当前城市 杭州，更换" }).waitFor();
    // Without its cookie the app renders the page, and tells the server again.
    await context.clearCookies({ name: "city" });
    await page.reload();
    await page.getByRole("button", { name: "当前城市 杭州，更换" }).waitFor();
    expect(await stateOf(page)).toBeUndefined();
    expect((await context.cookies()).find(({ name }) => name === "city")?.value).toBe(HANGZHOU);
  });

  test("holds nothing of a member in its HTML", async () => {
    const token = member.origins[0]?.localStorage[0]?.value ?? "";
    const get = async (authorization?: string) =>
      (await fetch(device.origin, authorization ? { headers: { authorization } } : {})).text();
    expect(await get(token)).toBe(await get());
  });
});

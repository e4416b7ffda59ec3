/**
 * First views that the server renders into the page (decision 0144): readable without scripts, taken
 * over by the app without a change, and dropped for a visitor who sees another page.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { phone, WECHAT_AGENT } from "./browser.ts";

const device = phone();
const LOGIN = "/pages/passport/login";
const CODES = "/pages/exchange/manifest";
const TERMS = "/pages/passport/terms?type=privacy";

const PAGES = [
  { path: LOGIN, title: "用户登录", text: "有兑换码？不登录也能兑" },
  { path: CODES, title: "兑换页面", text: "卡面、短信或活动页上的 18 位字母和数字" },
  { path: TERMS, title: "协议", text: "隐私政策" },
] as const;

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
    document.querySelectorAll("#app > *").forEach(visit);
    return lines;
  });

/** Opens a page whose scripts come only after the returned function is called. */
async function openHeld(path: string): Promise<{ page: Page; release: () => void }> {
  const page = await device.open("/whale.svg");
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/assets/**/app.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(device.origin + path, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, release };
}

describe.each(PAGES)("$path", ({ path, title, text }) => {
  test("is readable without scripts, and its HTML names it for share previews", async () => {
    const page = await device.open(path, { javaScriptEnabled: false });
    expect(await page.title()).toBe(title);
    const bar = await page.getByRole("heading", { name: title, level: 1 }).boundingBox();
    expect(bar?.y).toBeGreaterThan(0);
    expect(await page.locator("main").innerText()).toContain(text);
    expect(await page.locator("#splash").isVisible()).toBe(false);
    const meta = (name: string) =>
      page.locator(`meta[property='og:${name}']`).getAttribute("content");
    expect(await meta("title")).toBe(title);
    expect(await meta("description")).not.toBe("");
    expect(await meta("image")).toMatch(/\/share\.png$/);
  });

  test("is taken over as it is: no message, no other element, no shift, the same pixels", async () => {
    const { page, release } = await openHeld(path);
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
    expect(await contentOf(page)).toEqual(before);
    expect(await page.evaluate(() => Reflect.get(window, "seen") as object)).toEqual({
      shift: 0,
      removed: 0,
    });
    expect(messages).toEqual([]);

    // A fragment makes the app render the page by itself.
    const own = await device.open(`${path}#own`);
    await waitUntilReady(own);
    expect(await stateOf(own)).toBeUndefined();
    await own.getByText(text).first().waitFor();
    expect(await contentOf(own)).toEqual(before);
    const pixels = (shown: Page) => shown.screenshot({ animations: "disabled" });
    // Drawings come with a request of their own.
    await expect.poll(async () => (await pixels(page)).equals(await pixels(own))).toBe(true);
  });

  test("is rendered for WeChat's browser without the web's own bar", async () => {
    const page = await device.open(path, { userAgent: WECHAT_AGENT, javaScriptEnabled: false });
    expect(await page.getByRole("button", { name: "首页" }).count()).toBe(0);
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

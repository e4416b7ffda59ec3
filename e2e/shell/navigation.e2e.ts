/**
 * Addresses of the app: who may open them, their queries, unsafe destinations, and links out of the
 * app.
 */
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { pages } from "../../member/src/routes.ts";
import { phone } from "../browser.ts";
import { logIn } from "../exchange-steps.ts";
import {
  modifyData,
  type Member,
  logInMember,
  respondWith,
  waitUntilSettled,
  LOGGED_OUT,
  waitForTitle,
} from "./shell.fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000034");
});

const open = (path: string, options = {}) =>
  device.open(path, { ...member.browserOptions, ...options });
/** Path and query of the page, as in the address bar. */
const here = (page: Page) => page.url().slice(device.origin.length);
const LOGIN = "/pages/passport/login";
const login = (referer: string) => `${LOGIN}?referer=${encodeURIComponent(referer)}`;

describe("M09 M10 addresses and their parameters", () => {
  test("M09 home has two addresses for one page", async () => {
    const page = await open("/pages/index/index");
    await waitUntilSettled(page);
    await waitForTitle(page, "云鲸权益");
    const tab = page.getByRole("link", { name: "首页" });
    expect(await tab.getAttribute("aria-current")).toBe("page");
    await page.reload();
    await waitForTitle(page, "云鲸权益");
    await page.context().close();
  });

  test("M10 a query reaches the page: Chinese, encoded characters, empty, and the last of two", async () => {
    const page = await open("/");
    const shown = async (query: string) => {
      await page.goto(`${device.origin}/exception/report?${query}`);
      await waitUntilSettled(page);
      await page.getByRole("heading", { name: "这片海域还没有航线" }).waitFor();
      const path = page.locator("main code");
      return (await path.count()) > 0 ? path.innerText() : "";
    };
    expect(await shown("referer=/云鲸/权益")).toBe("/云鲸/权益");
    expect(await shown(`referer=${encodeURIComponent("/a b?x=1&y=%25#z")}`)).toBe(
      "/a b?x=1&y=%25#z",
    );
    expect(await shown("referer=/a+b")).toBe("/a b");
    expect(await shown("referer=")).toBe("");
    expect(await shown("other=1")).toBe("");
    expect(await shown("referer=/first&referer=/second")).toBe("/second");
    await page.context().close();
  });
});

/**
 * The suite opens one page of each kind: the guard of every page has unit tests
 * (`member/src/shell/guard.test.ts`).
 */
const kindOf = ({ login: isGuarded, tab }: (typeof pages)[number]): string =>
  `${isGuarded ? "guarded" : "public"} ${tab === undefined ? "page" : "tab"}`;
const KINDS = new Map(pages.toReversed().map((page) => [kindOf(page), page]));
const guardedOrNot = isSlowTier ? pages : [...KINDS.values()];

describe("M11 the guard", () => {
  test("M11 every guarded page leads to login with its path and query, and public pages open", async () => {
    const page = await device.open(LOGIN);
    for (const { path, login: isGuarded } of guardedOrNot) {
      if (path.endsWith("login_out")) continue;
      await page.goto(`${device.origin}${path}?from=云&n=1`);
      await page.waitForFunction(() => document.title !== "权益加载中…");
      const query = `?from=${encodeURIComponent("云")}&n=1`;
      expect(here(page)).toBe(isGuarded ? login(path + query) : path + query);
    }
    await page.context().close();
  });

  test.each(["referer", "uniIdRedirectUrl"])(
    "M11 after login the member returns to %s",
    async (name) => {
      const wanted = "/pages/user/orders?type=meal&word=%E4%BA%91";
      const number = name === "referer" ? "13700000035" : "13700000036";
      const page = await device.open(`${LOGIN}?${name}=${encodeURIComponent(wanted)}`);
      await logIn(page, device.origin, number);
      await waitForTitle(page, "订单列表");
      expect(here(page)).toBe(wanted);
      await page.context().close();
    },
  );
});

/**
 * Logs in with mocked answers and the token of a real login: twenty logins would exceed the limits.
 */
async function storeLogin(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "手机号" }).fill("13700000034");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/秒后重发/).waitFor();
  await page.getByRole("textbox", { name: "验证码" }).fill("123456");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

test("M12 login never leads out of the app, or to a page that does not exist", async () => {
  const page = await device.open("/whale.svg", LOGGED_OUT);
  const { token, tokenExpired } = member;
  const granted = { token, tokenExpired, uid: "m", isNew: false };
  await page.route(
    "**/api/passport/sms/send",
    respondWith({ status: true, data: { challengeId: "c".repeat(32), resendAfterSeconds: 1 } }),
  );
  await page.route("**/api/passport/sms/login", respondWith({ status: true, data: granted }));
  const refused = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/%2F%2Fevil.example",
    "/%5Cevil.example",
    "/%252Fevil.example",
    "/pages/../..//evil.example",
    "/pages/passport/login_out",
    "/pages/none",
  ];
  const left: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(device.origin)) left.push(request.url());
  });
  for (const name of ["referer", "uniIdRedirectUrl"]) {
    const suite = name === "referer" ? 4 : 1;
    for (const referer of refused.slice(0, repeatCount({ suite, slow: refused.length }))) {
      await page.goto(`${device.origin}${LOGIN}?${name}=${encodeURIComponent(referer)}`);
      await storeLogin(page);
      await waitForTitle(page, "云鲸权益");
      expect(here(page), referer).toBe("/");
      await page.evaluate(() => localStorage.clear());
    }
  }
  expect(left).toEqual([]);
  await page.context().close();
});

describe("M13 a path without a page", () => {
  test("M13 is shown as text, reported to the server once, reported again on request, and leads home", async () => {
    const page = await open("/");
    const reports: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/report/lost-page")) reports.push(request.postData() ?? "");
    });
    const lost = "/pages/nowhere/<b>x</b>?code=7#k";
    await page.goto(device.origin + lost);
    await waitForTitle(page, "迷路了~");
    const referer = encodeURIComponent("/pages/nowhere/%3Cb%3Ex%3C/b%3E?code=7");
    expect(here(page)).toBe(`/exception/report?referer=${referer}`);
    const shown = page.getByText("/pages/nowhere/%3Cb%3Ex%3C/b%3E?code=7");
    expect(await shown.evaluate((node) => node.closest("a") === null)).toBe(true);
    await page.getByText("已自动记录一次").waitFor();
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/report/lost-page"));
    await page.getByRole("button", { name: "告诉我们" }).click();
    const answer: { status: boolean } = await (await answered).json();
    expect(answer.status).toBe(true);
    await page.getByText("已收到，我们会尽快核对").waitFor();
    // The query may contain personal data, so it is not sent to the server.
    const expected = JSON.stringify({ path: "/pages/nowhere/%3Cb%3Ex%3C/b%3E" });
    expect(reports).toEqual([expected, expected]);
    await page.getByRole("button", { name: "返回首页" }).click();
    await waitForTitle(page, "云鲸权益");
    expect(here(page)).toBe("/");
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "M13 asks a visitor to log in first and is then shown, with its referer",
    async () => {
      const page = await device.open("/nowhere/at/all?x=1");
      await waitForTitle(page, "用户登录");
      const lost = `/exception/report?referer=${encodeURIComponent("/nowhere/at/all?x=1")}`;
      expect(here(page)).toBe(login(lost));
      await logIn(page, device.origin, "13700000037");
      await waitForTitle(page, "迷路了~");
      expect(here(page)).toBe(lost);
      await page.getByText("/nowhere/at/all?x=1").waitFor();
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)(
    "M13 in an unusual form is a missing page too, never a blank one",
    async () => {
      const page = await open("/");
      for (const path of [
        "/pages/user/Index",
        "/pages/user/index/more",
        "/%2F%2Fa",
        "//nowhere",
        "/%E0%A4%A",
        "/pages/none.ico",
      ]) {
        await page.goto(device.origin + path);
        await waitForTitle(page, "迷路了~");
        expect(here(page), path).toBe(`/exception/report?referer=${encodeURIComponent(path)}`);
      }
      await page.context().close();
    },
  );
});

describe("M14 M15 links from data", () => {
  type Tile = { name: string; link: { url: string } };
  type Home = { blocks: { kind: string; items: Tile[] }[] };
  /** Opens the home page of the server, with its category tiles changed to these urls in turn. */
  const homeWith = async (...urls: string[]) => {
    const page = await open("/whale.svg");
    const names: string[] = [];
    const change = (home: Home) => {
      const tiles = home.blocks.find(({ kind }) => kind === "grid")?.items ?? [];
      for (const [place, url] of urls.entries()) {
        const tile = tiles[place];
        if (!tile) throw new Error("the demo has fewer tiles");
        tile.link = { url };
        names[place] = tile.name;
      }
      return home;
    };
    await page.route("**/api/home*", modifyData(change));
    await page.route("https://partner.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>partner</title>" }),
    );
    await page.goto(`${device.origin}/`);
    await waitUntilSettled(page);
    const follow = (url: string) => {
      const name = names[urls.indexOf(url)] ?? "";
      return page
        .getByRole("list", { name: "分类" })
        .getByRole("button", { name, exact: true })
        .click();
    };
    return { page, follow };
  };

  test("M14 with a scheme leave by a full page load, and back returns", async () => {
    const url = "https://partner.example/go?from=yunjing";
    const { page, follow } = await homeWith(url);
    await follow(url);
    await waitForTitle(page, "partner");
    expect(page.url()).toBe(url);
    await page.goBack();
    await waitForTitle(page, "云鲸权益");
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "M14 M15 with another scheme, an unknown page or no url are refused with a message",
    async () => {
      const scheme = "为了你的安全，这个链接没有打开";
      const refusals = {
        "javascript:alert(1)": scheme,
        "data:text/html,x": scheme,
        "tel:10086": scheme,
        "weixin://dl": scheme,
        "/pages/none": "要打开的页面不存在，链接可能已失效",
        "//evil.example": "要打开的页面不存在，链接可能已失效",
        "": "这里还没有可以打开的页面",
      };
      const { page, follow } = await homeWith(...Object.keys(refusals));
      for (const [url, text] of Object.entries(refusals)) {
        await follow(url);
        await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByText(text).waitFor();
        await page.getByRole("button", { name: "我知道了" }).click();
        await page.getByText(text).waitFor({ state: "detached" });
        expect(here(page), url).toBe("/");
      }
      await page.context().close();
    },
  );

  test("M15 to a tab page switch the tab, since ordinary navigation refuses it", async () => {
    const { page, follow } = await homeWith("/pages/user/index");
    await follow("/pages/user/index");
    await waitForTitle(page, "我的");
    const tab = page.getByRole("link", { name: "我的", exact: true });
    expect(await tab.getAttribute("aria-current")).toBe("page");
    await page.context().close();
  });
});

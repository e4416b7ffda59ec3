/**
 * WeChat login in a browser: one-tap login over WeChat's page, and account linking in the settings.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, freshCode, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone, newestSms } from "../login.ts";
import { openPageInWechat, setWechatPerson, newPersonId } from "./wechat-page.ts";
import { followAuthorization, openBrowser } from "./wechat.fixture.ts";

const device = phone();
const SETTINGS = "/pages/user/settings";

const newNumber = (): string => `1370${String(Date.now()).slice(-7)}`;

/** Opens a page in this person's WeChat; without a person, WeChat asks who it is. */
async function inWechat(path: string, person?: string, options = {}): Promise<Page> {
  const page = await openPageInWechat(device, person, options);
  await page.goto(device.origin + path);
  return page;
}
const logInByOneTap = (page: Page) => page.getByRole("button", { name: "微信一键登录" });
const tick = (page: Page) => page.getByRole("checkbox", { name: /已阅读并同意/ }).check();
const isLoggedIn = (page: Page) =>
  page.evaluate(() => localStorage.getItem("uni_id_token") !== null);

describe("in WeChat", () => {
  test("M11, D07 one tap leads over WeChat's page to the wanted page, once the terms are accepted", async () => {
    const page = await inWechat("/pages/user/orders?type=meal");
    await logInByOneTap(page).click();
    const alertDialog = page.getByRole("alertdialog");
    await alertDialog.getByText("请确认是否阅读并同意所有相关协议?").waitFor();
    await alertDialog.getByRole("button", { name: "取消" }).click();
    await alertDialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/pages/passport/login");
    await expectAccessible(page);
    await tick(page);
    await logInByOneTap(page).click();
    await page.getByRole("link", { name: "林小满" }).click();
    await page.waitForURL((url) => url.pathname + url.search === "/pages/user/orders?type=meal");
    expect(await isLoggedIn(page)).toBe(true);
    await page.context().close();
  });

  test("D07 on an open page the login identity dialog opens, and the exchange code continues after one tap", async () => {
    const code = await freshCode(device.origin, "points-500");
    const page = await inWechat(`/pages/exchange/manifest#code=${code}`, newPersonId());
    await page.getByRole("button", { name: /查询/ }).click();
    await page.getByRole("button", { name: "登录后兑换" }).click();
    const dialog = page.getByRole("dialog", { name: "登录后继续" });
    await dialog.getByRole("button", { name: "微信一键登录" }).click();
    const alertDialog = page.getByRole("alertdialog");
    await alertDialog.getByText("请确认是否阅读并同意所有相关协议?").waitFor();
    await expectAccessible(page);
    await alertDialog.getByRole("button", { name: "确定" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/exchange/manifest");
    await page.getByRole("button", { name: /兑换 500 积分，码即失效/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "确认兑换" }).click();
    await page
      .getByText(/已到账|已存入|已兑换|兑换成功/)
      .first()
      .waitFor();
    expect(await isLoggedIn(page)).toBe(true);
    await page.context().close();
  });

  test("M12 a hostile destination leads home, and a remembered person is not asked again", async () => {
    const hostile = encodeURIComponent("/%252Fevil.example");
    const page = await inWechat(`/pages/passport/login?referer=${hostile}`, newPersonId());
    await tick(page);
    await logInByOneTap(page).click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(new URL(page.url()).origin).toBe(device.origin);
    expect(await isLoggedIn(page)).toBe(true);
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "with the box ticked, WeChat asks for name and picture, and the new member gets them",
    async () => {
      const page = await inWechat("/pages/user/settings", newPersonId());
      await tick(page);
      await page.getByRole("checkbox", { name: "使用我的微信头像和昵称" }).check();
      await logInByOneTap(page).click();
      await page.getByRole("heading", { name: "获取你的昵称、头像" }).waitFor();
      await page.getByRole("link", { name: "允许" }).click();
      await page.waitForURL((url) => url.pathname === SETTINGS);
      await page.getByRole("button", { name: /^昵称 微信用户/ }).waitFor();
      await page.context().close();
    },
  );

  test.runIf(isSlowTier)(
    "a redirect of another browser, or a used one, shows a message and a new start",
    async () => {
      const person = newPersonId();
      const lure = openBrowser(device);
      const { code, state } = await followAuthorization(
        await lure.authorize("/pages/user/wallet"),
        "lin",
      );
      const page = await inWechat(`/pages/passport/login?code=${code}&state=${state}`, person);
      await page.getByText("微信登录已失效，请重新发起").waitFor();
      expect(await isLoggedIn(page)).toBe(false);
      await expectAccessible(page);
      await tick(page);
      await logInByOneTap(page).click();
      await page.waitForURL((url) => url.pathname === "/");
      await page.goto(`${device.origin}/pages/passport/login?state=${state}`);
      await page.getByText("你没有同意微信授权，可以再试一次").waitFor();
      await page.context().close();
    },
  );

  test("a member without a phone binds one, on the smallest phone", async () => {
    const number = newNumber();
    const page = await inWechat(SETTINGS, newPersonId(), { viewport: SMALL_PHONE });
    await tick(page);
    await logInByOneTap(page).click();
    await page.waitForURL((url) => url.pathname === SETTINGS);
    await page.getByRole("button", { name: "微信 已绑定" }).click();
    await page.getByText(/先绑定手机号，再解绑微信/).waitFor();
    await page.getByRole("button", { name: "我知道了" }).click();
    await page.getByRole("button", { name: "手机号 未绑定" }).click();
    const sheet = page.getByRole("dialog", { name: "绑定手机号" });
    await sheet.getByRole("textbox", { name: "手机号" }).fill(number);
    await sheet.getByRole("button", { name: "获取验证码" }).click();
    await sheet.getByText(/秒后重发/).waitFor();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const code = await newestSms(device.origin, number);
    await sheet.getByRole("textbox", { name: "验证码" }).fill(code);
    await sheet.getByRole("button", { name: "绑定", exact: true }).click();
    await sheet.waitFor({ state: "detached" });
    await page.getByText(`${number.slice(0, 3)}****${number.slice(-4)}`).waitFor();
    await page.context().close();
  });
});

describe("in an ordinary browser", () => {
  test("a member who registered by phone links WeChat, imports name and picture, and unlinks it", async () => {
    const member = await logInByPhone(device.origin, newNumber());
    const page = await openLoggedIn(device, member, SETTINGS);
    await setWechatPerson(device.origin, page, newPersonId());
    await page.getByRole("button", { name: "微信 未绑定" }).click();
    await page.getByRole("button", { name: "微信 已绑定" }).waitFor();
    await page.getByRole("status").filter({ hasText: "微信已绑定" }).waitFor();
    await page.getByRole("button", { name: "使用微信头像和昵称" }).click();
    await page.getByRole("heading", { name: "获取你的昵称、头像" }).waitFor();
    await page.getByRole("link", { name: "允许" }).click();
    await page.waitForURL((url) => url.pathname === SETTINGS);
    const linked = page.getByRole("button", { name: /^微信 微信用户/ });
    await linked.waitFor();
    await expectAccessible(page);
    await linked.click();
    const alertDialog = page.getByRole("alertdialog", { name: "解绑微信？" });
    await alertDialog.getByRole("button", { name: "解绑" }).click();
    await page.getByRole("button", { name: "微信 未绑定" }).waitFor();
    await page.context().close();
  });
});

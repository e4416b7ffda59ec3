/** Settings and help: their content, and every way to log out (M18). */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible, PHONE, phone, SMALL_PHONE, overflowOf } from "./browser.ts";
import { enlargeText, type Grant, openLoggedIn } from "./logged-in.ts";
import { logInByPhone, newestSms, RESEND_MS } from "./login.ts";

const device = phone();
const SETTINGS = "/pages/user/settings";
const REVOKED_WITHIN_MS = 5_000;
let member: Grant;

beforeAll(async () => {
  member = await logInByPhone(device.origin, "13700000091");
});

/** Whether the server still accepts this token. */
const isTokenAccepted = async ({ token }: Grant): Promise<boolean> =>
  (await fetch(`${device.origin}/api/member/me`, { headers: { authorization: token } })).ok;

async function waitUntilRefused(grant: Grant): Promise<boolean> {
  const since = Date.now();
  while (Date.now() - since < REVOKED_WITHIN_MS) {
    if (!(await isTokenAccepted(grant))) return true;
    await new Promise((done) => setTimeout(done, 200));
  }
  return false;
}

describe("settings", () => {
  test("shows the member and the accepted agreements with their dates", async () => {
    const page = await openLoggedIn(device, member, SETTINGS);
    await page.getByText("137****0091").waitFor();
    await page.getByText(/2026-11-23 版，\d{4}-\d\d-\d\d 同意/).waitFor();
    await page.getByText("1.0.0 (100)").waitFor();
    expect(await page.getByRole("button", { name: "DEVOP" }).count()).toBe(0);
    expect(await page.getByText("即将开通").count()).toBe(0);
    await page.getByRole("button", { name: "隐私政策" }).click();
    await page.waitForURL(/\/pages\/passport\/terms\?type=privacy/);
  });

  test("activity messages are turned off and on, and the choice stays", async () => {
    const page = await openLoggedIn(device, member, SETTINGS);
    const offers = page.getByRole("switch", { name: "活动与优惠消息" });
    await page.getByText("关闭后仍会收到订单、支付和服务消息").waitFor();
    const choose = async (isOn: boolean): Promise<void> => {
      const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
      await offers.setChecked(isOn);
      expect((await saved).ok()).toBe(true);
      await page.reload();
      await page.getByText("137****0091").waitFor();
      expect(await offers.isChecked()).toBe(isOn);
    };
    expect(await offers.isChecked()).toBe(true);
    await choose(false);
    for (const viewport of [PHONE, SMALL_PHONE]) {
      await page.setViewportSize(viewport);
      expect(await overflowOf(page)).toBe(0);
      await expectAccessible(page);
      const folder = process.env["PICTURES"];
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/offers-${viewport.width}.png`, fullPage: true });
    }
    await choose(true);
  });

  test.runIf(isSlowTier)(
    "the maintenance notice is read on both phones, and stays closed once read",
    async () => {
      const page = await openLoggedIn(device, member, SETTINGS);
      const text =
        "今晚 23:00 至次日 01:00 系统维护，期间不能下单和兑换，已有的取餐码照常使用，请提前安排。";
      const notice = { text, endsAt: Date.now() + 3_600_000 };
      await page.route(/\/api\/notice$/, (route) =>
        route.fulfill({ json: { status: true, code: "DONE", msg: "", data: { notice } } }),
      );
      await page.waitForFunction(() =>
        performance
          .getEntriesByType("resource")
          .some(({ name }) => name.endsWith("/maintenance-notice.js")),
      );
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      const bar = page.getByRole("status").filter({ hasText: text });
      await bar.waitFor();
      for (const viewport of [PHONE, SMALL_PHONE]) {
        await page.setViewportSize(viewport);
        expect(await overflowOf(page)).toBe(0);
        await expectAccessible(page);
      }
      await bar.getByRole("button", { name: "知道了" }).click();
      await bar.waitFor({ state: "detached" });
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await page.getByText("137****0091").waitFor();
      expect(await bar.count()).toBe(0);
    },
  );

  test("a copy of the member's own data is made, and downloaded after a code", async () => {
    const number = "13700000097";
    const page = await openLoggedIn(device, await logInByPhone(device.origin, number), SETTINGS);
    await page.getByRole("button", { name: "个人信息副本" }).click();
    const sheet = page.getByRole("dialog", { name: "个人信息副本" });
    await sheet.getByText("还没有申请过。").waitFor();
    await sheet.getByRole("button", { name: "申请副本" }).click();
    await sheet.getByText(/已生成，.+ 前可以下载/).waitFor();
    for (const viewport of [PHONE, SMALL_PHONE]) {
      await page.setViewportSize(viewport);
      expect(await overflowOf(page)).toBe(0);
      await expectAccessible(page);
      const folder = process.env["PICTURES"];
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/copy-${viewport.width}.png` });
    }
    await sheet.getByRole("button", { name: "下载" }).click();
    const proof = page.getByRole("dialog", { name: "安全验证" });
    await new Promise((done) => setTimeout(done, RESEND_MS));
    await proof.getByRole("button", { name: "获取验证码" }).click();
    await proof.getByText(/验证码已发送到/).waitFor();
    const saved = page.waitForEvent("download");
    await proof.getByLabel("短信验证码").fill(await newestSms(device.origin, number, 1));
    const file = await readFile((await (await saved).path()) ?? "", "utf8");
    expect(file).toContain("137****0097");
    expect(file).not.toContain(number);
    await sheet.getByText(/已生成/).waitFor();
  });

  test.runIf(isSlowTier)(
    "clearing the cache shows what is removed and keeps the login",
    async () => {
      const page = await openLoggedIn(device, member, SETTINGS);
      await page.getByRole("button", { name: /清除缓存/ }).click();
      const dialog = page.getByRole("alertdialog");
      expect(await dialog.innerText()).toContain("登录、所选城市、未完成的兑换");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "清除" }).click();
      await page.getByText("缓存已清除").waitFor();
      expect(await page.evaluate(() => localStorage.getItem("uni_id_token"))).toBe(member.token);
    },
  );
});

/** The birthday is entered once, in the form that a member writes it. */
async function enterBirthday(page: Page): Promise<void> {
  await page.getByRole("button", { name: "生日 去填写" }).click();
  const sheet = page.getByRole("dialog", { name: "填写生日" });
  const field = sheet.getByRole("textbox", { name: "生日" });
  await field.fill("2月30日");
  await sheet.getByRole("button", { name: "保存" }).click();
  await sheet.getByText("请填写月和日，如 5月20日").waitFor();
  await expectAccessible(page);
  await field.fill("5-20");
  await sheet.getByRole("button", { name: "保存" }).click();
  await page.getByText("生日已保存").waitFor();
  await page.getByText("5月20日").waitFor();
  expect(await page.getByRole("button", { name: /生日/ }).count()).toBe(0);
}

describe("the nickname", () => {
  test("is set in a sheet, its rules are explained, and it is shown everywhere at once", async () => {
    const own = await logInByPhone(device.origin, "13700009711");
    const page = await openLoggedIn(device, own, SETTINGS);
    await page.setViewportSize(SMALL_PHONE);
    await page.getByRole("button", { name: "昵称 云鲸会员9711" }).click();
    const sheet = page.getByRole("dialog", { name: "设置昵称" });
    const field = sheet.getByRole("textbox", { name: "昵称" });
    await field.fill("官方小鲸");
    await sheet.getByRole("button", { name: "保存" }).click();
    await sheet.getByText("昵称不能使用与平台或客服相近的名称").waitFor();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await field.fill("夏天的鲸");
    await page.keyboard.press("Tab");
    await sheet.getByRole("button", { name: "保存" }).click();
    await page.getByText("昵称已保存").waitFor();
    await page.getByRole("button", { name: "昵称 夏天的鲸" }).waitFor();
    await enterBirthday(page);
    await page.goto(`${device.origin}/pages/user/score`);
    await page.getByText("20", { exact: true }).first().waitFor();
    await page.goto(`${device.origin}/pages/user/index`);
    await page.getByText("夏天的鲸").waitFor();
  });
});

describe("changing the phone", () => {
  test("needs a code from each phone, explains the effect, and is shown everywhere at once", async () => {
    const [old, fresh] = ["13700009701", "13700009702"] as const;
    const own = await logInByPhone(device.origin, old);
    const page = await openLoggedIn(device, own, SETTINGS);
    await page.setViewportSize(SMALL_PHONE);
    await page.getByRole("button", { name: /手机号.*137\*{4}9701/ }).click();
    const sheet = page.getByRole("dialog", { name: "更换手机号" });
    await sheet.getByRole("button", { name: /客服电话/ }).waitFor();
    await sheet.getByRole("button", { name: "获取验证码" }).click();
    await sheet.getByText("验证码已发送到 137****9701").waitFor();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await sheet.getByLabel("短信验证码").fill(await newestSms(device.origin, old, 1));
    await sheet.getByText(/第 2 步，共 2 步/).waitFor();
    const number = sheet.getByRole("textbox", { name: "手机号" });
    await number.fill(old);
    await sheet.getByRole("button", { name: "获取验证码" }).click();
    await sheet.getByText("新手机号和现在的一样").waitFor();
    await number.fill(fresh);
    await sheet.getByRole("button", { name: "获取验证码" }).click();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await sheet.getByLabel("验证码", { exact: true }).fill(await newestSms(device.origin, fresh));
    await page.keyboard.press("Tab");
    await sheet.getByRole("button", { name: "确认更换" }).press("Enter");
    const done = page.getByRole("alertdialog", { name: "手机号已更换" });
    await done.getByText(/以后用 137\*{4}9702 登录/).waitFor();
    await done.getByRole("button").click();
    const row = page.getByRole("button", { name: /手机号.*137\*{4}9702/ });
    await row.click();
    await page.getByRole("alertdialog", { name: "还不能更换手机号" }).getByRole("button").click();
    await page.goto(`${device.origin}/pages/user/security`);
    await page.getByText(/刚更换过手机号，\d\d-\d\d \d\d:\d\d 前暂停/).waitFor();
    await page.getByText("137****9702").waitFor();
    expect(await isTokenAccepted(own)).toBe(true);
  });
});

describe("help", () => {
  test("finds answers by words and by topic, and names the available contacts", async () => {
    const page = await openLoggedIn(device, member, "/pages/user/help");
    await page.getByRole("searchbox").fill("15 分钟");
    await page.getByText("兑换到一半离开了，码还在吗？").click();
    await page.getByText(/为你保留 15 分钟/).waitFor();
    await page.getByRole("searchbox").fill("没有这样的问题");
    await page.getByRole("heading", { name: "没有找到相关问题" }).waitFor();
    await page.getByRole("button", { name: "查看全部" }).click();
    await page.getByRole("button", { name: "积分", exact: true }).click();
    await page.getByText("积分会过期吗？").waitFor();
    expect(await page.getByText("兑换码怎么用？").count()).toBe(0);
    const call = page.getByRole("link", { name: /客服电话/ });
    expect(await call.getAttribute("href")).toBe("tel:400-000-0000");
    expect(await call.innerText()).toContain("每天 9:00–21:00");
  });

  test("M05 the diagnostics contain the version, and no data of the member", async () => {
    const page = await openLoggedIn(device, member, "/pages/user/help");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: /复制诊断信息/ }).click();
    await page.getByText("诊断信息已复制").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("云鲸权益 1.0.0（100）web");
    expect(copied).not.toMatch(/1370000|eyJ/);
  });
});

test.each([SETTINGS, "/pages/user/help"])(
  "%s has no accessibility violation and fits, at 390, 320 and with text twice as large",
  async (path) => {
    const page = await openLoggedIn(device, member, path);
    await page.getByRole("region").nth(1).waitFor();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize(SMALL_PHONE);
    expect(await overflowOf(page)).toBe(0);
    await enlargeText(page);
    expect(await overflowOf(page)).toBe(0);
  },
);

describe("M18 logging out", () => {
  test("ends the token on the server within 5 s and removes all data from the phone", async () => {
    const own = await logInByPhone(device.origin, "13700000092");
    const page = await openLoggedIn(device, own, "/pages/user/index");
    await page.getByText("137****0092").waitFor();
    await page.getByRole("button", { name: "设置" }).click();
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("button", { name: "退出这台手机" }).click();
    await page.waitForURL(/\/pages\/passport\/login\?referer=/);
    expect(await waitUntilRefused(own)).toBe(true);
    const left = await page.evaluate(() => [
      // The browser of the tests stores this itself (hide-sandbox.ts).
      ...Object.keys(localStorage).filter((name) => name !== "sandbox-ribbon"),
      document.body.textContent.includes("0092"),
    ]);
    expect(left).toEqual([false]);
    // Neither back nor forward shows a page of the member again.
    for (const move of ["goBack", "goForward", "goForward"] as const) {
      await page[move]();
      await page.waitForTimeout(500);
      expect(await page.getByText("137****0092").count()).toBe(0);
    }
  });

  test.runIf(isSlowTier)("on all devices ends the logins of all devices", async () => {
    const here = await logInByPhone(device.origin, "13700000093");
    // A second text message is sent only after a while.
    await new Promise((done) => setTimeout(done, RESEND_MS));
    const there = await logInByPhone(device.origin, "13700000093");
    const page = await openLoggedIn(device, here, SETTINGS);
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("button", { name: "退出所有设备" }).click();
    await page.waitForURL(/\/pages\/passport\/login/);
    expect([await waitUntilRefused(here), await waitUntilRefused(there)]).toEqual([true, true]);
  });

  test.runIf(isSlowTier)("sends another tab to the login too", async () => {
    const own = await logInByPhone(device.origin, "13700000094");
    const page = await openLoggedIn(device, own, SETTINGS);
    const other = await page.context().newPage();
    await other.goto(`${device.origin}/pages/user/index`);
    await other.getByText("137****0094").waitFor();
    await page.goto(`${device.origin}/pages/passport/login_out`);
    await other.waitForURL(/\/pages\/passport\/login/);
    expect(await other.content()).not.toContain("137****0094");
  });

  test.runIf(isSlowTier)(
    "without a network clears the phone, shows a message, and reaches the server later",
    async () => {
      const own = await logInByPhone(device.origin, "13700000095");
      const page = await openLoggedIn(device, own, SETTINGS);
      await page.getByText("137****0095").waitFor();
      device.expectFailure(/^\/api\/passport\/logout$/, "no answer");
      await page.route("**/api/**", (route) => route.abort());
      await page.getByRole("button", { name: "退出登录" }).click();
      await page.getByRole("button", { name: "退出这台手机" }).click();
      await page.getByRole("alertdialog", { name: "已在本机退出" }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem("uni_id_token"))).toBeNull();
      expect(await isTokenAccepted(own)).toBe(true);
      await page.unroute("**/api/**");
      await page.evaluate(() => dispatchEvent(new Event("online")));
      expect(await waitUntilRefused(own)).toBe(true);
    },
  );
});

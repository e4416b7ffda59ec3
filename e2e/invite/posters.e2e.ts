/** A member shares a poster, and a friend opens its link. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE, WECHAT_AGENT } from "../browser.ts";
import { ask, newestSms } from "../login.ts";
import { readQrCode } from "../read-qr-code.ts";
import { type Member, logInMember, waitUntilSettled } from "../shell/shell.fixture.ts";

const device = phone();
const POSTERS = "/pages/invite/poster";
const FAILED = "下载背景图片失败";
/** Timeout in ms for a busy machine. */
const LATER = { timeout: 10_000 };
let member: Member;
let link: string;

beforeAll(async () => {
  member = await logInMember(device.origin, "13700009311");
  const { data } = await ask<{ data: { link: string } }>(`${device.origin}/api/invite/posters`, {
    headers: { authorization: member.token },
  });
  link = data.link;
});

const poster = (page: Page, title: string) =>
  page.getByRole("button", { name: `看大图：${title}` });
const open = async (options = {}) => {
  const page = await device.open("/whale.svg", { ...member.browserOptions, ...options });
  await page.goto(device.origin + POSTERS);
  return page;
};

describe("in a browser", () => {
  test("I1 U12 a poster that fails to load shows a message, loads on retry, and can be saved", async () => {
    const page = await device.open("/whale.svg", member.browserOptions);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    let requestCount = 0;
    // Fails by status, not offline: a returning network would trigger a retry before the member
    // does.
    device.expectFailure(/\/deep-sea\.png$/, 503);
    await page.route("**/deep-sea.png?*", (route) =>
      ++requestCount === 1 ? route.fulfill({ status: 503, body: "" }) : route.continue(),
    );
    await page.goto(device.origin + POSTERS);
    await page.getByRole("alert").getByText(FAILED).waitFor();
    await page.getByRole("button", { name: "海报还没有出来" }).waitFor();
    await page.getByRole("button", { name: "重新加载深海" }).click();
    await poster(page, "深海").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "保存图片" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("云鲸权益-深海.png");
    expect(await readQrCode(await readFile(await file.path()))).toBe(link);
    await page.getByRole("button", { name: "复制链接" }).click();
    await page.getByText("链接已复制").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(new URL(link).searchParams.get("inviteCode")).toMatch(/^\w{4,16}$/);
  });

  test("I1 the posters can be changed by dots and by keys, fit a small phone and are accessible", async () => {
    const page = await open({ viewport: SMALL_PHONE });
    await poster(page, "深海").waitFor();
    await page.getByRole("button", { name: "第 2 张，三餐" }).click();
    await expect
      .poll(
        () => page.getByRole("button", { name: "第 2 张，三餐" }).getAttribute("aria-current"),
        LATER,
      )
      .toBe("true");
    await poster(page, "夜归").waitFor();
    await poster(page, "夜归").focus();
    await expect
      .poll(
        () => page.getByRole("button", { name: "第 3 张，夜归" }).getAttribute("aria-current"),
        LATER,
      )
      .toBe("true");
    await waitUntilSettled(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
});

test.runIf(isSlowTier)(
  "I1 in WeChat a poster opens for a long press, and the page points to WeChat's own menu",
  async () => {
    const page = await open({ userAgent: WECHAT_AGENT });
    await poster(page, "深海").waitFor();
    await page.getByRole("button", { name: "保存图片" }).click();
    const preview = page.getByRole("dialog", { name: "图片预览" });
    await preview.waitFor();
    await page.getByText("长按图片，选「保存图片」").waitFor();
    const image = preview.getByRole("img", { name: /二维码/ });
    // WeChat can save a data URL; no style of the page may prevent WeChat's long-press menu on the
    // image.
    expect(await image.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
    const stage = preview.getByRole("group");
    expect(await stage.evaluate((node) => node.style.userSelect)).toBe("");
    await page.keyboard.press("Escape");
    await preview.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "分享给朋友" }).click();
    await page.getByText("发送给朋友").waitFor();
  },
);

test("I2 a friend who opens a poster's link sees no code in the address, and the login sends it", async () => {
  const friend = "13700009312";
  const page = await device.open("/whale.svg", { serviceWorkers: "block" });
  const visits: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/invite/visit")) visits.push(request.postDataJSON());
  });
  await page.goto(link);
  await page.waitForURL("**/pages/passport/login?**");
  const code = new URL(link).searchParams.get("inviteCode");
  expect(decodeURIComponent(page.url())).not.toContain("inviteCode");
  await expect.poll(() => visits, LATER).toEqual([{ inviteCode: code, from: "poster" }]);
  await page.getByRole("textbox", { name: "手机号" }).fill(friend);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("textbox", { name: "验证码" }).fill(await newestSms(device.origin, friend));
  await page.getByRole("checkbox").check();
  const [login] = await Promise.all([
    page.waitForRequest("**/api/passport/sms/login"),
    page.getByRole("button", { name: "登录", exact: true }).click(),
  ]);
  expect(login.postDataJSON()).toMatchObject({ inviteCode: code });
  await page.waitForURL(`${device.origin}/`);
});

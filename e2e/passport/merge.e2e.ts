/**
 * A member logs in by WeChat, then binds a phone that has an account: the merge shows what moves,
 * asks for confirmation, and moves it.
 */
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE, WECHAT_AGENT } from "../browser.ts";
import { ask, logInByPhone, newestSms, RESEND_MS } from "../login.ts";

const device = phone();
const HELD = "13700000471";

test("a WeChat member binds the phone of another account of theirs, and the merged account has the points of both", async () => {
  await logInByPhone(device.origin, HELD);
  const sentAt = Date.now();
  const options = { userAgent: WECHAT_AGENT, serviceWorkers: "block" } as const;
  const page = await device.open(
    "/pages/passport/login?referer=%2Fpages%2Fuser%2Fsettings",
    options,
  );
  await page.getByRole("checkbox").first().click({ force: true });
  await page.getByRole("button", { name: "微信一键登录" }).click();
  await page.waitForURL(/sandbox\/wechat/);
  await page.goto(`${page.url().replace("#wechat_redirect", "")}&as=merging`);
  await page.waitForURL(({ pathname }) => pathname === "/pages/user/settings");
  const token = await page.evaluate(() => localStorage.getItem("uni_id_token") ?? "");
  const headers = { "content-type": "application/json", authorization: token };
  await ask(`${device.origin}/api/points/sign-in`, { method: "POST", headers, body: "{}" });

  await page.waitForTimeout(Math.max(0, sentAt + RESEND_MS - Date.now()));
  await page.getByRole("button", { name: /手机号/ }).click();
  await page.getByRole("textbox", { name: "手机号" }).fill(HELD);
  const known = await ask<{ code: string }[]>(`${device.origin}/sandbox/sms?phone=${HELD}`);
  await page.getByRole("button", { name: "获取验证码" }).click();
  const code = await newestSms(device.origin, HELD, known.filter((one) => one.code).length);
  await page.getByRole("textbox", { name: "验证码" }).fill(code);
  await page.getByRole("button", { name: "绑定", exact: true }).click();

  const sheet = page.getByRole("dialog", { name: "合并账号" });
  await sheet.getByText(/137\*{4}0471 已有账号/).waitFor();
  await sheet.getByText("1 分", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  expect(await overflowOf(page)).toBe(0);
  await sheet.getByRole("button", { name: "确认合并" }).click();
  await page.getByRole("dialog", { name: "账号已合并" }).waitFor();
  await page.getByRole("button", { name: "完成" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/pages/user/index");
  await page.getByText("137****0471").waitFor();
  // The WeChat login is over; the remaining login is that of the phone's account.
  const old = await fetch(`${device.origin}/api/member/me`, { headers: { authorization: token } });
  expect(old.ok).toBe(false);
  const now = await page.evaluate(() => localStorage.getItem("uni_id_token") ?? "");
  const { data } = await ask<{ data: { points: { available: number } } }>(
    `${device.origin}/api/member/me`,
    { headers: { authorization: now } },
  );
  expect(data.points.available).toBe(1);
});

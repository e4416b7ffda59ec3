/**
 * An invitation in a real browser: the login page names who invites and what both get, the new
 * member finds the coupons in the wallet, and the home page shows the first steps.
 */
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { ask, logInByPhone, newestSms } from "../login.ts";
import { newPhone } from "../shop/shop.fixture.ts";

const device = phone();

async function linkOf(inviter: string): Promise<string> {
  const { token } = await logInByPhone(device.origin, inviter);
  const headers = { authorization: token };
  const { data } = await ask<{ data: { link: string } }>(`${device.origin}/api/invite`, {
    headers,
  });
  const { pathname, search } = new URL(data.link);
  return pathname + search;
}

test("I13 a friend sees who invites and the coupons, logs in, and has them in the wallet", async () => {
  const link = await linkOf(newPhone());
  const friend = newPhone();
  const page = await device.open(link, { viewport: SMALL_PHONE });
  const landing = page.getByRole("region", { name: "邀请" });
  await page.getByText("邀请你一起用云鲸权益").waitFor();
  await landing.getByRole("list", { name: "新人券" }).getByText("新人满减券").waitFor();
  await landing.getByText("首单完成后，你得").waitFor();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);

  await page.getByRole("textbox", { name: "手机号" }).fill(friend);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("textbox", { name: "验证码" }).fill(await newestSms(device.origin, friend));
  await page.getByRole("checkbox", { name: /已阅读并同意/ }).check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText(/张新人券已放入卡包/).waitFor();
  const steps = page.getByRole("region", { name: "新人三步" });
  await steps.getByText("下首单").waitFor();
  await steps.getByText("已完成").waitFor();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await steps.getByRole("button", { name: "签到，每日签到" }).click();
  await page.waitForURL((url) => url.pathname === "/pages/user/score");

  await page.goto(`${device.origin}/pages/user/coupons`);
  await page.getByRole("article", { name: "新人满减券" }).waitFor();
  await page.context().close();
});

test("a code that is nobody's leaves the login page as it is", async () => {
  const page = await device.open("/whale.svg");
  const answer = page.waitForResponse("**/api/invite/landing/zzzzzzzz");
  await page.goto(`${device.origin}/?inviteCode=zzzzzzzz&from=link`);
  await answer;
  await page.getByRole("heading", { name: "手机号登录" }).waitFor();
  // The place of an invitation is kept until the answer.
  await page.getByText("邀请你一起用云鲸权益").waitFor({ state: "detached" });
  await page.getByRole("main").getByText("吃喝出行，会员一站办").waitFor();
  await expectAccessible(page);
  await page.context().close();
});

test("an earlier member sees no first steps", async () => {
  const login = await logInByPhone(device.origin, newPhone());
  const page = await openLoggedIn(device, login, "/");
  await page.getByRole("list", { name: "分类" }).waitFor();
  expect(await page.getByRole("region", { name: "新人三步" }).count()).toBe(0);
  await page.context().close();
});

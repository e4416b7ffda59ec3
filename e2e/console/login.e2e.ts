/** The operators' login in a browser: both steps, a wrong code, and its line in the audit. */
import { expect, test } from "vitest";
import { expectAccessible, phone } from "../browser.ts";
import { ask, newestSms } from "../login.ts";
import { authenticatorOf, unusedCode } from "./authenticator.ts";

const device = phone();
const LAPTOP = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };
/** Demo operators of one role each. */
const AGENT = "13800000006";
const AUDITOR = "13800000014";

type Page = Awaited<ReturnType<typeof device.open>>;

/** Opens the login and passes the first step. */
async function openSecondStep(number: string): Promise<Page> {
  const page = await device.open("/console/login", LAPTOP);
  await page.getByLabel("手机号").fill(number);
  await expectAccessible(page);
  const known = (await ask<object[]>(`${device.origin}/sandbox/sms?phone=${number}`)).length;
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByLabel("短信验证码").fill(await newestSms(device.origin, number, known));
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("heading", { name: "输入验证器上的 6 位数字" }).waitFor();
  return page;
}

test("an operator logs in with both steps; a wrong code says how many tries are left", async () => {
  const page = await openSecondStep(AGENT);
  await expectAccessible(page);
  const { code, nextCode } = await authenticatorOf(device.origin, AGENT);
  const wrong = ["000000", "111111", "222222"].find((one) => one !== code && one !== nextCode);
  await page.getByLabel("验证器上的 6 位数字").fill(wrong ?? "");
  await page.getByRole("button", { name: "登录" }).click();
  await page.getByRole("alert").filter({ hasText: "还可再试 4 次" }).waitFor();
  await page.getByLabel("验证器上的 6 位数字").fill(await unusedCode(device.origin, AGENT));
  await page.getByRole("button", { name: "登录" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  expect(await page.getByText("运营与角色").count()).toBe(0);
});

test("an auditor reads the login in the audit and checks the hash chain", async () => {
  const page = await openSecondStep(AUDITOR);
  await page.getByLabel("验证器上的 6 位数字").fill(await unusedCode(device.origin, AUDITOR));
  await page.getByRole("button", { name: "登录" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  await page.goto(`${device.origin}/console/audit`);
  await page.getByText("验证器登录").first().waitFor();
  await page.getByRole("button", { name: "从头验一遍" }).click();
  await page.getByText("链完整").waitFor();
  await expectAccessible(page);
});

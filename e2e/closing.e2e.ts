/**
 * Closing an account in a browser: blockers, confirmation of each loss, the code, the cooling-off
 * period, and withdrawal of the request.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { mkdirSync } from "node:fs";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "./browser.ts";
import { openLoggedIn } from "./logged-in.ts";
import { type Login, logInByPhone, newestSms, RESEND_MS } from "./login.ts";

const device = phone();
const CLOSING = "/pages/user/closing";
/** A demo member with balance, points and orders. */
const WEALTHY = "13800000001";
/** Folder for optional screenshots of the pages. */
const pictures = process.env["PICTURES"];

let number = 0;
const newNumber = (): string =>
  `1360${String(Date.now()).slice(-5)}${String(++number).padStart(2, "0")}`;
let wealthy: Login;
beforeAll(async () => {
  wealthy = await logInByPhone(device.origin, WEALTHY);
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
});

type Page = Awaited<ReturnType<typeof openLoggedIn>>;

/** Expects no accessibility violation, and nothing wider than the screen, at both sizes. */
async function expectFits(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  for (const size of [SMALL_PHONE, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    if (pictures !== undefined) {
      await page.screenshot({ path: `${pictures}/${name}-${size.width}.png` });
    }
  }
}

describe("closing the account", () => {
  test("lists every obstacle with a link to it", async () => {
    const page = await openLoggedIn(device, wealthy, "/pages/user/settings");
    await page.getByRole("button", { name: "注销账号" }).click();
    await page.waitForURL((url) => url.pathname === CLOSING);
    const lines = page.getByRole("list", { name: "需要先处理" });
    await lines.getByRole("button", { name: /余额本金.*¥/ }).waitFor();
    expect(await page.getByRole("button", { name: "申请注销" }).count()).toBe(0);
    await expectFits(page, "closing-blocked");
    await lines.getByRole("button", { name: /余额本金/ }).click();
    await page.waitForURL((url) => url.pathname === "/pages/user/wallet");
  });

  test("needs a confirmation of each loss and a code, is shown at every login, and can be withdrawn", async () => {
    const own = newNumber();
    const login = await logInByPhone(device.origin, own);
    const page = await openLoggedIn(device, login, CLOSING);
    await page.getByRole("button", { name: "还有 2 项未确认" }).waitFor();
    await expectFits(page, "closing-ask");
    await page.getByRole("checkbox", { name: /会员等级「.+」取消/ }).check();
    await page.getByRole("checkbox", { name: /个人信息清除，不能恢复/ }).check();
    await page.getByRole("button", { name: "申请注销" }).click();
    const sheet = page.getByRole("dialog", { name: "注销账号" });
    await new Promise((done) => setTimeout(done, RESEND_MS));
    await sheet.getByRole("button", { name: "获取验证码" }).click();
    await sheet.getByText(/验证码已发送到/).waitFor();
    await expectFits(page, "closing-code");
    await sheet.getByLabel("短信验证码").fill(await newestSms(device.origin, own, 1));
    await page.getByRole("heading", { name: "注销申请已提交" }).waitFor();
    await expectFits(page, "closing-cooling");

    await page.goto(`${device.origin}/pages/user/index`);
    await page
      .getByRole("button", { name: /账号将于 \d\d-\d\d \d\d:\d\d 注销，可以撤回/ })
      .waitFor();
    await expectFits(page, "closing-profile");
    await page.goto(`${device.origin}/pages/passport/login_out`);
    await page.waitForURL((url) => url.pathname === "/pages/passport/login");
    await page.getByRole("textbox", { name: "手机号" }).fill(own);
    await new Promise((done) => setTimeout(done, RESEND_MS));
    await page.getByRole("button", { name: "获取验证码" }).click();
    await page.getByText(/秒后重发/).waitFor();
    await page
      .getByRole("textbox", { name: "验证码" })
      .fill(await newestSms(device.origin, own, 2));
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "登录", exact: true }).click();
    const closingDialog = page.getByRole("alertdialog", { name: "账号正在注销" });
    await closingDialog.getByRole("button", { name: "去查看" }).click();
    await page.waitForURL((url) => url.pathname === CLOSING);
    await page.getByRole("button", { name: "撤回注销申请" }).click();
    const withdrawDialog = page.getByRole("alertdialog", { name: "撤回注销申请？" });
    await withdrawDialog.getByRole("button", { name: "撤回", exact: true }).click();
    await page.getByText("已撤回，账号照常使用").waitFor();
    await page.getByRole("button", { name: "还有 2 项未确认" }).waitFor();
  });
});

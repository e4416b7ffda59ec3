/**
 * Money in a real browser: top-up with a bonus, spending, refund, withdrawal, and step-up for large
 * amounts.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone, newestSms } from "../login.ts";
import {
  CARD,
  chooseTopUp,
  grantMoney,
  newPhone,
  openInWechat,
  setPayFaults,
  SETTLED_MS,
  TOP_UP,
} from "./shop.fixture.ts";

const device = phone();
beforeEach(() => setPayFaults(device.origin, {}));
afterAll(() => setPayFaults(device.origin, {}));

const WALLET = "/pages/user/wallet";
const WITHDRAW = "/pages/user/withdraw";

/** Requests a code for the member's own phone and enters it. */
async function proveByCode(page: Page, own: string): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "安全验证" });
  const answer = page.waitForResponse((response) => response.url().endsWith("/step-up/send"));
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await answer;
  const code = await newestSms(device.origin, own, 1);
  await sheet.getByLabel("短信验证码").fill(code);
}

/** Tops up ¥100 with a bonus of ¥5, and returns to the wallet. */
async function topUp(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /100/ }).check({ force: true });
  await page.getByText("本金 ¥100.00 + 赠送 ¥5.00").waitFor();
  await page.getByRole("button", { name: "充值 ¥100.00" }).click();
  const question = page.getByRole("alertdialog");
  if (await question.isVisible()) await question.getByRole("button").last().click();
  await page.getByRole("dialog", { name: "充值成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "完成" }).click();
}

/** Buys two cards of 200 yuan entirely from the balance: above the limit without a proof. */
async function buyMuch(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /^200 元/ }).press("Space");
  await page
    .getByRole("button", { name: /加一份/ })
    .first()
    .click();
  await page.getByRole("button", { name: "立即购买" }).click();
  const sheet = page.getByRole("dialog", { name: "确认订单" });
  await sheet.getByRole("switch", { name: "余额" }).click();
  await sheet.getByRole("button", { name: /用余额支付 ¥3\d\d/ }).click();
}

test("a top-up gives its bonus, the bonus is spent first, and the remainder is refunded line by line", async () => {
  const { page } = await openInWechat(device, newPhone(), WALLET, () => "pays");
  await page.getByText("总余额（元）").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^充值 ¥/ }).click();
  await page.getByRole("alertdialog").getByText("《充值协议》").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "取消" }).click();
  await page.getByRole("checkbox").check({ force: true });
  await topUp(page);
  await page.getByText("105.00", { exact: true }).waitFor();

  await page.goto(device.origin + TOP_UP);
  const sheet = await chooseTopUp(page, "30 元", "13900000031");
  await sheet.getByRole("switch", { name: "余额" }).click();
  await sheet.getByRole("button", { name: /用余额支付 ¥\d+\.\d\d/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });

  await page.goto(`${device.origin}/pages/user/balance_log`);
  const statement = page.getByRole("group", { name: "余额明细" });
  await statement.getByText("+¥100.00").waitFor();
  await statement.getByText("+¥5.00").waitFor();
  await expectAccessible(page);

  await page.goto(`${device.origin}/pages/user/topup?tab=records`);
  await page.getByRole("button", { name: "申请退款" }).click();
  const refund = page.getByRole("dialog", { name: "充值退款" });
  await refund.getByText("未使用的本金").waitFor();
  await refund.getByText("扣除已用的赠送").waitFor();
  await expectAccessible(page);
  const refundLabel = await refund.getByRole("button", { name: /^退回 ¥/ }).innerText();
  await refund.getByRole("button", { name: /^退回 ¥/ }).click();
  await refund.waitFor({ state: "hidden" });
  const back = /¥\d+\.\d\d/.exec(refundLabel)?.[0] ?? "nothing";
  const record = page.getByRole("article", { name: "充值 ¥100.00" });
  await expect
    .poll(
      async () => {
        await page.reload();
        await record.waitFor();
        return record.innerText();
      },
      { timeout: SETTLED_MS, interval: 2000 },
    )
    .toContain(`已退回 ${back}`);
});

test.runIf(isSlowTier)(
  "a top-up left unpaid in WeChat can be paid later, and is started only once",
  async () => {
    let payerBehaviour: "cancels" | "pays" = "cancels";
    const { page } = await openInWechat(device, newPhone(), WALLET, () => payerBehaviour);
    const begun: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/wallet/topups"))
        begun.push(request.url());
    });
    await page.getByRole("checkbox").check({ force: true });
    await page.getByRole("button", { name: /^充值 ¥/ }).click();
    await page.getByText("支付未完成，可以继续支付").waitFor();
    await expectAccessible(page);
    payerBehaviour = "pays";
    await page.getByRole("button", { name: /^微信支付 ¥/ }).click();
    await page.getByRole("dialog", { name: "充值成功" }).waitFor({ timeout: SETTLED_MS });
    expect(begun).toHaveLength(1);
  },
);

test.runIf(isSlowTier)(
  "a top-up outside WeChat leads to WeChat's page and returns to the result",
  async () => {
    const login = await logInByPhone(device.origin, newPhone());
    const page = await openLoggedIn(device, login, WALLET, { serviceWorkers: "block" });
    await page.getByRole("radio", { name: /其他金额/ }).check({ force: true });
    await page.getByRole("textbox", { name: "充值金额" }).fill("9.99");
    await page.getByText("最低充值 ¥10").waitFor();
    await page.getByRole("textbox", { name: "充值金额" }).fill("25.5");
    await page.getByRole("checkbox").check({ force: true });
    await page.getByRole("button", { name: "充值 ¥25.50" }).click();
    await page.getByRole("button", { name: "确认支付" }).click();
    await page.getByRole("link", { name: "返回商家" }).click();
    await page.getByRole("dialog", { name: "充值成功" }).waitFor({ timeout: SETTLED_MS });
    await page.getByText("¥25.50 已到账").waitFor();
  },
);

test("a payment above the balance's free limit needs a proof, and a wrong proof loses nothing", async () => {
  const own = newPhone();
  await grantMoney(device.origin, own, { principalFen: 60_000 });
  const login = await logInByPhone(device.origin, own);
  const page = await openLoggedIn(device, login, CARD, {
    serviceWorkers: "block",
    viewport: SMALL_PHONE,
  });
  await buyMuch(page);
  const proof = page.getByRole("dialog", { name: "安全验证" });
  await proof.getByText("还没有设置支付密码，请用短信验证码").waitFor();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByText("还没有验证，没有扣款").waitFor();
  await page.getByRole("button", { name: "确认支付" }).click();
  await proof.getByRole("button", { name: "获取验证码" }).click();
  const code = await newestSms(device.origin, own, 1);
  await proof.getByLabel("短信验证码").fill(code === "111111" ? "222222" : "111111");
  await proof.getByText(/验证码不对/).waitFor();
  await proof.getByLabel("短信验证码").fill(code);
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
});

test("a pay password is set with a code, proves a payment, and locks after wrong attempts", async () => {
  const own = newPhone();
  await grantMoney(device.origin, own, { principalFen: 60_000 });
  const login = await logInByPhone(device.origin, own);
  const page = await openLoggedIn(device, login, "/pages/user/security", {
    serviceWorkers: "block",
  });
  await page.getByRole("button", { name: /设置支付密码/ }).click();
  await proveByCode(page, own);
  const setting = page.getByRole("dialog", { name: "设置支付密码" });
  await setting.getByLabel("输入新密码").fill("123456");
  await setting.getByText("太简单了").waitFor();
  await setting.getByLabel("输入新密码").fill("271828");
  await setting.getByLabel("再次输入新密码").fill("271829");
  await setting.getByText("两次输入的不一样").waitFor();
  await setting.getByLabel("输入新密码").fill("271828");
  await setting.getByLabel("再次输入新密码").fill("271828");
  await page.getByText("已设置", { exact: true }).waitFor();
  await expectAccessible(page);

  await page.goto(device.origin + CARD);
  await buyMuch(page);
  const proof = page.getByRole("dialog", { name: "安全验证" });
  await proof.getByLabel("6 位支付密码").fill("111222");
  await proof.getByText(/还可再试 4 次/).waitFor();
  for (let tries = 3; tries > 0; tries--) {
    await proof.getByLabel("6 位支付密码").fill("111222");
    await proof.getByText(`还可再试 ${tries} 次`).waitFor();
  }
  await proof.getByLabel("6 位支付密码").fill("111222");
  await proof.getByText(/输错太多次.*请用短信验证码/).waitFor();
  await expectAccessible(page);
  await proof.getByRole("button", { name: "获取验证码" }).waitFor();
});

/** Requests a withdrawal and confirms its summary. */
async function withdraw(page: Page, yuan: string): Promise<void> {
  await page.getByLabel("提现金额（元）").fill(yuan);
  await page.getByRole("button", { name: /^提现 ¥.*到账 ¥/ }).click();
  const sum = page.getByRole("alertdialog", { name: "确认提现？" });
  await sum.getByText("剩余可提现").waitFor();
  await sum.getByRole("button", { name: /^提现 ¥/ }).click();
}

test("a withdrawal whose transfer is not answered is polled, confirmed in WeChat, and paid once", async () => {
  const own = newPhone();
  await grantMoney(device.origin, own, { rewardFen: 8000 });
  const { page } = await openInWechat(device, own, WITHDRAW, () => "pays");
  await page.getByLabel("提现金额（元）").fill("80.01");
  await page.getByText("超过可提现的 ¥80.00").waitFor();
  await expectAccessible(page);
  await setPayFaults(device.origin, { timeoutButDone: 1 });
  await withdraw(page, "20");
  const detail = page.getByRole("dialog", { name: "提现详情" });
  await detail
    .getByText(/打款中|处理中/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await setPayFaults(device.origin, {});
  await detail.getByRole("button", { name: /^确认收款 ¥/ }).click({ timeout: SETTLED_MS });
  await detail
    .getByText(/已到账|提现成功/)
    .first()
    .waitFor({ timeout: SETTLED_MS });
  await expectAccessible(page);
  await detail.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("tab", { name: "提现", exact: true }).click();
  await page.getByText("¥60.00").first().waitFor();
});

test.runIf(isSlowTier)(
  "a large withdrawal needs a proof and an approval, and can be cancelled until then",
  async () => {
    const own = newPhone();
    await grantMoney(device.origin, own, { rewardFen: 50_000 });
    const { page } = await openInWechat(device, own, WITHDRAW, () => "pays");
    await withdraw(page, "300");
    await proveByCode(page, own);
    const detail = page.getByRole("dialog", { name: "提现详情" });
    await detail.getByText("审核中").first().waitFor();
    await detail.getByRole("button", { name: "撤回提现" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "撤回提现" }).click();
    await detail
      .getByText(/已撤回|已取消/)
      .first()
      .waitFor();
    await page.goto(device.origin + WALLET);
    await page.getByText("500.00").first().waitFor();
    expect(await page.getByText(/冻结/).count()).toBe(0);
  },
);

test.runIf(isSlowTier)(
  "a card is bought with the balance without a proof while the amount is small",
  async () => {
    const own = newPhone();
    await grantMoney(device.origin, own, { principalFen: 20_000 });
    const login = await logInByPhone(device.origin, own);
    const page = await openLoggedIn(device, login, CARD, { serviceWorkers: "block" });
    await page.getByRole("button", { name: "立即购买" }).click();
    await page.getByRole("button", { name: "提交订单" }).click();
    const pay = page.getByRole("dialog", { name: "支付订单" });
    await pay.getByText("可用 ¥200.00").waitFor();
    await pay.getByRole("radio", { name: /余额支付/ }).press("Space");
    await pay.getByRole("button", { name: /余额支付 ¥/ }).click();
    await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  },
);

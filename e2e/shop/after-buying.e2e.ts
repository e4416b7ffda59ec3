/**
 * After buying: a late or missing payment notification, a supplier that delivers without an answer,
 * refunds.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { afterAll, test } from "vitest";
import { expectAccessible, holdRequests, phone } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";
import {
  approve,
  askForRefund,
  buyCards,
  CARD,
  chooseTopUp,
  newPhone,
  openInWechat,
  payOutside,
  setFaults,
  SETTLED_MS,
  TOP_UP,
} from "./shop.fixture.ts";

const device = phone();
afterAll(() => setFaults(device.origin, "topup", {}));

test("a payment without a notification is found by polling", async () => {
  const { page } = await openInWechat(device, newPhone(), TOP_UP, () => "pays_untold");
  const sheet = await chooseTopUp(page, "10 元", "13900000021");
  await sheet.getByRole("button", { name: "提交订单" }).click();
  await page.getByRole("button", { name: /微信支付 ¥/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
});

test.runIf(isSlowTier)(
  "a payment that arrives after the member has left still marks the order as paid",
  async () => {
    const { page, trade } = await openInWechat(device, newPhone(), TOP_UP, () => "cancels");
    const sheet = await chooseTopUp(page, "10 元", "13900000022");
    await sheet.getByRole("button", { name: "提交订单" }).click();
    await page.getByRole("button", { name: /微信支付 ¥/ }).click();
    await page.getByText("支付未完成，可以继续支付").waitFor();
    await page.getByRole("button", { name: "关闭" }).click();
    await page.getByRole("heading", { name: "待支付" }).waitFor();
    // The page is kept from reading the paid order until the member has pressed the button.
    const release = await holdRequests(page, /\/api\/orders\/[^/?]+$/);
    await approve(device.origin, await trade());
    await page.getByRole("button", { name: /去支付/ }).click();
    release();
    await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  },
);

test.runIf(isSlowTier)(
  "a supplier without an answer keeps the order waiting, and its delivery is found",
  async () => {
    const { page } = await openInWechat(device, newPhone(), TOP_UP, () => "pays");
    // Neither the answer nor the notification arrives while the member looks.
    await setFaults(device.origin, "topup", { timeoutButDone: 1, lateCallbackMs: SETTLED_MS });
    const sheet = await chooseTopUp(page, "10 元", "13900000023");
    await sheet.getByRole("button", { name: "提交订单" }).click();
    await page.getByRole("button", { name: /微信支付 ¥/ }).click();
    await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
    await page.getByRole("button", { name: "查看订单" }).click();
    await page.getByRole("heading", { name: "充值中" }).waitFor();
    await setFaults(device.origin, "topup", {});
    await page.getByRole("heading", { name: "已完成" }).waitFor({ timeout: 2 * SETTLED_MS });
  },
);

test("an order that a supplier refuses is refunded automatically, to the original tender", async () => {
  const { page } = await openInWechat(device, newPhone(), TOP_UP, () => "pays");
  await setFaults(device.origin, "topup", { refuse: 1 });
  const sheet = await chooseTopUp(page, "10 元", "13900000024");
  await sheet.getByRole("button", { name: "提交订单" }).click();
  await page.getByRole("button", { name: /微信支付 ¥/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("heading", { name: "已退款" }).waitFor({ timeout: SETTLED_MS });
  await page.getByText(/已退款 ¥\d+\.\d\d，原路退回/).waitFor();
  await setFaults(device.origin, "topup", {});
  await expectAccessible(page);
});

test.runIf(isSlowTier)(
  "outside WeChat the payment is made on WeChat's page, which leads back to the order",
  async () => {
    const login = await logInByPhone(device.origin, newPhone());
    const page = await openLoggedIn(device, login, TOP_UP, { serviceWorkers: "block" });
    const sheet = await chooseTopUp(page, "10 元", "13900000025");
    await sheet.getByRole("button", { name: "提交订单" }).click();
    await payOutside(page);
  },
);

test.runIf(isSlowTier)(
  "an unread card is refunded at once, and the button shows the amount",
  async () => {
    const { page } = await openInWechat(device, newPhone(), CARD, () => "pays");
    await buyCards(page, 1);
    const sheet = await askForRefund(page);
    await sheet.getByText("退回微信").waitFor();
    await sheet.getByText("提交后立即退回").waitFor();
    await sheet.getByRole("button", { name: /^提交，退回 ¥\d+\.\d\d/ }).click();
    const records = sheet.getByRole("list", { name: "退款记录" });
    await records.waitFor();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "关闭" }).click();
    await page.getByRole("heading", { name: "已退款" }).waitFor({ timeout: SETTLED_MS });
  },
);

test("a large refund waits for approval, and can be withdrawn until then", async () => {
  const { page } = await openInWechat(device, newPhone(), CARD, () => "pays");
  await buyCards(page, 3);
  const sheet = await askForRefund(page);
  await sheet.getByText("提交后由客服审核").waitFor();
  await sheet.getByRole("button", { name: /^提交，退回 ¥5\d\d/ }).click();
  const records = sheet.getByRole("list", { name: "退款记录" });
  await records.getByText("待审核").waitFor();
  await records.getByRole("button", { name: "撤回申请" }).click();
  await records.getByText("已撤回").first().waitFor();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("button", { name: "申请退款" }).waitFor();
});

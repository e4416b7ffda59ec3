/** After buying: a payment told late or never, a supplier that says nothing and delivers, money back. */
import { afterAll, test } from "vitest";
import { expectNoBarriers, phone } from "../browser.ts";
import {
  approve,
  chooseTopUp,
  openInWechat,
  SETTLED_MS,
  setFaults,
  TOP_UP,
  newPhone,
} from "./fixture.ts";

const device = phone();
afterAll(() => setFaults(device.origin, "topup", {}));

test("a payment nobody tells the server of is asked for, and found", async () => {
  const { page } = await openInWechat(device, newPhone(), TOP_UP, () => "pays_untold");
  const sheet = await chooseTopUp(page, "10 元", "13900000021");
  await sheet.getByRole("button", { name: "提交订单" }).click();
  await page.getByRole("button", { name: /微信支付 ¥/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
});

test("a payment that comes after the member has left makes the order paid all the same", async () => {
  const { page, trade } = await openInWechat(device, newPhone(), TOP_UP, () => "cancels");
  const sheet = await chooseTopUp(page, "10 元", "13900000022");
  await sheet.getByRole("button", { name: "提交订单" }).click();
  await page.getByRole("button", { name: /微信支付 ¥/ }).click();
  await page.getByText("支付未完成，可以继续支付").waitFor();
  await page.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("heading", { name: "待支付" }).waitFor();
  await approve(device.origin, await trade());
  await page.getByRole("button", { name: /去支付/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
});

test("a supplier that says nothing keeps the order waiting, and what it did is found", async () => {
  const { page } = await openInWechat(device, newPhone(), TOP_UP, () => "pays");
  await setFaults(device.origin, "topup", { timeoutButDone: 1 });
  const sheet = await chooseTopUp(page, "10 元", "13900000023");
  await sheet.getByRole("button", { name: "提交订单" }).click();
  await page.getByRole("button", { name: /微信支付 ¥/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("heading", { name: "充值中" }).waitFor();
  await setFaults(device.origin, "topup", {});
  await page.getByRole("heading", { name: "已完成" }).waitFor({ timeout: 2 * SETTLED_MS });
});

test("what a supplier refuses goes back by itself, to the tender it came from", async () => {
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
  await expectNoBarriers(page);
});

/**
 * Messages about a purchase: the badge, the message, reading and hiding it, and the consent request
 * that is shown once.
 */
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { ask } from "../login.ts";
import { CARD, newPhone, openInWechat, SETTLED_MS } from "../shop/shop.fixture.ts";

const device = phone();

test("a purchase gives one message that is read once, and a member who refuses WeChat messages is not asked again", async () => {
  const opened = await openInWechat(device, newPhone(), CARD, () => "pays", {
    asksForConsent: true,
  });
  const { page, login } = opened;
  // Marks the shop's announcements to all members as read.
  await ask(`${device.origin}/api/messages/read`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: login.token },
    body: JSON.stringify({ all: true }),
  });
  const buy = async () => {
    await page.getByRole("button", { name: "立即购买" }).click();
    const sheet = page.getByRole("dialog", { name: "确认订单" });
    await sheet.getByRole("button", { name: "提交订单" }).click();
    await page.getByRole("button", { name: /微信支付 ¥/ }).click();
    await page.getByRole("dialog", { name: "支付成功" }).waitFor();
    await page.getByRole("button", { name: "查看订单" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/exchange/ordetail");
  };
  await buy();
  const question = page.getByRole("alertdialog").filter({ hasText: "开启取货提醒" });
  await question.getByRole("button", { name: "不用了" }).click();
  await page.getByRole("heading", { name: "待使用" }).waitFor({ timeout: SETTLED_MS });

  const messagesButton = page.getByRole("button", { name: /^消息/ });
  await expect
    .poll(
      async () => {
        await page.goto(`${device.origin}/`);
        await messagesButton.waitFor();
        await page.waitForTimeout(500);
        return messagesButton.getAttribute("aria-label");
      },
      { timeout: SETTLED_MS },
    )
    .toBe("消息，1 条未读");
  await messagesButton.click();
  const rows = page.getByRole("list", { name: "消息" }).getByRole("listitem");
  const row = rows.filter({ hasText: "卡券已发放" });
  await row.getByRole("img", { name: "未读" }).waitFor();
  await page.getByRole("tab", { name: "订单 1" }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  expect(await overflowOf(page)).toBe(0);

  await row
    .getByRole("button", { name: /卡券已发放/ })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === "/pages/exchange/ordetail");
  await page.goBack();
  await row.waitFor();
  await page.getByText("没有未读消息").waitFor();
  await row.getByRole("img", { name: "未读" }).waitFor({ state: "detached" });

  await page.getByRole("tab", { name: "订单" }).click();
  await row.getByRole("button", { name: "隐藏 卡券已发放" }).click();
  await page.getByText("还没有订单消息").waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await row.waitFor();
  await page.getByRole("button", { name: "通知设置" }).click();
  const choice = page.getByRole("list", { name: "微信服务通知" });
  const pickup = choice.getByRole("switch", { name: "取货提醒" });
  expect(await pickup.getAttribute("aria-checked")).toBe("false");
  await expectAccessible(page);

  await page.goto(`${device.origin}/`);
  await messagesButton.waitFor();
  expect(await messagesButton.getAttribute("aria-label")).toBe("消息");
  await page.goto(device.origin + CARD);
  await buy();
  await page.getByRole("heading", { name: "待使用" }).waitFor({ timeout: SETTLED_MS });
  expect(await question.count()).toBe(0);
  await page.context().close();
});

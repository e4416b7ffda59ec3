/**
 * An operator's day as one journey: an order whose supplier says nothing is asked for, handled by
 * hand with evidence, refunded by one unit; the member reads the answer, the ticket is closed, and
 * the audit shows each step with before and after. Search and refund use the keyboard only.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { afterAll, expect, test, vi } from "vitest";
import { freshCode } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";
import { setFaults, SETTLED_MS } from "../shop/shop.fixture.ts";
import { asMember, buy, createMember, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodPage, settled } from "./console.fixture.ts";
import { expectGoodPrompt } from "./keyboard.ts";

const browser = consoleBrowser();
const { origin } = browser;
const QUESTION = "两张代金券一直没有到";
const ANSWER = "供应商漏发，已为您补发一张，另一张已退款";
const grouped = (orderNo: string): RegExp => new RegExp([...orderNo].join("\\s?"));
afterAll(() => setFaults(origin, "cards", {}));

/** Presses Tab until the element in focus has this name; fails after a whole round. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (name.test(focused)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${name}`);
}

/** Types what is searched for into ⌘K, and opens the first hit. */
async function searchByKeyboard(page: Page, typed: string, hit: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog").getByRole("combobox");
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type(typed);
  await expect
    .poll(() => page.getByRole("dialog").getByRole("option").first().textContent(), {
      timeout: SETTLED_MS,
    })
    .toMatch(hit);
  await page.keyboard.press("Enter");
}

/** Gives the reason in the open prompt, and confirms it; a supplier that is asked takes its time. */
async function giveReason(page: Page, reason: string, button: RegExp): Promise<void> {
  const prompt = page.getByRole("dialog");
  await prompt.getByLabel("原因").fill(reason);
  await prompt.getByRole("button", { name: button }).click();
  await prompt.waitFor({ state: "detached", timeout: SETTLED_MS });
}

type OrderPage = {
  readonly order: { readonly displayText: string };
  readonly supplierOrders: readonly { readonly outNo: string; readonly state: string }[];
};
const orderOf = (orderNo: string) => dataAs<OrderPage>("lead", "GET", `/orders/${orderNo}`);

type AuditLine = {
  readonly operation: string;
  readonly outcome: string;
  readonly change?: { readonly before?: object; readonly after?: object };
};

/** Expects these steps in the audit of one object, each with what it was before and after. */
async function expectAudited(object: string, steps: readonly string[]): Promise<void> {
  const { list } = await dataAs<{ list: readonly AuditLine[] }>(
    "lead",
    "GET",
    `/audit?object=${object}&outcome=done&pageSize=50`,
  );
  const found = list.filter(({ operation }) => steps.includes(operation)).toReversed();
  expect(found.map(({ operation }) => operation)).toEqual(steps);
  for (const { operation, change } of found) {
    expect(change, operation).toMatchObject({
      before: expect.any(Object),
      after: expect.any(Object),
    });
  }
}

test("an unknown order is asked, handled by hand, refunded by a unit, told, closed and audited", async () => {
  const member = await createMember();
  await setFaults(origin, "cards", { timeoutButDone: 1, never: 1 });
  const orderNo = await buy(member, { skuId: "kfc-cash-50", quantity: 2 });
  await vi.waitFor(
    async () => expect((await orderOf(orderNo)).supplierOrders.at(-1)?.state).toBe("UNKNOWN"),
    { timeout: SETTLED_MS, interval: 500 },
  );
  const { ticketId } = await asMember<{ ticketId: string }>(member, "/tickets", {
    topic: "order",
    text: QUESTION,
    orderNo,
    smsWanted: false,
  });

  // The order is found by its number, asked for, and moved to the manual queue.
  const page = await browser.openAs("lead", "/");
  await searchByKeyboard(page, orderNo, grouped(orderNo));
  await page.getByRole("heading", { level: 1, name: grouped(orderNo) }).waitFor();
  await settled(page);
  await page.getByText("结果未知，不是失败。").first().waitFor();
  await page.getByRole("button", { name: "立即查单" }).click();
  await giveReason(page, "会员来电催单", /^立即查单/);
  await page.getByText("结果未知，不是失败。").first().waitFor();
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "转人工" }).click();
  await giveReason(page, "供应商没有答复", /^转人工/);

  // It is claimed and handled by hand, with the supplier's words as evidence.
  const outNo = (await orderOf(orderNo)).supplierOrders.at(-1)?.outNo ?? "";
  await page.goto(`${origin}/console/desk?open=${outNo}`);
  const panel = page.getByRole("complementary", { name: `订单 ${orderNo}` });
  await panel.getByRole("button", { name: "领取" }).click();
  for (const name of ["确定失败", "放回队列"])
    await expectGoodPrompt(page, panel.getByRole("button", { name }));
  await panel.getByRole("button", { name: "已发到手" }).click();
  const prompt = page.getByRole("dialog", { name: "供应商确认已发货" });
  await prompt.getByLabel(/^卡号/).fill("KFC202611230001 7301\nKFC202611230002 7302");
  await prompt.getByLabel(/^依据/).fill("供应商客服 11:20 电话确认，两张卡号由其邮件给出");
  await expectGoodPage(page);
  await giveReason(page, "供应商已确认发货", /^按已发货处理/);
  await vi.waitFor(async () => expect((await orderOf(orderNo)).order.displayText).toBe("待使用"), {
    timeout: SETTLED_MS,
    interval: 500,
  });

  // One unit of two goes back, by keyboard alone.
  await searchByKeyboard(page, orderNo, grouped(orderNo));
  await page.getByRole("heading", { level: 1, name: grouped(orderNo) }).waitFor();
  await settled(page);
  await tabTo(page, /^发起退款$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^多退一份/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^退款 ¥/ }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^退款 ¥/ }).isEnabled()).toBe(true);
  await tabTo(page, /^退款 ¥/);
  await page.keyboard.press("Enter");
  const refund = page.getByRole("dialog", { name: "发起退款" });
  await refund.getByLabel("原因").waitFor();
  for (let pressed = 0; pressed < 20; pressed++) {
    if (await refund.getByLabel("原因").evaluate((field) => field === document.activeElement))
      break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("会员只要一张");
  await tabTo(page, /^退款 ¥/);
  await page.keyboard.press("Enter");
  await refund.waitFor({ state: "detached" });

  // The ticket is answered; the member reads both messages on a phone.
  await page.goto(`${origin}/console/tickets?tab=free`);
  await page
    .getByRole("row", { name: new RegExp(QUESTION) })
    .getByRole("button")
    .first()
    .click();
  const ticket = page.getByRole("complementary", { name: new RegExp(QUESTION) });
  await ticket.getByRole("button", { name: "受理" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "受理" }).click();
  await ticket.getByLabel(/^回复内容/).fill(ANSWER, { timeout: SETTLED_MS });
  await ticket.getByRole("button", { name: "回复会员" }).click();
  await ticket.getByRole("list", { name: "留言和回复" }).getByText(ANSWER).waitFor();
  const phone = await openLoggedIn(
    browser,
    await logInByPhone(origin, member.phone),
    "/pages/user/messages",
  );
  await phone.getByRole("button", { name: /退款/ }).first().waitFor({ timeout: SETTLED_MS });
  await phone
    .getByRole("button", { name: /客服已回复/ })
    .first()
    .click({ timeout: SETTLED_MS });
  await phone.getByText(ANSWER, { exact: true }).waitFor();
  await ticket.getByRole("button", { name: "关闭工单" }).click();
  const closing = page.getByRole("dialog");
  await closing.getByLabel(/处理结果/).fill("补发一张，退款一张");
  await closing.getByRole("button", { name: "关闭工单" }).click();
  await ticket.getByText("已关闭").first().waitFor();

  // The audit shows each step with before and after.
  await expectAudited(orderNo, [
    "operatorOrders.ask",
    "operatorOrders.toDesk",
    "operatorDesk.claim",
    "operatorDesk.delivered",
    "operatorOrders.refund",
  ]);
  await expectAudited(ticketId, [
    "operatorTickets.take",
    "operatorTickets.answer",
    "operatorTickets.close",
  ]);
  await page.goto(`${origin}/console/audit?object=${orderNo}`);
  await settled(page);
  await page
    .getByRole("row", { name: /人工确认发放/ })
    .getByRole("button")
    .first()
    .click();
  const line = page.getByRole("complementary", { name: "人工确认发放" });
  await line.getByRole("heading", { name: /变更对比/ }).waitFor();
  await line.getByText(/改前/).first().waitFor();
  await expectGoodPage(page);
});

test.runIf(isSlowTier)(
  "a whole code is found by keyboard alone, with the sentence for the member",
  async () => {
    const code = await freshCode(origin, "points-500");
    const page = await browser.openAs("service", "/");
    await searchByKeyboard(page, code, /兑换码 …/);
    await page.waitForURL(/\/console\/codes\/[^/]+$/);
    await settled(page);
    await page.getByText("客服话术").first().waitFor();
    expect(page.url()).not.toContain(code);
  },
);

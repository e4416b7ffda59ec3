/**
 * Tickets in two browsers: a member asks about an order with a picture, an operator
 * answers with a prepared text and closes the ticket, and the member reads both.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import { expect, test } from "vitest";
import { expectAccessible, freshCode, overflowOf, SMALL_PHONE } from "../browser.ts";
import { chooseStore, codeShown, logIn, orderMeal } from "../exchange-steps.ts";
import { buyCards, CARD, newPhone, openInWechat, SETTLED_MS } from "../shop/shop.fixture.ts";
import { asMember, createMember, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodPage, goTo, NARROW } from "./console.fixture.ts";
import { expectGoodPrompt } from "./keyboard.ts";

const browser = consoleBrowser();
const QUESTION = "卡券没有显示，门店说查不到";

test("a member asks about an order with a picture, an operator answers, and both see it closed", async () => {
  const { page: member } = await openInWechat(browser, newPhone(), CARD, () => "pays");
  await buyCards(member, 1);
  await member.getByRole("button", { name: /联系客服/ }).click();
  await member.waitForURL((url) => url.pathname === "/pages/user/ask");
  await member.getByLabel("问题说明").fill(QUESTION);
  await member.getByLabel("添加凭证图片").setInputFiles({
    name: "one.jpg",
    mimeType: "image/jpeg",
    buffer: await picture("image/jpeg"),
  });
  await member.getByAltText("凭证 1，已上传").waitFor();
  await expectAccessible(member);
  await member.setViewportSize(SMALL_PHONE);
  expect(await overflowOf(member)).toBe(0);
  await member.getByRole("button", { name: "提交" }).click();
  await member.waitForURL((url) => url.pathname === "/pages/user/ticket");
  await member.getByText("等待受理").waitFor();
  await expectAccessible(member);
  expect(await overflowOf(member)).toBe(0);
  const address = member.url();

  const agent = await browser.openAs("service", "/tickets?tab=free");
  await agent
    .getByRole("row", { name: new RegExp(QUESTION) })
    .getByRole("button")
    .first()
    .click();
  const panel = agent.getByRole("complementary", { name: new RegExp(QUESTION) });
  await panel.getByAltText("图片 1").waitFor();
  await expectGoodPage(agent);
  await panel.getByRole("button", { name: "受理" }).click();
  await agent.getByRole("dialog").getByRole("button", { name: "受理" }).click();
  await panel.getByRole("button", { name: "回复会员" }).waitFor();
  await expectGoodPrompt(agent, panel.getByRole("button", { name: "转交" }));
  await panel.getByLabel("常用回复").selectOption({ label: "取货凭证已补发" });
  await panel.getByRole("button", { name: "回复会员" }).click();
  await panel
    .getByRole("list", { name: "留言和回复" })
    .getByText(/取货凭证已补发/)
    .waitFor();

  await member.goto(`${browser.origin}/pages/user/messages`);
  await member
    .getByRole("button", { name: /客服已回复/ })
    .first()
    .click({ timeout: SETTLED_MS });
  await member.waitForURL(address);
  await member.getByText(/^你好，取货凭证已补发，请在订单详情里查看/).waitFor();
  await member.setViewportSize({ width: 390, height: 844 });
  await panel.getByRole("button", { name: "关闭工单" }).click();
  const prompt = agent.getByRole("dialog");
  await prompt.getByLabel(/处理结果/).fill("凭证已补发");
  await prompt.getByRole("button", { name: "关闭工单" }).click();
  await panel.getByText("已关闭").first().waitFor();
  await agent.setViewportSize(NARROW);
  await expectGoodPage(agent);

  await member.reload();
  await member.getByText("处理结果：凭证已补发").waitFor();
  expect(await member.getByRole("button", { name: "继续留言" }).count()).toBe(0);
  await member.goto(`${browser.origin}/pages/user/tickets`);
  await member.getByText(QUESTION).waitFor();
  await expectAccessible(member);
  await member.goto(`${browser.origin}/pages/user/help`);
  await member.getByText("我的工单").waitFor();
  for (const tab of ["waiting", "answers", "closings"]) {
    await agent.goto(`${browser.origin}/console/tickets?tab=${tab}`);
    await agent.getByRole("table").or(agent.getByText("没有")).first().waitFor();
    await expectGoodPage(agent);
  }
});

test("the notice of a ticket handed to an operator covers nothing and ends with the answer", async () => {
  const asker = await createMember();
  const { ticketId } = await asMember<{ ticketId: string }>(asker, "/tickets", {
    topic: "other",
    text: "积分什么时候到期",
    smsWanted: false,
  });
  type Colleagues = { readonly list: readonly { readonly id: string; readonly name: string }[] };
  const { name } = await dataAs<{ name: string }>("service", "GET", "/passport/me");
  const { list } = await dataAs<Colleagues>("lead", "GET", "/ticket-colleagues");
  const handed = { toId: list.find((one) => one.name === name)?.id, reason: "下班交接" };
  await dataAs("lead", "POST", `/tickets/${ticketId}/hand-over`, handed);

  const agent = await browser.openAs("service", "/orders");
  const notice = agent.getByRole("status", { name: "转给您的" });
  await notice.getByText("下班交接").waitFor();
  const [drawn, table] = await Promise.all([
    notice.boundingBox(),
    agent.getByRole("table").boundingBox(),
  ]);
  expect(table?.y, "the list is below the notice").toBeGreaterThanOrEqual(
    (drawn?.y ?? Infinity) + (drawn?.height ?? 0),
  );
  await expectGoodPage(agent);
  await goTo(agent, `/tickets?open=${ticketId}`);
  expect(await notice.getByText("下班交接").count()).toBe(1);
  const panel = agent.getByRole("complementary", { name: /积分什么时候到期/ });
  await panel.getByLabel("回复内容（会员会读到）").fill("积分在获得后的第二年年底到期。");
  await panel.getByRole("button", { name: "回复会员" }).click();
  await notice.getByText("下班交接").waitFor({ state: "detached" });
});

test.runIf(isSlowTier)("a question from a receipt keeps its order through the login", async () => {
  const code = await freshCode(browser.origin, "kfc-set");
  const guest = await browser.open(`/pages/exchange/manifest#code=${code}`);
  await chooseStore(guest);
  await orderMeal(guest, newPhone());
  await codeShown(guest);
  await guest.getByRole("button", { name: /联系客服/ }).click();
  await guest.waitForURL((url) => url.pathname === "/pages/passport/login");
  await logIn(guest, browser.origin, newPhone());
  await guest.waitForURL((url) => url.pathname === "/pages/user/ask");
  await guest.getByText("关于刚才的兑换订单").waitFor();
  await guest.getByLabel("问题说明").fill("门店说没有这个取餐码");
  await guest.getByRole("button", { name: "提交" }).click();
  await guest.waitForURL((url) => url.pathname === "/pages/user/ticket");

  const agent = await browser.openAs("service", "/tickets?tab=free");
  await agent
    .getByRole("row", { name: /门店说没有这个取餐码/ })
    .getByRole("button")
    .first()
    .click();
  await agent.getByRole("heading", { name: "兑换码的订单" }).waitFor();
  await expectGoodPage(agent);
});

/** Invoices through the console: of a member's order up to the file, and of a dealer's month until it is reversed. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { agreeAs, asMember, buy, createMember, inDatabase } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths, expectGoodPage, goTo } from "./console.fixture.ts";

const browser = consoleBrowser();
/** A dealer of the demo, who pays 85 % of what the codes are worth. */
const DEALER = "13800000003";

/** Opens an invoice of a list, and decides about it with a reason. */
async function decide(
  operator: Page,
  invoice: { readonly title: string; readonly button: RegExp; readonly reason: string },
): Promise<void> {
  await operator
    .getByRole("row", { name: new RegExp(invoice.title) })
    .getByRole("button")
    .first()
    .click();
  const panel = operator.getByRole("complementary").filter({ hasText: invoice.title });
  await panel.getByRole("button", { name: invoice.button }).click();
  const prompt = operator.getByRole("dialog");
  await prompt.getByLabel(/原因/).fill(invoice.reason);
  await prompt.getByRole("button", { name: invoice.button }).click();
  await prompt.waitFor({ state: "detached" });
}

/** Loads a member's page again until it says this. */
const reads = (member: Page, text: string) =>
  expect
    .poll(
      async () => {
        await member.reload();
        await member.getByText("我的发票").first().waitFor();
        return member.getByText(text, { exact: true }).count();
      },
      { timeout: SETTLED_MS },
    )
    .toBe(1);

test("a member asks for an invoice, an operator issues it, and the member saves the file", async () => {
  const buyer = await createMember();
  const orderNo = await buy(buyer, { skuId: "phone-mobile-10", quantity: 1, account: buyer.phone });
  await expect
    .poll(() => asMember<{ canRequest: boolean }>(buyer, `/orders/${orderNo}/invoice`), {
      timeout: SETTLED_MS,
    })
    .toMatchObject({ canRequest: true });
  const login = await logInByPhone(browser.origin, buyer.phone);
  const member = await openLoggedIn(browser, login, `/pages/exchange/ordetail?orderNo=${orderNo}`);
  await member.getByRole("button", { name: /发票/ }).click();
  await member.getByRole("button", { name: "企业", exact: true }).click();
  await member.getByLabel("发票抬头").fill("云上科技有限公司");
  await member.getByLabel("税号").fill("914403007084611361");
  await member.getByRole("button", { name: /申请开票/ }).click();
  await member.getByText("税号不正确，请核对 18 位统一社会信用代码").waitFor();
  await member.getByLabel("税号").fill("91440300708461136t");
  await expectAccessible(member);
  await member.getByRole("button", { name: /申请开票/ }).click();
  await member.getByText("待开票").waitFor();

  const operator = await browser.openAs("checker", `/invoices?keyword=${orderNo}`);
  await decide(operator, { title: "云上科技", button: /^开具/, reason: "核对无误" });
  await expectGoodPage(operator);

  await reads(member, "已开票");
  const saved = member.waitForEvent("download");
  await member.getByRole("button", { name: "保存电子发票" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^发票-\d{20}\.pdf$/);
  await member.goto(`${browser.origin}/pages/user/invoices`);
  await member.getByText("云上科技有限公司").waitFor();
  await expectAccessible(member);
});

/** Lets the dealer make ten codes of 1,000 points, as if it had been last month. */
async function makeCodesLastMonth(token: string): Promise<void> {
  const target = { target: "points", title: "1,000 积分", points: 1_000 };
  const validUntil = Date.now() + 90 * 86_400_000;
  const { batchId } = await asMember<{ batchId: string }>({ token }, "/exchange/batches", {
    name: "上月的批次",
    count: 10,
    target: { ...target, validUntil },
  });
  await asMember({ token }, `/exchange/batches/${batchId}/submit`, {});
  await expect
    .poll(() => asMember<{ state: string }>({ token }, `/exchange/batches/${batchId}`), {
      timeout: SETTLED_MS,
    })
    .toMatchObject({ state: "ready" });
  await agreeAs("lead", `code_batch.${batchId}`);
  const lastMonth = "(quota_month - interval '1 month')::date";
  await inDatabase(
    `INSERT INTO code_dealer_month (member_id, month, codes, face_fen)
     SELECT dealer_id, ${lastMonth}, 10, 10000 FROM code_batch WHERE batch_id = $1
     ON CONFLICT DO NOTHING`,
    [batchId],
  );
  await inDatabase(`UPDATE code_batch SET quota_month = ${lastMonth} WHERE batch_id = $1`, [
    batchId,
  ]);
}

test("a dealer asks for the invoice of last month's statement, it is issued, and reversed", async () => {
  const login = await logInByPhone(browser.origin, DEALER);
  await makeCodesLastMonth(login.token);
  const dealer = await openLoggedIn(browser, login, "/pages/exchange/generate");
  await dealer.getByRole("button", { name: "对账单" }).click();
  const statement = dealer.getByRole("dialog");
  await statement.getByRole("button", { name: "看上个月" }).click();
  await statement.getByText("上月的批次").waitFor();
  await statement.getByRole("button", { name: "这个月的发票" }).click();
  await dealer.getByText("按这个月对账单的应付金额开具").waitFor();
  await dealer.getByText("¥85.00", { exact: true }).waitFor();
  await dealer.getByRole("button", { name: "企业", exact: true }).click();
  await dealer.getByLabel("发票抬头").fill("华东渠道有限公司");
  await dealer.getByLabel("税号").fill("91440300708461136T");
  await expectAccessible(dealer);
  await dealer.getByRole("button", { name: /申请开票/ }).click();
  await dealer.getByText("待开票").waitFor();

  const operator = await browser.openAs("checker", "/invoices");
  const title = "华东渠道有限公司";
  await operator
    .getByRole("row", { name: new RegExp(`${title}.*经销商对账单.*¥85\\.00`) })
    .waitFor();
  await decide(operator, { title, button: /^开具/, reason: "与对账单一致" });
  await reads(dealer, "已开票");

  await goTo(operator, "/invoices?stage=issued");
  await decide(operator, { title, button: /^红冲/, reason: "抬头开错" });
  await reads(dealer, "已红冲");
  // The month can be invoiced again, under another title.
  await dealer.getByRole("button", { name: /申请开票/ }).waitFor();
  await goTo(operator, "/invoices?stage=reversed");
  await operator.getByRole("row", { name: new RegExp(title) }).waitFor();
  await expectGoodAtBothWidths(operator);
});

/** An invoice from the member's order to the issued file, through the console. */
import { expect, test } from "vitest";
import { expectAccessible } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { asMember, buy, createMember } from "./console-calls.ts";
import { consoleBrowser, expectGoodPage } from "./console.fixture.ts";

const browser = consoleBrowser();

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
  await operator
    .getByRole("row", { name: /云上科技/ })
    .getByRole("button")
    .first()
    .click();
  const panel = operator.getByRole("complementary").filter({ hasText: "91440300708461136T" });
  await panel.getByRole("button", { name: /^开具/ }).click();
  const prompt = operator.getByRole("dialog");
  await prompt.getByLabel(/原因/).fill("核对无误");
  await prompt.getByRole("button", { name: /^开具/ }).click();
  await prompt.waitFor({ state: "detached" });
  await expectGoodPage(operator);

  await expect
    .poll(
      async () => {
        await member.reload();
        return member.getByText("已开票").count();
      },
      { timeout: SETTLED_MS },
    )
    .toBe(1);
  const saved = member.waitForEvent("download");
  await member.getByRole("button", { name: "保存电子发票" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^发票-\d{20}\.pdf$/);
  await member.goto(`${browser.origin}/pages/user/invoices`);
  await member.getByText("云上科技有限公司").waitFor();
  await expectAccessible(member);
});

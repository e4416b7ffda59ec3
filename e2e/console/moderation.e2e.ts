/** A doubtful nickname from the member's change to the operator's rejection. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { expect, test } from "vitest";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { asMember, createMember } from "./console-calls.ts";
import { consoleBrowser, expectGoodPage } from "./console.fixture.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";

const browser = consoleBrowser();

test("an operator rejects a doubtful nickname, which becomes the default, and the member is told", async () => {
  const { phone } = await createMember();
  const login = await logInByPhone(browser.origin, phone);
  const member = await openLoggedIn(browser, login, "/pages/user/settings");
  await member.getByRole("button", { name: /昵称/ }).click();
  const sheet = member.getByRole("dialog", { name: "设置昵称" });
  await sheet.getByRole("textbox").fill("可疑的小鲸鱼");
  await sheet.getByRole("button", { name: "保存" }).click();
  await sheet.waitFor({ state: "detached" });

  const operator = await browser.openAs("service", "/moderation?kind=nickname");
  const row = operator.getByRole("row", { name: /可疑的小鲸鱼/ });
  await expect
    .poll(
      async () => {
        await operator.reload();
        await operator.getByRole("table").or(operator.getByText("没有内容")).first().waitFor();
        return row.count();
      },
      { timeout: SETTLED_MS },
    )
    .toBe(1);
  await row.getByRole("button").first().click();
  const panel = operator.getByRole("complementary").filter({ hasText: "文字可疑" });
  await expectGoodPage(operator);
  await panel.getByRole("button", { name: "驳回" }).click();
  const prompt = operator.getByRole("dialog");
  await prompt.getByLabel(/原因/).fill("容易引起误会");
  await prompt.getByRole("button", { name: "驳回" }).click();
  await prompt.waitFor({ state: "detached" });
  const { nickname } = await asMember<{ nickname: string }>(login, "/member/me");
  expect(nickname).toMatch(/^云鲸会员\d{4}$/);
  type Messages = { readonly list: readonly { readonly title: string }[] };
  await expect
    .poll(async () => (await asMember<Messages>(login, "/messages")).list[0]?.title, {
      timeout: SETTLED_MS,
    })
    .toBe("昵称未通过审核");
});

test.runIf(isSlowTier)("a word is added to the list by a form", async () => {
  const operator = await browser.openAs("lead", "/moderation?tab=words");
  await operator.getByRole("button", { name: "添加词" }).click();
  const form = operator.getByRole("dialog");
  await form.getByLabel(/^词/).first().fill("代刷");
  await form.getByLabel(/^昵称里出现时/).selectOption("deny");
  await form.getByRole("textbox", { name: /原因/ }).fill("违规服务");
  await form.getByRole("button", { name: "保存" }).click();
  await form.waitFor({ state: "detached" });
  const row = operator.getByRole("row", { name: /代刷/ });
  await row.getByText("不能使用").waitFor();
});

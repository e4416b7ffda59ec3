/** A doubtful nickname from the member's change to the operator's rejection, and the list of words. */
import { expect, test } from "vitest";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { asMember, createMember } from "./console-calls.ts";
import { consoleBrowser, expectGoodPage } from "./console.fixture.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";

const browser = consoleBrowser();

test("an operator rejects a doubtful nickname, which becomes the default; a new word is refused", async () => {
  const { phone } = await createMember();
  const login = await logInByPhone(browser.origin, phone);
  const member = await openLoggedIn(browser, login, "/pages/user/settings");
  const rename = async (nickname: string) => {
    await member.getByRole("button", { name: /昵称/ }).click();
    const sheet = member.getByRole("dialog", { name: "设置昵称" });
    await sheet.getByRole("textbox").fill(nickname);
    await sheet.getByRole("button", { name: "保存" }).click();
    return sheet;
  };
  await (await rename("可疑的小鲸鱼")).waitFor({ state: "detached" });

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

  await operator.goto(`${browser.origin}/console/moderation?tab=words`);
  await operator.getByRole("button", { name: "添加词" }).click();
  const form = operator.getByRole("dialog");
  await form.getByLabel("词", { exact: true }).fill("水 军");
  await form.getByLabel(/昵称里出现时/).selectOption("deny");
  await form.getByLabel(/原因/).fill("推广账号");
  await form.getByRole("button", { name: "保存" }).click();
  await operator.getByRole("row", { name: /水 军/ }).waitFor();
  await member.goto(`${browser.origin}/pages/user/settings`);
  const sheet = await rename("水*军");
  await sheet.getByText(/包含不能使用的词/).waitFor();
});

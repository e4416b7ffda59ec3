/**
 * The home page as one journey: a block is added, previewed in the member app's own components,
 * published, seen by a member, and rolled back. Of two editors the second one sees both drafts.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { asMember, createMember, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths } from "./console.fixture.ts";

const browser = consoleBrowser();
const drawer = (page: Page) => page.getByRole("dialog");
const phoneOf = (page: Page) => page.frameLocator("iframe[title='首页预览']");

async function confirm(page: Page, button: RegExp): Promise<void> {
  await drawer(page).getByLabel(/^原因/).fill("周末活动");
  await drawer(page).getByRole("button", { name: button }).click();
  await drawer(page).waitFor({ state: "detached" });
}

/** The titles of the zones that an anonymous member's home page has. */
async function zonesSeen(): Promise<readonly string[]> {
  const answer = await fetch(`${browser.origin}/api/home`);
  const body = (await answer.json()) as {
    readonly data: { readonly blocks: readonly { readonly title?: string }[] };
  };
  return body.data.blocks.map(({ title = "" }) => title);
}

test("a zone is added, previewed, published, seen by members and rolled back", async () => {
  const page = await browser.openAs("lead", "/home-page");
  await phoneOf(page).getByText("限时价").waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "加一块" }).click();
  await page.getByRole("button", { name: "专区", exact: true }).click();
  await page.getByLabel(/^标题/).fill("周末专区");
  await page.getByLabel("加商品").fill("拿铁");
  await page.getByRole("button", { name: /拿铁/ }).first().click();
  await page.getByRole("button", { name: /^周末专区.*上移/ }).click();
  // The frame shows what was typed, before anything is published.
  await phoneOf(page).getByText("周末专区").waitFor({ timeout: SETTLED_MS });
  await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
  expect(await zonesSeen()).not.toContain("周末专区");
  await expectGoodAtBothWidths(page);

  await page.getByRole("button", { name: /^发布 v/ }).click();
  await confirm(page, /^发布 v/);
  await page.getByText("线上 v2").waitFor();
  await vi.waitFor(async () => expect(await zonesSeen()).toContain("周末专区"), { timeout: 2_500 });

  await page.getByRole("button", { name: "回退", exact: true }).click();
  await page.getByRole("button", { name: "v1 看改动" }).click();
  await page
    .getByRole("row", { name: /周末专区/ })
    .first()
    .waitFor();
  await expectGoodAtBothWidths(page);
  await page.getByRole("button", { name: "回退到 v1" }).click();
  await confirm(page, /^回退到 v1/);
  await page.getByText("线上 v3").waitFor();
  await vi.waitFor(async () => expect(await zonesSeen()).not.toContain("周末专区"), {
    timeout: 2_500,
  });
});

test.runIf(isSlowTier)(
  "of two editors of one draft the second sees both, and goes on with one",
  async () => {
    const page = await browser.openAs("lead", "/home-page");
    await page.getByRole("button", { name: /^限时价/ }).click();
    type Detail = { sinceVersion: number; blocks: { kind: string; title: string }[] };
    const { sinceVersion, blocks } = await dataAs<Detail>("lead", "GET", "/home/draft");
    const theirs = blocks.map((block) =>
      block.title === "限时价" ? { ...block, title: "今晚特价" } : block,
    );
    await dataAs("checker", "PUT", "/home/draft", { sinceVersion, blocks: theirs });
    await page.getByLabel(/^标题/).fill("整点抢");
    const conflict = page.getByRole("alert", { name: "草稿冲突" });
    await conflict.waitFor({ timeout: SETTLED_MS });
    expect(await conflict.textContent()).toMatch(/今晚特价.*整点抢/);
    await expectGoodAtBothWidths(page);
    await conflict.getByRole("button", { name: "用对方的" }).click();
    await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
    expect(await page.getByLabel(/^标题/).inputValue()).toBe("今晚特价");
  },
);

test.runIf(isSlowTier)(
  "a help article and the legal lines are changed, and members read them",
  async () => {
    const page = await browser.openAs("lead", "/content?tab=help");
    await page.getByLabel(/^问题/).fill("兑换码在哪里输入？");
    await page.getByLabel("搜索词").fill("口令");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await confirm(page, /^保存$/);
    await page.getByRole("button", { name: "客服与备案" }).click();
    await page.getByLabel("备案号").fill("沪ICP备00000000号-1");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    // A lost connection keeps what was typed.
    browser.expectFailure(/\/service-contacts$/, "no answer");
    await page.route(/\/service-contacts$/, (route) => route.abort(), { times: 1 });
    await drawer(page).getByLabel(/^原因/).fill("备案更新");
    await drawer(page)
      .getByRole("button", { name: /^保存$/ })
      .click();
    await drawer(page).getByRole("alert").waitFor();
    await drawer(page)
      .getByRole("button", { name: /^保存$/ })
      .click();
    await drawer(page).waitFor({ state: "detached" });

    const member = await browser.open("/pages/passport/terms");
    await member.getByText("沪ICP备00000000号-1").waitFor();
    const answer = await fetch(`${browser.origin}/api/help`);
    expect(await answer.text()).toContain("兑换码在哪里输入？");
  },
);

test("an agreement is published as a version: members read it, accept it again, and operators see who did", async () => {
  type Terms = { topup: { termsVersion: string; isNeeded: boolean } };
  const member = await createMember();
  const { topup: before } = await asMember<Terms>(member, "/member/terms");
  await asMember(member, "/member/terms", { of: "topup", termsVersion: before.termsVersion });

  const page = await browser.openAs("lead", "/content?tab=topup");
  const body = page.getByLabel(/^正文/);
  await body.fill(`${await body.inputValue()}\n\n# 七、发票\n\n充值后可以申请发票。`);
  await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "看改动" }).click();
  await page.getByRole("row", { name: /七、发票.*可以申请发票/ }).waitFor();
  await page.getByRole("button", { name: /^发布第 1 版/ }).click();
  await drawer(page).getByLabel("会员须重新同意").click();
  await confirm(page, /^发布第 1 版/);
  await page.getByText(/^第 1 版，.*0 人同意过/).waitFor();

  const reader = await browser.open("/pages/passport/terms?type=topup");
  await reader.getByRole("heading", { name: "七、发票" }).waitFor();
  await reader.getByText(/^第 1 版，.*起生效/).waitFor();
  const { topup } = await asMember<Terms>(member, "/member/terms");
  expect(topup.isNeeded).toBe(true);
  await asMember(member, "/member/terms", { of: "topup", termsVersion: topup.termsVersion });
  await page.reload();
  await page.getByText(/^第 1 版，.*1 人同意过/).waitFor();
  await page.getByRole("button", { name: "版本" }).click();
  await page.getByText("须重新同意").waitFor();
  await expectGoodAtBothWidths(page);
  const view = await browser.openAs("lead", `/members/${member.memberNo}`);
  await view.getByText("充值协议第 1 版").waitFor();
});

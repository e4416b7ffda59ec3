/** The customer support finds a member, reads the ledger, reveals a phone, and explains a code. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshCode } from "../browser.ts";
import {
  consoleBrowser,
  expectGoodAtBothWidths,
  expectGoodPage,
  settled,
} from "./console.fixture.ts";
import { expectGoodPrompt } from "./keyboard.ts";

const TABS = ["账本", "优惠券", "兑换码", "邀请", "消息", "登录", "账户记录", "订单"] as const;
const browser = consoleBrowser();

/** Types the last four digits of the demo's member on the list of members. */
async function openDemoMember(page: Page): Promise<void> {
  await page.getByLabel("手机号、手机后四位或会员号").focus();
  await page.keyboard.type("0001");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/members\/\d{9}/);
  await page.getByRole("heading", { level: 1, name: /林知夏/ }).waitFor();
  await settled(page);
}

const memberTab = (page: Page, name: (typeof TABS)[number]) =>
  page.getByRole("navigation", { name: "会员", exact: true }).getByRole("button", { name });

test("the last four digits lead to a line of the ledger by keyboard alone", async () => {
  const page = await browser.openAs("service", "/members");
  await openDemoMember(page);
  await memberTab(page, "账本").focus();
  await page.keyboard.press("Enter");
  const ledger = page.getByRole("table", { name: "会员的账本" });
  // The newest lines depend on what the member has done since the start.
  await ledger.getByRole("row").nth(1).waitFor();
  expect(new URL(page.url()).searchParams.get("tab")).toBe("ledger");
});

test("every tab of a member fits both widths and has no accessibility fault", async () => {
  const page = await browser.openAs("service", "/members");
  await expectGoodAtBothWidths(page);
  await openDemoMember(page);
  for (const tab of TABS) {
    await memberTab(page, tab).click();
    await settled(page);
    await expectGoodAtBothWidths(page);
  }
  expect(await page.getByText("{pickup}").count()).toBe(0);
});

test.runIf(isSlowTier)("the prompts of a member and of a coupon are without a fault", async () => {
  const page = await browser.openAs("lead", "/members");
  await openDemoMember(page);
  await page.getByRole("button", { name: "更多" }).click();
  await expectGoodPrompt(page, page.getByRole("button", { name: "人工换绑" }));
  await memberTab(page, "优惠券").click();
  await settled(page);
  for (const name of ["延长", "作废"])
    await expectGoodPrompt(page, page.getByRole("table").getByRole("button", { name }).first());
});

test.runIf(isSlowTier)("a phone is shown after a reason, and each time is counted", async () => {
  const page = await browser.openAs("service", "/members");
  await openDemoMember(page);
  const reveal = page.getByRole("button", { name: /查看完整手机号/ });
  const before = Number(/今天 (\d+)/.exec((await reveal.getAttribute("aria-label")) ?? "")?.[1]);
  await reveal.click();
  const prompt = page.getByRole("dialog", { name: "查看完整手机号" });
  await prompt.getByLabel("原因").fill("会员来电核对身份");
  await prompt.getByRole("button", { name: "查看手机号" }).click();
  await page.getByText("13800000001").waitFor();
  await expectGoodPage(page);
  await page.reload();
  await page.getByRole("button", { name: `查看完整手机号，今天 ${before + 1} /` }).waitFor();
  expect(await page.getByText("13800000001").count()).toBe(0);
});

test.runIf(isSlowTier)(
  "a whole code leads to its history and to a sentence for the member",
  async () => {
    const code = await freshCode(browser.origin, "kfc-value-50");
    const page = await browser.openAs("lead", "/codes");
    await page.getByLabel("整码、尾号、订单号或收据链接").fill(code);
    await page.getByText("校验位正确，是我们的码").waitFor();
    await expectGoodAtBothWidths(page);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/codes\/[^?]+/);
    await settled(page);
    expect(page.url()).not.toContain(code);
    await page.getByText(/兑换码可以使用，请在 \d{4}年.*前兑换/).waitFor();
    await expectGoodAtBothWidths(page);

    await page.getByRole("button", { name: "冻结" }).click();
    const prompt = page.getByRole("dialog", { name: "冻结兑换码" });
    await prompt.getByLabel("原因").fill("会员说码被人拍下");
    await prompt.getByRole("button", { name: "冻结" }).click();
    await page.getByText(/这张兑换码正在核查，暂时不能使用/).waitFor();
    await page.getByRole("button", { name: "恢复" }).waitFor();
    await expectGoodAtBothWidths(page);
  },
);

test.runIf(isSlowTier)(
  "a code of a member leads from the member's page to its history",
  async () => {
    const page = await browser.openAs("lead", "/members");
    await openDemoMember(page);
    await memberTab(page, "兑换码").click();
    await page.getByRole("link", { name: /^…/ }).first().click();
    await page.waitForURL(/\/codes\/[^?]+/);
    await page.getByText(/兑换码已经兑换过/).waitFor();
    await expectGoodAtBothWidths(page);
  },
);

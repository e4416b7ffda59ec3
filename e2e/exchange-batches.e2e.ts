/** Codes by two persons: a dealer makes a batch, a checker approves it, and the dealer freezes it. */
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectNoBarriers, overflowOf, phone, SMALL_PHONE } from "./browser.ts";
import { openWith } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";

const device = phone();
const PATH = "/pages/exchange/generate";
/** May make codes, and may not approve them, in the demo. */
const DEALER = "13800000003";
const NAME = `鲸鱼节 ${Date.now() % 100_000}`;

const openAs = async (who: string, options = {}): Promise<Page> =>
  openWith(device, await logInByPhone(device.origin, who), PATH, options);

async function describeBatch(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "新建" }).click();
  await page.getByRole("button", { name: "提交审核" }).click();
  await page.getByText("请填写 1 以上的整数").waitFor();
  await page.getByRole("textbox", { name: "每个码的积分" }).fill("300");
  await page.getByRole("textbox", { name: "数量（个）" }).fill("12");
  await page.getByRole("textbox", { name: "批次名称" }).fill(NAME);
  await page.getByRole("region", { name: "预览" }).getByText("300 积分").waitFor();
  await expectNoBarriers(page);
}

const sheetOf = (page: Page) => page.getByRole("dialog", { name: "批次详情" });
const countOf = (page: Page, name: string) =>
  sheetOf(page).locator("dl > div", { hasText: name }).getByRole("definition").first();

async function openBatch(page: Page): Promise<void> {
  await page.getByRole("button", { name: new RegExp(NAME) }).click();
  await sheetOf(page).getByText(NAME).first().waitFor();
}

test("a dealer's codes live by another person's word, and stop by the dealer's own", async () => {
  const dealer = await openAs(DEALER, { viewport: SMALL_PHONE });
  await describeBatch(dealer);
  expect(await overflowOf(dealer)).toBe(0);
  await dealer.getByRole("button", { name: "提交审核" }).click();
  await dealer.getByRole("button", { name: "生成并提交" }).click();
  await sheetOf(dealer).getByText("已提交，等另一人审核").waitFor();
  await expectNoBarriers(dealer);
  expect(await sheetOf(dealer).getByRole("button", { name: "通过" }).count()).toBe(0);

  const checker = await openWith(device, inject("operator"), PATH);
  expect(await checker.getByRole("tab").count()).toBe(0);
  await expectNoBarriers(checker);
  await openBatch(checker);
  await sheetOf(checker).getByRole("button", { name: "通过批次" }).click();
  await checker.getByRole("alertdialog").getByRole("button", { name: "通过" }).click();
  await sheetOf(checker).getByText("兑换码可以使用").waitFor();

  await sheetOf(dealer).getByRole("button", { name: "关闭" }).click();
  await dealer.reload();
  await openBatch(dealer);
  await expect.poll(() => countOf(dealer, "可兑换").innerText()).toBe("12");
  await sheetOf(dealer).getByRole("button", { name: "冻结" }).click();
  const asked = dealer.getByRole("dialog", { name: "冻结兑换码" });
  await asked.getByRole("textbox", { name: /原因/ }).fill("渠道异常");
  await expectNoBarriers(dealer);
  await asked.getByRole("button", { name: "冻结" }).click();
  await sheetOf(dealer).getByText("整批暂停，恢复后才能兑换").waitFor();
  expect(await countOf(dealer, "已冻结").innerText()).toBe("12");

  await sheetOf(dealer).getByRole("textbox", { name: "按尾号查码" }).fill("0000");
  await sheetOf(dealer).getByRole("button", { name: "查询" }).click();
  await sheetOf(dealer)
    .getByRole("status")
    .last()
    .getByText(/没有这个尾号|第 \d+ 号/)
    .first()
    .waitFor();
});

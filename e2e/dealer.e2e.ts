/**
 * A dealer's money: what a batch costs while it is described, a batch beyond the quota, and the monthly
 * statement on the page and as files.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, SMALL_PHONE } from "./browser.ts";
import { consoleBrowser } from "./console/console.fixture.ts";
import { openLoggedIn } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";

const device = consoleBrowser();
/** A demo member with a dealer's terms: 85 % of the face value. */
const DEALER = "13800000003";
const NAME = `额度 ${Date.now() % 100_000}`;

async function expectFits(page: Page): Promise<void> {
  expect(await overflowOf(page), "pixels that stick out at 320").toBe(0);
  await expectAccessible(page);
}

async function describe(page: Page, yuan: string, count: string): Promise<void> {
  await page.getByRole("button", { name: "余额", exact: true }).click();
  await page.getByRole("textbox", { name: /金额/ }).fill(yuan);
  await page.getByRole("textbox", { name: "数量（个）" }).fill(count);
  await page.getByRole("textbox", { name: "批次名称" }).fill(NAME);
}

/** Saves a file of the open statement; returns its name and its bytes. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a dealer sees what a batch costs before it is submitted, and what is owed for the month", async () => {
  const grant = await logInByPhone(device.origin, DEALER);
  const page = await openLoggedIn(device, grant, "/pages/exchange/generate", {
    viewport: SMALL_PHONE,
  });
  await page.getByRole("tab", { name: "新建" }).click();
  expect(await page.getByText("应付", { exact: true }).count()).toBe(0);
  await describe(page, "50", "500");
  const charge = page.getByRole("status").filter({ hasText: "应付" });
  await charge.getByText("500 × ¥42.50 =").waitFor();
  await charge.getByText("¥21,250", { exact: true }).waitFor();
  await charge.getByText(/^本月额度剩 [\d,]+ 个，面额 ¥[\d,.]+$/).waitFor();
  await expectFits(page);
  // By keyboard: the sticky bar may cover the choice on a phone of this height.
  await page.getByRole("radio", { name: /立即生效/ }).focus();
  await page.keyboard.press("ArrowRight");
  await charge.getByText("激活后应付").waitFor();

  // Ten thousand uses of each code are far beyond the month's face value.
  await page.getByRole("textbox", { name: "每个码可用次数" }).fill("10000");
  await charge.getByText(/^超出本月额度，还剩/).waitFor();
  await page.getByRole("button", { name: "提交审核" }).click();
  const count = page.getByRole("textbox", { name: "数量（个）" });
  await expect.poll(() => count.getAttribute("aria-invalid")).toBe("true");
  await expectFits(page);

  await page.getByRole("textbox", { name: "每个码可用次数" }).fill("1");
  await count.fill("20");
  await page.getByRole("button", { name: "提交审核" }).click();
  const dialog = page.getByRole("alertdialog", { name: "提交审核？" });
  await dialog.getByText("20 × ¥42.50 = ¥850").waitFor();
  await dialog.getByText("本月额度剩").waitFor();
  await expectFits(page);
  await dialog.getByRole("button", { name: "生成并提交" }).click();
  await page.getByRole("dialog", { name: "批次详情" }).getByText("已提交，等另一人审核").waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "对账单" }).click();
  const statement = page.getByRole("dialog", { name: /对账单$/ });
  await statement.getByRole("list", { name: "各批次应付" }).getByText(NAME).waitFor();
  await statement.getByText("待付").waitFor();
  await expectFits(page);
  const pdf = await saved(page, "下载 PDF");
  expect(pdf.name).toMatch(/^对账单-20\d\d-\d\d\.pdf$/);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const csv = await saved(page, "下载表格");
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.bytes.toString()).toMatch(/^\uFEFF批次,/);
  expect(csv.bytes.toString()).toContain(`${NAME},42.50,20,0,0,0,0,0.00`);
});

/**
 * Exports in a browser: a list is exported with its own filter, a small file downloads by itself,
 * and the page of exports shows who has it; and reports with their difference from the ledger.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createMember } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths, settled } from "./console.fixture.ts";

const browser = consoleBrowser();
let tab: Page;

beforeAll(async () => {
  await createMember();
  tab = await browser.openAs("lead", "/members?status=ACTIVE");
}, 180_000);

test("members are exported by a key, downloaded by themselves, and listed", async () => {
  await settled(tab);
  await tab.keyboard.press("e");
  const prompt = tab.getByRole("dialog");
  await prompt.getByText("按当前筛选导出全部页").waitFor();
  await prompt.getByLabel("原因").fill("月度核对");
  const saving = tab.waitForEvent("download");
  await prompt.getByRole("button", { name: "开始导出" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^会员-\d{4}-\d\d-\d\d-EX\d{14}\.csv$/);
  const file = await readFile(await download.path(), "utf8");
  expect(file.startsWith("\uFEFF云鲸权益 · 会员 · 状态 ACTIVE · ")).toBe(true);
  expect(file).toContain("会员号,昵称,手机号");
  expect(file).not.toMatch(/,1[3-9]\d{9},/);
  await tab.goto(`${browser.origin}/console/exports`);
  const row = tab.getByRole("row").filter({ hasText: "月度核对" });
  await row.getByText("可下载").waitFor();
  await row.getByText("1 次").waitFor();
  await settled(tab);
  await expectGoodAtBothWidths(tab);
});

test("a report says that its totals equal the ledger, and is exported with that line", async () => {
  await tab.goto(`${browser.origin}/console/reports?kind=flow&span=thisMonth`);
  await tab.getByText("与账本差 ¥0.00").waitFor();
  await tab.getByRole("button", { name: "毛利" }).click();
  await tab.getByRole("button", { name: "按供应商" }).click();
  await tab.getByRole("columnheader", { name: "供应商" }).waitFor();
  await tab.getByText("与账本差 ¥0.00").waitFor();
  await tab.getByRole("button", { name: "导出", exact: true }).click();
  await tab.getByRole("dialog").getByRole("textbox", { name: "原因" }).fill("关账");
  const saving = tab.waitForEvent("download");
  await tab.getByRole("dialog").getByRole("button", { name: "开始导出" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file).toMatch(/\r\n合计,/);
  expect(file).toContain("账本：毛利");
  expect(file).toContain(",差,0.00");
});

/**
 * Exports in a browser: a list is exported with its own filter, a small file downloads by itself,
 * and the page of exports shows who has it.
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

/** The wizard of a campaign: what is typed in each step is stored by itself, and is there after a reload. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { consoleBrowser, expectGoodAtBothWidths, settled } from "./console.fixture.ts";
import { choose, field, fill } from "./form-steps.ts";

const browser = consoleBrowser();

/** Waits until the step is stored without 下一步, and loads the page again. */
async function loadAgain(page: Page): Promise<void> {
  await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
  await page.reload();
  await settled(page);
}

const isChecked = (page: Page, label: string): Promise<boolean> =>
  page.getByLabel(label, { exact: true }).isChecked();

test("campaigns are listed by state with their counts, and with what a yuan of discount brought", async () => {
  const page = await browser.openAs("lead", "/campaigns");
  const tab = (name: RegExp) =>
    page.getByRole("navigation", { name: "活动状态" }).getByRole("button", { name });
  const rows = page.getByRole("table", { name: "优惠券活动" }).getByRole("row");
  const count = async (name: RegExp) =>
    Number(/\d+/.exec((await tab(name).textContent()) ?? "")?.[0] ?? Number.NaN);
  await tab(/^进行中 ?\d+$/).waitFor();
  const all = await count(/^全部/);
  expect(all).toBe((await rows.count()) - 1);
  await page.getByRole("columnheader", { name: "每让利 1 元" }).waitFor();
  await page.getByText(/今天领 [\d,]+ 张、用 [\d,]+ 张、抵 ¥/).waitFor();
  await expectGoodAtBothWidths(page);
  const active = await count(/^进行中/);
  await tab(/^进行中/).click();
  await page.waitForURL(/state=active/);
  await expect.poll(async () => (await rows.count()) - 1).toBe(active);
  await tab(/^已暂停/).click();
  await page.getByText("没有已暂停的活动").waitFor();
});

test("a campaign is written in five steps, and each step keeps the draft", async () => {
  const page = await browser.openAs("lead", "/campaigns/new");
  const next = () => page.getByRole("button", { name: "下一步" }).click();
  await next();
  await page.getByText("请填写").first().waitFor();
  await page.getByLabel("有效期").selectOption("fixed");
  await page.getByText("— 至 —").waitFor();
  await page.getByLabel("有效期").selectOption("claim");
  await fill(page, { 活动编号: "weekend-cake", 券名: "周末蛋糕券" });
  await choose(page, { 类型: "满减券" });
  await fill(page, { 减: "20", 满多少可用: "10" });
  await next();
  await page.getByText("门槛不能低于减的金额").waitFor();
  await fill(page, { 满多少可用: "99" });
  await next();

  await page.getByLabel("仅限首单").check();
  await page.getByLabel("周六", { exact: true }).check();
  await page.getByLabel("城市").fill("hangzhou");
  await page.getByRole("button", { name: "杭州" }).click();
  await loadAgain(page);
  expect([await isChecked(page, "仅限首单"), await isChecked(page, "周六")]).toEqual([true, true]);
  await page.getByText("杭州").first().waitFor();
  await expectGoodAtBothWidths(page);

  await next();
  await page.getByLabel("3 级", { exact: true }).check();
  await choose(page, { 怎样到会员手里: "注册后自动发放" });
  await loadAgain(page);
  expect(await isChecked(page, "3 级")).toBe(true);
  expect(await field(page, "怎样到会员手里").inputValue()).toBe("register");
  await expectGoodAtBothWidths(page);

  await next();
  await fill(page, { 总张数: "500" });
  await loadAgain(page);
  expect(await field(page, "总张数").inputValue()).toBe("500");
  await expectGoodAtBothWidths(page);

  await next();
  await page.getByText("会用上的订单").waitFor();
  await page.reload();
  await page.getByText("仅限首单；城市 杭州").waitFor();
  await page.getByText("注册后自动发放").waitFor();
  await page.getByText("最多让利 ¥10,000.00").waitFor();
  await page.getByRole("button", { name: "提交审核" }).waitFor();
  await expectGoodAtBothWidths(page);
});

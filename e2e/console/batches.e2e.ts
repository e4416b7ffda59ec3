/** A batch of codes in the console: one operator makes it, another one approves it. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { expect, test } from "vitest";
import { consoleBrowser, expectGoodPage, NARROW } from "./console.fixture.ts";

const browser = consoleBrowser();

test("a batch is made by one operator and approved by another, never by its maker", async () => {
  const maker = await browser.openAs("lead", "/batches");
  const name = `双十二 ${Date.now() % 100_000}`;
  await maker.getByRole("button", { name: "新建批次" }).click();
  const form = maker.getByRole("dialog", { name: "新建批次" });
  await form.getByLabel("批次名").fill(name);
  await form.getByLabel(/^兑换成（/).fill("500 积分");
  await form.getByRole("textbox", { name: /^积分/ }).fill("500");
  await form.getByLabel("有效至").fill("2099-01-01 00:00");
  await form.getByLabel("张数").fill("3");
  await form.getByText("负债 ¥15.00", { exact: false }).waitFor();
  await expectGoodPage(maker);
  await form.getByRole("button", { name: "存为草稿" }).click();
  const panel = maker.getByRole("complementary", { name });
  await panel.getByRole("button", { name: "提交审批" }).click();
  await maker.getByRole("dialog").getByRole("button", { name: "提交审批" }).click();
  await panel.getByText("等另一人审批", { exact: false }).waitFor({ timeout: 40_000 });
  expect(await panel.getByRole("button", { name: "同意生效" }).count()).toBe(0);
  await maker.setViewportSize(NARROW);
  await expectGoodPage(maker);

  const checker = await browser.openAs("checker", "/batches?state=ready");
  await checker
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("button")
    .first()
    .click();
  const decided = checker.getByRole("complementary", { name });
  const approve = decided.getByRole("button", { name: "同意生效" });
  await expect.poll(() => approve.isEnabled()).toBe(true);
  await approve.click();
  const prompt = checker.getByRole("dialog");
  await prompt.getByLabel(/原因/).fill("活动已批");
  await prompt.getByRole("button", { name: /^同意生效/ }).click();
  await decided.getByText("制码人还没有下载文件").waitFor();
  expect(await decided.getByRole("button", { name: "领取密钥" }).count()).toBe(0);
  await expectGoodPage(checker);

  await checker.getByRole("button", { name: "作废…" }).click();
  await prompt.getByLabel(/原因/).fill("活动取消");
  await prompt.getByRole("button", { name: "提交给第二人" }).click();
  await decided.getByText("序号 1 至 3：活动取消", { exact: false }).waitFor();
  expect(await decided.getByRole("button", { name: "同意作废" }).count()).toBe(0);
  await maker.reload();
  const agree = panel.getByRole("button", { name: "同意作废" });
  await agree.scrollIntoViewIfNeeded();
  await expect.poll(() => agree.isEnabled()).toBe(true);
  await agree.click();
  const decision = maker.getByRole("dialog");
  await decision.getByLabel(/原因/).fill("已核对");
  await decision.getByRole("button", { name: /^同意作废/ }).click();
  await maker.getByText("已作废").first().waitFor();
  await expect.poll(() => panel.getByRole("button", { name: "延期" }).count()).toBe(0);
});

test("a maker of batches chooses set meals and SKUs without the permission for goods", async () => {
  const page = await browser.openAs("dealers", "/batches");
  const name = `套餐码 ${Date.now() % 100_000}`;
  await page.getByRole("button", { name: "新建批次" }).click();
  const form = page.getByRole("dialog", { name: "新建批次" });
  await form.getByRole("button", { name: "权益商品" }).click();
  const first = form.getByRole("combobox", { name: "商品规格", exact: true });
  await expect.poll(() => first.locator("option").count()).toBeGreaterThan(20);
  await first.selectOption({ index: 1 });
  await form.getByLabel("商品规格 2").selectOption({ index: 2 });
  await form.getByLabel("商品规格 3").waitFor();
  await form.getByRole("button", { name: "套餐", exact: true }).click();
  const meals = form.getByRole("combobox", { name: "套餐", exact: true });
  await expect.poll(() => meals.locator("option").count()).toBeGreaterThan(1);
  await meals.selectOption({ index: 1 });
  await form.getByLabel("批次名").fill(name);
  await form.getByLabel(/^兑换成（/).fill("一份套餐");
  await form.getByLabel("有效至").fill("2099-01-01 00:00");
  await form.getByLabel("张数").fill("2");
  await expectGoodPage(page);
  await form.getByRole("button", { name: "存为草稿" }).click();
  await page.getByRole("complementary", { name }).getByText("一份套餐").first().waitFor();
});

test.runIf(isSlowTier)("a batch opens as a page of its own from its panel", async () => {
  const page = await browser.openAs("lead", "/batches");
  await page.getByRole("row").nth(1).getByRole("button").first().click();
  await page.getByRole("link", { name: "打开整页" }).click();
  await page.getByRole("heading", { level: 2, name: "批次概况" }).waitFor();
  await expectGoodPage(page);
  await page.setViewportSize(NARROW);
  await expectGoodPage(page);
});

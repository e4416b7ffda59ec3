/**
 * Codes approved by two persons: a dealer creates a batch, a checker approves it in the console and
 * gets the key there, the dealer prints, a member redeems a printed code, the dealer sees the
 * redemption and freezes the rest.
 */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, SMALL_PHONE } from "./browser.ts";
import { consoleBrowser, expectGoodPage } from "./console/console.fixture.ts";
import { openLoggedIn } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";
import { readQrCode } from "./read-qr-code.ts";

const device = consoleBrowser();
const PATH = "/pages/exchange/generate";
/** A demo member who may create codes but not approve them. */
const DEALER = "13800000003";
const STRANGER = "13700009041";
const KEY = /^([0-9A-Z]{4}-){6}[0-9A-Z]{2}$/;
const NAME = `鲸鱼节 ${Date.now() % 100_000}`;

const openAs = async (who: string, options = {}): Promise<Page> =>
  openLoggedIn(device, await logInByPhone(device.origin, who), PATH, options);

/** Adds two items of the shop, found by pinyin and by keyboard, and removes one. */
async function chooseBenefits(page: Page): Promise<void> {
  await page.getByRole("button", { name: "权益任选" }).click();
  const chooser = page.getByRole("group", { name: /可选的权益/ });
  const opener = chooser.getByRole("button", { name: "从商城选权益" });
  await page.getByRole("button", { name: "提交审核" }).click();
  await chooser.getByText("请添加至少一项权益").waitFor();
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const shop = page.getByRole("dialog", { name: "选权益" });
  const searchBox = shop.getByRole("searchbox", { name: "搜索商城权益" });
  await searchBox.fill("zzzqqq");
  await shop.getByText("没有找到相关权益").waitFor();
  await searchBox.fill("ydhf");
  const sizes = shop.getByRole("group", { name: "移动话费充值的规格" });
  await sizes.getByRole("checkbox", { name: /phone-mobile-10\b/ }).focus();
  await page.keyboard.press("Space");
  await sizes.getByRole("checkbox", { name: /phone-mobile-30\b/ }).check({ force: true });
  await shop.getByText("已选 2 / 8").waitFor();
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);
  await page.keyboard.press("Escape");
  const more = chooser.getByRole("button", { name: "添加或更换" });
  await expect.poll(() => more.evaluate((it) => it === document.activeElement)).toBe(true);

  const chosen = chooser.getByRole("list", { name: "已选的权益" }).getByRole("listitem");
  await expect.poll(() => chosen.count()).toBe(2);
  const worth = page.getByRole("textbox", { name: "价值（元，选填）" });
  const proposed = await worth.inputValue();
  expect(proposed).toMatch(/^\d/);
  await page.getByRole("region", { name: "预览" }).getByText("权益 2 选 1").waitFor();
  await chooser.getByRole("button", { name: "移除 移动话费充值 30 元" }).click();
  await expect.poll(() => chosen.count()).toBe(1);
  expect(await worth.inputValue()).not.toBe(proposed);
  await chooser.getByRole("button", { name: "改名 移动话费充值 10 元" }).click();
  const dialog = page.getByRole("dialog", { name: "持码人看到的名称" });
  await dialog.getByRole("textbox").fill("话费十元");
  await dialog.getByRole("button", { name: "保存" }).click();
  await chosen.getByText("话费十元").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "积分", exact: true }).click();
}

async function describeBatch(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "新建" }).click();
  await chooseBenefits(page);
  await page.getByRole("button", { name: "提交审核" }).click();
  await page.getByText("请填写 1 以上的整数").waitFor();
  await page.getByRole("textbox", { name: "每个码的积分" }).fill("300");
  await page.getByRole("textbox", { name: "数量（个）" }).fill("12");
  await page.getByRole("textbox", { name: "批次名称" }).fill(NAME);
  await page.getByRole("region", { name: "预览" }).getByText("300 积分").waitFor();
  await expectAccessible(page);
}

const sheetOf = (page: Page) => page.getByRole("dialog", { name: "批次详情" });
const countOf = (page: Page, name: string) =>
  sheetOf(page).locator("dl > div", { hasText: name }).getByRole("definition").first();

/** Nothing sticks out of a phone of 320 × 568, and nothing is inaccessible. */
async function expectFits(page: Page): Promise<void> {
  expect(await overflowOf(page), "pixels that stick out at 320").toBe(0);
  await expectAccessible(page);
}

async function openBatch(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(NAME) })
    .first()
    .click();
  await sheetOf(page).getByText(NAME).first().waitFor();
}

/**
 * The dealer downloads the file, opens it with the key and prints the cards. Returns the link of
 * the first card's QR code.
 */
async function printedLink(page: Page, key: string): Promise<string> {
  const download = page.waitForEvent("download");
  await sheetOf(page).getByRole("button", { name: "下载加密文件" }).click();
  const file = await (await download).path();
  await sheetOf(page).getByRole("button", { name: "打印卡片" }).click();
  await page.getByLabel("加密文件").setInputFiles(file);
  await page.getByRole("textbox", { name: "密钥" }).fill(`${key.slice(0, -1)}-`);
  await page.getByRole("button", { name: "打开文件" }).click();
  await page.getByText("密钥输入有误").waitFor();
  await page.getByRole("textbox", { name: "密钥" }).fill(key.toLowerCase());
  await page.getByRole("button", { name: "打开文件" }).click();
  const cards = page.getByRole("list", { name: "卡片预览" }).getByRole("listitem");
  await cards.first().getByText("300 积分").waitFor();
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);
  await page.emulateMedia({ media: "print" });
  // The print view shows twelve cards, and nothing else of the page.
  await expect.poll(() => page.locator("body > ul > li:visible").count()).toBe(12);
  expect(await page.getByRole("button", { name: "打印" }).count()).toBe(0);
  const link = await readQrCode(await page.locator("body > ul > li").first().screenshot());
  await page.emulateMedia({ media: "screen" });
  return link;
}

/** A new member opens a card's link, logs in and redeems the code. */
async function redeemAs(who: string, link: string): Promise<void> {
  expect(link).toMatch(/\/pages\/exchange\/manifest#code=/);
  const path = link.slice(new URL(link).origin.length);
  const page = await openLoggedIn(device, await logInByPhone(device.origin, who), path);
  await page.getByRole("button", { name: "查询能兑什么" }).click();
  await page.getByRole("button", { name: "兑换 300 积分，码即失效" }).click();
  await page.getByRole("button", { name: "确认兑换" }).click();
  await page.getByText("300 积分已到账").waitFor();
}

/** Opens the batch in the console's list; returns its panel. */
async function openInConsole(page: Page): Promise<Locator> {
  await page
    .getByRole("row", { name: new RegExp(NAME) })
    .getByRole("button")
    .first()
    .click();
  return page.getByRole("complementary", { name: NAME });
}

/** Gives a reason in the open prompt of the console, and confirms. */
async function confirmInConsole(page: Page, confirm: string | RegExp): Promise<void> {
  const prompt = page.getByRole("dialog");
  await prompt.getByLabel(/原因/).fill("活动已批");
  await prompt.getByRole("button", { name: confirm }).click();
}

test("a dealer's codes become active by another person's approval, and the dealer can freeze them", async () => {
  const dealer = await openAs(DEALER, { viewport: SMALL_PHONE });
  await describeBatch(dealer);
  expect(await overflowOf(dealer)).toBe(0);
  await dealer.getByRole("button", { name: "提交审核" }).click();
  await dealer.getByRole("button", { name: "生成并提交" }).click();
  await sheetOf(dealer).getByText("已提交，等另一人审核").waitFor();
  await expectFits(dealer);
  expect(
    await sheetOf(dealer)
      .getByRole("button", { name: /通过|驳回/ })
      .count(),
  ).toBe(0);

  const checker = await device.openAs("checker", "/batches");
  const panel = await openInConsole(checker);
  await panel.getByRole("button", { name: "同意生效" }).click();
  await confirmInConsole(checker, /^同意生效/);
  // The key is not available until the maker has downloaded the file.
  await panel.getByText("制码人还没有下载文件").waitFor();
  expect(await panel.getByRole("button", { name: "领取密钥" }).count()).toBe(0);
  await expectGoodPage(checker);
  await sheetOf(dealer).getByRole("button", { name: "关闭" }).click();
  await dealer.reload();
  await openBatch(dealer);
  await sheetOf(dealer).getByText("还没有下载文件，下载后审核人才能领取密钥").waitFor();
  await expectFits(dealer);
  const first = dealer.waitForEvent("download");
  await sheetOf(dealer).getByRole("button", { name: "下载加密文件" }).click();
  await first;
  await checker.reload();
  await panel.getByRole("button", { name: "领取密钥" }).click();
  await confirmInConsole(checker, "领取密钥");
  await panel.getByText("密钥已在").waitFor();
  const key = await panel.getByText(KEY).innerText();
  await expectGoodPage(checker);
  expect(await panel.getByRole("button", { name: "加密导出" }).count()).toBe(0);

  await sheetOf(dealer).getByRole("button", { name: "关闭" }).click();
  await dealer.reload();
  await openBatch(dealer);
  await expect.poll(() => countOf(dealer, "可兑换").innerText()).toBe("12");
  await redeemAs(STRANGER, await printedLink(dealer, key));
  await dealer.getByRole("tab", { name: "我的批次" }).click();
  await openBatch(dealer);
  await expect.poll(() => countOf(dealer, "已兑换").innerText()).toBe("1");
  await sheetOf(dealer).getByRole("button", { name: "冻结" }).click();
  const dialog = dealer.getByRole("dialog", { name: "冻结兑换码" });
  await dialog.getByRole("textbox", { name: /原因/ }).fill("渠道异常");
  await expectFits(dealer);
  await dialog.getByRole("button", { name: "冻结" }).click();
  await sheetOf(dealer).getByText("整批暂停，恢复后才能兑换").waitFor();
  await expectFits(dealer);
  expect(await countOf(dealer, "已冻结").innerText()).toBe("11");

  await sheetOf(dealer).getByRole("textbox", { name: "按尾号查码" }).fill("0000");
  await sheetOf(dealer).getByRole("button", { name: "查询" }).click();
  await sheetOf(dealer)
    .getByRole("status")
    .last()
    .getByText(/没有这个尾号|第 \d+ 号/)
    .first()
    .waitFor();

  await sheetOf(dealer).getByRole("button", { name: "关闭" }).click();
  await expectFits(dealer);
  await dealer.getByRole("button", { name: "对账单" }).click();
  await dealer.getByRole("dialog").waitFor();
  await expectFits(dealer);
  await dealer.keyboard.press("Escape");
  await dealer.getByRole("tab", { name: "导入" }).click();
  await expectFits(dealer);
});

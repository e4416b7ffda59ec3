/** Every page of the console opens, fits both widths, and has no accessibility fault. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createMember, requestClosing } from "./console-calls.ts";
import {
  consoleBrowser,
  expectGoodAtBothWidths,
  expectGoodPage,
  goTo,
  settled,
} from "./console.fixture.ts";

type Row = { readonly path: string; readonly title: string };

const ALL_PAGES: readonly Row[] = [
  { path: "/payments?span=30", title: "支付流水" },
  { path: "/payments?tab=notices&span=30", title: "支付流水" },
  { path: "/goods", title: "权益商品" },
  { path: "/goods/luckin-latte", title: "拿铁" },
  { path: "/taxonomy", title: "分类与品牌" },
  { path: "/taxonomy?tab=categories&open=order", title: "分类与品牌" },
  { path: "/taxonomy?tab=words", title: "分类与品牌" },
  { path: "/alerts?state=recipients", title: "提醒" },
  { path: "/home-page", title: "首页装修" },
  { path: "/contracts", title: "履约合约" },
  { path: "/goods/luckin-latte?tab=contract", title: "拿铁" },
  { path: "/dining", title: "门店与菜单" },
  { path: "/dining?tab=menu", title: "门店与菜单" },
  { path: "/dining?tab=runs", title: "门店与菜单" },
  { path: "/content", title: "协议与帮助" },
  { path: "/content?tab=help", title: "协议与帮助" },
  { path: "/content?tab=contacts", title: "协议与帮助" },
  { path: "/content?tab=share", title: "协议与帮助" },
  { path: "/moderation", title: "内容审核" },
  { path: "/moderation?tab=words", title: "内容审核" },
  { path: "/levels", title: "等级" },
  { path: "/points", title: "积分规则" },
  { path: "/topup-packages", title: "充值套餐" },
  { path: "/messages", title: "消息公告" },
  { path: "/messages?tab=dead", title: "消息公告" },
  { path: "/messages?tab=channels", title: "消息公告" },
  { path: "/campaigns", title: "优惠券活动" },
  { path: "/campaigns/new-ten", title: "新人满减券" },
  { path: "/campaigns/new-ten/members", title: "活动的会员" },
  { path: "/audiences", title: "人群与名单" },
  { path: "/audiences?tab=lists", title: "人群与名单" },
  { path: "/sends", title: "批量发放" },
  { path: "/sends?form=message", title: "批量发放" },
  { path: "/messages?tab=templates", title: "消息公告" },
  { path: "/invitations", title: "邀请活动" },
  { path: "/dealers", title: "经销商" },
  { path: "/suppliers", title: "供应商" },
  { path: "/suppliers?tab=routes&keyword=card", title: "供应商" },
  { path: "/suppliers/cards", title: "卡券供应商" },
  { path: "/suppliers/cards?tab=unknown", title: "卡券供应商" },
  { path: "/suppliers/cards?tab=callbacks", title: "卡券供应商" },
  { path: "/card-stock", title: "卡密库存" },
  { path: "/settlements", title: "结算与损失" },
  { path: "/settlements?tab=losses", title: "结算与损失" },
  { path: "/exports?whose=all", title: "导出" },
  { path: "/reports?kind=margin&span=thisMonth", title: "报表" },
  { path: "/settings?open=withdrawMinFen", title: "设置" },
  { path: "/jobs?tab=jobs&open=figures", title: "任务与死信" },
  { path: "/files?use=avatar", title: "文件" },
  { path: "/figures?span=month&by=tender", title: "经营数据" },
  { path: "/books", title: "对账与差错" },
  { path: "/books?tab=bills", title: "对账与差错" },
  { path: "/ledger?span=30", title: "账本" },
  { path: "/ledger?tab=statement&purpose=clearing", title: "账本" },
  { path: "/ledger?tab=balance", title: "账本" },
  { path: "/withdrawals", title: "提现审核" },
  { path: "/withdrawals?tab=unknown", title: "提现审核" },
  { path: "/withdrawals?tab=done", title: "提现审核" },
  { path: "/withdrawals?tab=settlements", title: "提现审核" },
  { path: "/invoices", title: "发票" },
  { path: "/adjustments", title: "调账与冻结" },
  { path: "/adjustments?tab=freezes", title: "调账与冻结" },
  { path: "/guesses", title: "防猜码" },
  { path: "/invite-review", title: "邀请审核" },
  { path: "/invite-review?tab=bindings", title: "邀请审核" },
  { path: "/risk", title: "规则与名单" },
  { path: "/risk?tab=rules", title: "规则与名单" },
  { path: "/risk?tab=lists", title: "规则与名单" },
  { path: "/partners", title: "合作方" },
  { path: "/partners?tab=clicks", title: "合作方" },
  { path: "/partners?tab=orders", title: "合作方" },
  { path: "/batches", title: "码批次" },
  { path: "/tickets", title: "工单与注销" },
  { path: "/tickets?tab=answers", title: "工单与注销" },
  { path: "/tickets?tab=closings", title: "工单与注销" },
];

const pathnameOf = ({ path }: Row) => path.split("?", 1)[0];
/** The suite opens the first address of each page, and the slow tier its tabs and forms as well. */
const PAGES = ALL_PAGES.filter(
  (row, index) =>
    isSlowTier || ALL_PAGES.findIndex((other) => pathnameOf(other) === pathnameOf(row)) === index,
);

const browser = consoleBrowser();

/** The lead's pages are opened one after the other in one tab. */
let tab: Page;
beforeAll(async () => {
  if (isSlowTier) await requestClosing(await createMember());
  tab = await browser.openAs("lead", "/levels");
});

test.each(PAGES)("$path opens without a fault and fits both widths", async ({ path, title }) => {
  await goTo(tab, path);
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toContain(title);
  await expectGoodAtBothWidths(tab);
});

const expectFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((it) => it === document.activeElement)).toBe(true);

/** A panel, and the form or prompt that its button opens. */
type Opened = { readonly path: string; readonly button?: string };
const ALL_PANELS: readonly Opened[] = [
  { path: "/books?tab=bills", button: "重新获取账单" },
  { path: "/suppliers", button: "停新单" },
  { path: "/suppliers?tab=routes&keyword=phone-mobile-10", button: "修改渠道" },
  { path: "/settlements" },
  { path: "/ledger?span=30" },
  { path: "/dealers", button: "修改条件" },
  { path: "/partners", button: "提议主机" },
  { path: "/partners?tab=orders" },
  { path: "/campaigns", button: "给会员发券" },
  { path: "/invitations", button: "修改规则" },
  { path: "/invite-review?tab=bindings", button: "转给另一位邀请人" },
  { path: "/messages", button: "撤回公告" },
  { path: "/audit" },
  { path: "/tickets?tab=closings", button: "停止注销" },
];
/** Panels are drawn by one part: the suite opens some of each kind of button, and one without. */
const PANELS = isSlowTier ? ALL_PANELS : ALL_PANELS.slice(0, 4);

test.each(PANELS)(
  "the panel of $path and its $button are without a fault, by the keyboard alone",
  async ({ path, button }) => {
    // Loaded anew: a list that was read before would be read again while its panel is open.
    await tab.goto(`${browser.origin}/console${path}`);
    await settled(tab);
    const opener = tab.locator("tbody tr").first().getByRole("button").first();
    await opener.focus();
    await tab.keyboard.press("Enter");
    const panel = tab.getByRole("complementary").filter({ has: tab.getByRole("heading") });
    await panel.waitFor();
    await tab.getByLabel("载入中").first().waitFor({ state: "detached" });
    await expectGoodAtBothWidths(tab);
    if (button !== undefined) {
      const trigger = panel.getByRole("button", { name: button }).first();
      await trigger.focus();
      await tab.keyboard.press("Enter");
      const dialog = tab.getByRole("dialog");
      await dialog.waitFor();
      await expectGoodAtBothWidths(tab);
      await tab.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expectFocus(trigger);
    }
    await panel.getByRole("button", { name: "关闭", exact: true }).focus();
    await tab.keyboard.press("Enter");
    await panel.waitFor({ state: "detached" });
    await expectFocus(opener);
  },
);

test("a prompt is seen by an operator who has motion switched off", async () => {
  const page = await browser.openAs("lead", "/levels", { reducedMotion: "reduce" });
  await goTo(page, "/suppliers");
  await page.locator("tbody tr").first().getByRole("button").first().click();
  await page.getByRole("button", { name: "停新单" }).click();
  const prompt = page.getByRole("dialog");
  await expect.poll(() => prompt.evaluate((it) => getComputedStyle(it).opacity)).toBe("1");
});

test("a page without its permission says which one, and draws nothing of it", async () => {
  const page = await browser.openAs("marketing", "/withdrawals");
  expect(await page.getByText("您没有「提现审核」的权限").isVisible()).toBe(true);
  expect(await page.getByText("withdrawals:review").isVisible()).toBe(true);
  await expectGoodPage(page);
});

test("the policy of the page forbids style blocks, inline scripts and frames", async () => {
  const answer = await fetch(`${browser.origin}/console/withdrawals`, {
    headers: { accept: "text/html" },
  });
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});

test.runIf(isSlowTier)("a prompt opens by the keyboard, and Enter in it does nothing", async () => {
  const page = await browser.openAs("lead", "/withdrawals");
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  const prompt = page.getByRole("dialog", { name: "批准提现" });
  await prompt.getByLabel("原因").fill("核对无误");
  await page.keyboard.press("Enter");
  await expectGoodPage(page);
  await page.keyboard.press("Escape");
  await prompt.waitFor({ state: "detached" });
});

test.runIf(isSlowTier)("a campaign under way can be paused or stopped from its panel", async () => {
  const page = await browser.openAs("lead", "/campaigns?open=new-ten");
  const panel = page.getByRole("complementary", { name: "新人满减券" });
  await panel.getByRole("button", { name: "暂停领取" }).waitFor();
  await panel.getByRole("button", { name: "停掉" }).click();
  const prompt = page.getByRole("dialog", { name: "停掉活动" });
  await prompt.getByRole("button", { name: "停掉活动" }).click();
  await prompt.getByText("请写 2–200 字").waitFor();
  await expectGoodPage(page);
});

test.runIf(isSlowTier)(
  "a form checks the contract's limits, and asks before it closes with changes",
  async () => {
    const page = await browser.openAs("lead", "/card-stock");
    await page.getByRole("button", { name: "导入卡密" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("商品编号").fill("中文");
    await form.getByRole("button", { name: "先试运行" }).click();
    await form.getByText("格式不对").waitFor();
    await expectGoodPage(page);
    await form.getByRole("button", { name: "取消" }).click();
    await form.getByText("有未保存的内容").waitFor();
  },
);

test.runIf(isSlowTier)(
  "a payment's panel has its numbers, its order and the channel's notifications",
  async () => {
    const page = await browser.openAs("lead", "/payments?span=30");
    await page.getByRole("row").nth(1).getByRole("button").first().click();
    const panel = page.getByRole("complementary");
    await panel.getByText("商户单号").waitFor();
    await panel.getByRole("heading", { name: "渠道通知" }).waitFor();
    await expectGoodPage(page);
  },
);

test.runIf(isSlowTier)("an adjustment names its member by number, found by phone", async () => {
  const page = await browser.openAs("lead", "/adjustments");
  await page.getByRole("button", { name: "提议调账" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("会员").fill("13800000001");
  await form.getByRole("button", { name: "查找" }).click();
  await expect.poll(() => form.getByLabel("会员").inputValue()).toMatch(/^\d{9}$/);
  await form.getByLabel("账户").selectOption("available");
  await form.getByLabel("变动积分").waitFor();
  await expectGoodPage(page);
});

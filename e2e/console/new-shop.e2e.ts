/**
 * From an empty shop to its first sale, as one journey: two administrators hire three operators,
 * who make a brand, a benefit with a picture, a home page, an agreement and a campaign, and publish
 * them; a member claims the coupon and buys two cards with it, uses one and gets the other refunded;
 * finance exports the capital flow, which equals the ledger.
 */
import { readFile } from "node:fs/promises";
import { picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPhone, openInWechat, SETTLED_MS } from "../shop/shop.fixture.ts";
import { expectGoodPage, goTo, settled } from "./console.fixture.ts";
import { choose, fill } from "./form-steps.ts";
import { newShop } from "./new-shop.fixture.ts";

const shop = newShop();
const BENEFIT = "tims-latte";
const dialog = (page: Page) => page.getByRole("dialog");

/** Gives the reason in the open form or prompt, and confirms it. */
async function confirm(page: Page, reason: string, button: RegExp): Promise<void> {
  await dialog(page).getByRole("textbox", { name: /原因/ }).fill(reason);
  await dialog(page).getByRole("button", { name: button }).click();
  await dialog(page).waitFor({ state: "detached" });
}

/** Proposes operators with their roles, and lets the other administrator approve each. */
async function hire(
  proposer: Page,
  approver: Page,
  operators: readonly (readonly [phone: string, name: string, roles: readonly string[]])[],
): Promise<void> {
  await goTo(proposer, "/operators");
  for (const [phone, name, roles] of operators) {
    await proposer.getByRole("button", { name: "邀请运营" }).click();
    await fill(dialog(proposer), { 手机号: phone, 姓名: name });
    for (const role of roles) await dialog(proposer).getByLabel(role, { exact: true }).check();
    await confirm(proposer, "开店人员", /^提交审批$/);
  }
  // The list of approvals would show what it read for the role.
  await approver.goto(new URL("/console/approvals", approver.url()).href);
  await settled(approver);
  for (const [, name] of operators) {
    await approver.getByText(`邀请运营「${name}」`).first().click();
    await approver.getByRole("button", { name: "同意授权" }).click();
    await confirm(approver, "人员属实", /^同意授权$/);
  }
}

/** Proposes a role of its own, which the other administrator approves. */
async function makeRole(
  proposer: Page,
  approver: Page,
  role: { readonly name: string; readonly code: string; readonly permissions: readonly string[] },
): Promise<void> {
  await goTo(proposer, "/operators");
  await proposer.getByRole("button", { name: "新建角色" }).click();
  await fill(dialog(proposer), { 名称: role.name, 编码: role.code });
  for (const permission of role.permissions)
    await dialog(proposer).getByLabel(permission, { exact: true }).check();
  await expectGoodPage(proposer);
  await confirm(proposer, "按岗位授权", /^提交审批$/);
  await goTo(approver, "/approvals");
  await approver.getByText(role.name).first().click();
  await approver.getByRole("button", { name: "同意授权" }).click();
  await confirm(approver, "岗位属实", /^同意授权$/);
}

/** Makes a brand and a category. */
async function makeTaxonomy(page: Page): Promise<void> {
  await goTo(page, "/taxonomy");
  for (const [noun, code, name] of [
    ["品牌", "tims", "天好咖啡"],
    ["分类", "slow-coffee", "慢咖啡"],
  ] as const) {
    if (noun === "分类") await page.getByRole("button", { name: "分类", exact: true }).click();
    await page
      .getByRole("button", { name: `新增${noun}` })
      .first()
      .click();
    await fill(dialog(page), { 编码: code, 名称: name });
    await choose(dialog(page), { 图案: "咖啡", 底色: "海蓝" });
    await confirm(page, "开店", /^保存$/);
    await page.getByRole("row", { name: new RegExp(name) }).waitFor();
  }
}

/** Drafts the benefit with its price, its route and its picture. */
async function draftBenefit(page: Page): Promise<void> {
  await goTo(page, "/goods");
  await page.getByRole("button", { name: "新建商品" }).first().click();
  await fill(dialog(page), { 编码: BENEFIT, 名称: "燕麦拿铁" });
  await choose(dialog(page), { 品牌: "天好咖啡", 分类: "慢咖啡", 发放方式: "卡密（券码）" });
  await dialog(page).getByRole("button", { name: "建草稿" }).click();
  await page.getByRole("heading", { level: 1, name: /燕麦拿铁/ }).waitFor();
  await fill(page, {
    [`${BENEFIT} 市场价`]: "30",
    [`${BENEFIT} 售价`]: "18.8",
    [`${BENEFIT} 成本`]: "15",
  });
  const sku = page.getByRole("group", { name: /^规格/ });
  await fill(sku, { 供应商商品号: BENEFIT });
  await choose(sku, { 供应商: "卡券供应商" });
  const buffer = await picture("image/png", { width: 400, height: 200 });
  const upload = page.getByLabel(/^(上传|更换)图片$/);
  await upload.setInputFiles({ name: "latte.png", mimeType: "image/png", buffer });
  await fill(dialog(page), { 图片说明: "一杯燕麦拿铁" });
  await dialog(page).getByRole("button", { name: "裁剪并上传" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
}

/** Makes the first home page: one zone with the benefit. */
async function draftHomePage(page: Page): Promise<void> {
  await goTo(page, "/home-page");
  await page.getByRole("button", { name: "加一块" }).first().click();
  await page.getByRole("button", { name: "专区", exact: true }).click();
  await page.getByLabel(/^标题/).fill("开业推荐");
  await page.getByLabel("加商品").fill("拿铁");
  // The title may have been saved alone: waits for the save that has the benefit.
  const saved = page.waitForResponse(
    (answer) =>
      answer.ok() &&
      answer.request().method() === "PUT" &&
      (answer.request().postData() ?? "").includes(`"${BENEFIT}"`),
    { timeout: SETTLED_MS },
  );
  await page.getByRole("button", { name: /拿铁/ }).first().click();
  await saved;
  await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
}

/** Writes the first line of the user agreement, which another operator publishes. */
async function publishAgreement(writer: Page, publisher: Page): Promise<void> {
  await goTo(writer, "/content");
  await writer.getByLabel("引言").fill("欢迎来到天好咖啡。");
  await writer.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
  await goTo(publisher, "/content");
  await publisher.getByRole("button", { name: "发布第 1 版" }).click();
  await confirm(publisher, "开业协议", /^发布第 1 版$/);
  await publisher.getByText(/^第 1 版/).waitFor();
}

/** Writes a campaign in its five steps, typed and saved, and hands it to another person. */
async function submitCampaign(page: Page): Promise<void> {
  const next = () => page.getByRole("button", { name: "下一步" }).click();
  await goTo(page, "/campaigns/new");
  await fill(page, { 活动编号: "opening", 券名: "开业立减券", 适用说明: "全场可用" });
  await choose(page, { 类型: "满减券" });
  await fill(page, { 减: "5", 满多少可用: "20" });
  await next();
  await page.getByLabel("可与会员价同享").check();
  // What is typed within a step is saved without 下一步.
  await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
  await page.reload();
  await settled(page);
  expect(await page.getByLabel("可与会员价同享").isChecked()).toBe(true);
  await next();
  await next();
  await fill(page, { 总张数: "100", 预算: "500" });
  await next();
  await page.getByText("最多让利 ¥500.00").waitFor();
  await page.getByRole("button", { name: "提交审核" }).click();
  await confirm(page, "开业活动", /^提交审核$/);
  await page.getByText("等第二人").first().waitFor();
}

/** Another person agrees to what waits under this title. */
async function agree(page: Page, title: string, button: string): Promise<void> {
  await goTo(page, "/approvals");
  await page.getByText(title).first().click();
  await page.getByRole("button", { name: button }).click();
  await confirm(page, "已核对", new RegExp(`^${button}`));
}

test("an empty shop gets its operators, its goods and its home page, and makes its first sale", async () => {
  await shop.makeAdministrator("13900000001", "周总");
  await shop.makeAdministrator("13900000002", "林经理");
  const owner = await shop.enrol("13900000001");
  const deputy = await shop.enrol("13900000002");
  await makeRole(owner, deputy, {
    name: "仓管",
    code: "warehouse",
    permissions: ["看商品", "导入卡密"],
  });
  await hire(owner, deputy, [
    ["13900000003", "陈掌柜", ["商品", "营销", "仓管"]],
    ["13900000004", "吴主管", ["运营主管"]],
    ["13900000005", "钱会计", ["财务"]],
  ]);

  const merchandiser = await shop.enrol("13900000003");
  await makeTaxonomy(merchandiser);
  await draftBenefit(merchandiser);
  const lead = await shop.enrol("13900000004");
  await goTo(lead, `/goods/${BENEFIT}`);
  await lead.getByRole("button", { name: "发布", exact: true }).click();
  await confirm(lead, "开业上新", /^发布$/);
  await lead.getByText("在售 v1").waitFor();
  await draftHomePage(merchandiser);
  await goTo(lead, "/home-page");
  await lead.getByRole("button", { name: /^发布 v/ }).click();
  await confirm(lead, "开业", /^发布 v/);
  await expectGoodPage(lead);
  await publishAgreement(merchandiser, lead);
  await submitCampaign(merchandiser);
  await agree(lead, "开业立减券", "同意上线");

  // A member reads the agreement, claims the coupon, finds the coffee and buys two.
  const members = shop.members();
  const { page } = await openInWechat(members, newPhone(), "/pages/coupon/center", () => "pays");
  const agreement = await page.request.get(`${members.origin}/api/agreements/user`);
  expect(await agreement.text()).toContain("欢迎来到天好咖啡。");
  const coupon = page.getByRole("article", { name: "开业立减券" });
  await coupon.getByRole("button", { name: /领取/ }).click();
  await coupon.getByText("已领取").waitFor();
  await page.goto(`${members.origin}/`);
  const zone = page.getByRole("list", { name: "开业推荐" });
  await zone.getByRole("img", { name: "一杯燕麦拿铁" }).waitFor({ timeout: SETTLED_MS });
  await zone.getByText("燕麦拿铁").click();
  await page.getByRole("img", { name: "一杯燕麦拿铁" }).waitFor();
  await page.getByRole("button", { name: /加一份/ }).click();
  await page.getByRole("button", { name: "立即购买" }).click();
  await page.getByRole("button", { name: "提交订单" }).click();
  await page.getByText("已选最优").waitFor();
  await page.getByRole("button", { name: /微信支付 ¥32\.60/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("button", { name: "查看卡密" }).first().waitFor({ timeout: SETTLED_MS });
  const orderNo = new URL(page.url()).searchParams.get("orderNo") ?? "";
  expect(orderNo).not.toBe("");

  // The lead refunds one unit.
  await goTo(lead, `/orders/${orderNo}`);
  await lead.getByRole("button", { name: "发起退款" }).click();
  await lead.getByRole("button", { name: /^多退一份/ }).click();
  await lead.getByRole("button", { name: /^退款 ¥16\.30/ }).click();
  await confirm(lead, "会员只要一杯", /^退款 ¥/);
  await page.getByText("已退款 ¥16.30，原路退回").waitFor({ timeout: SETTLED_MS });

  // The campaign counts the coupon as used, and names who used it.
  await goTo(lead, "/campaigns/opening/members");
  await lead.getByRole("row", { name: /领券中心.*已用.*¥5\.00/ }).waitFor();

  // The other card is used.
  await page.getByRole("button", { name: "查看卡密" }).first().click();
  const sure = page.getByRole("alertdialog");
  await sure.getByRole("button", { name: "查看卡密" }).click();
  await sure.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "标记已使用" }).first().click();
  await sure.getByRole("button", { name: "标记已使用" }).click();
  await sure.waitFor({ state: "detached" });

  // Finance: the capital flow equals the ledger, and is exported with that line.
  const finance = await shop.enrol("13900000005");
  await goTo(finance, "/reports?kind=flow&span=thisMonth");
  await finance.getByText("与账本差 ¥0.00").waitFor();
  await finance.getByRole("button", { name: "导出", exact: true }).click();
  await dialog(finance).getByRole("textbox", { name: "原因" }).fill("关账");
  const saving = finance.waitForEvent("download");
  await dialog(finance).getByRole("button", { name: "开始导出" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file).toContain(",差,0.00");
}, 300_000);

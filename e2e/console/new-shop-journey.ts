/**
 * From an empty shop to its first sale, as one journey: two administrators hire three operators,
 * who make a brand, two benefits, of which a supplier delivers one and imported cards the other, a
 * home page, an agreement and a campaign, and publish them; a member claims the coupon and buys two
 * cards with it, uses one and gets the other refunded, and receives an imported card; finance closes
 * the day, which agrees with the channel's bill and the ledger, and exports the bill. Run as a test
 * (`new-shop.e2e.ts`) and for the pictures of the guide (`new-shop.pictures.ts`).
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { newPhone, openInWechat, setPayFaults, SETTLED_MS } from "../shop/shop.fixture.ts";
import { expectGoodPage, goTo, settled } from "./console.fixture.ts";
import { choose, fill } from "./form-steps.ts";
import { agree, confirm, dialog, hire, makeRole } from "./operator-steps.ts";
import type { NewShop } from "./new-shop.fixture.ts";

/** Keeps a picture of a page; `file` is one of `journeyPictures`. */
export type TakePicture = (page: Page, file: string) => Promise<void>;

const LATTE = {
  benefitId: "tims-latte",
  title: "燕麦拿铁",
  prices: ["30", "18.8", "15"],
  supplier: "卡券供应商",
} as const;
/** Delivered from our own cards. */
const GIFT = {
  benefitId: "tims-gift",
  title: "咖啡礼品卡",
  prices: ["25", "20", "16"],
  supplier: "自有卡密",
} as const;
type Goods = typeof LATTE | typeof GIFT;
const PHOTO = "一杯燕麦拿铁";

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

/** Drafts a benefit with its price and its route. */
async function draftBenefit(page: Page, { benefitId, title, prices, supplier }: Goods) {
  await goTo(page, "/goods");
  await page.getByRole("button", { name: "新建商品" }).first().click();
  await fill(dialog(page), { 编码: benefitId, 名称: title });
  await choose(dialog(page), { 品牌: "天好咖啡", 分类: "慢咖啡", 发放方式: "卡密（券码）" });
  await dialog(page).getByRole("button", { name: "建草稿" }).click();
  await page.getByRole("heading", { level: 1, name: new RegExp(title) }).waitFor();
  const [market, price, cost] = prices;
  await fill(page, {
    [`${benefitId} 市场价`]: market,
    [`${benefitId} 售价`]: price,
    [`${benefitId} 成本`]: cost,
  });
  const sku = page.getByRole("group", { name: /^规格/ });
  await fill(sku, { 供应商商品号: benefitId });
  await choose(sku, { 供应商: supplier });
}

/** Draws a cup of coffee from above, on a table. */
async function drawLatte(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 600;
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("the browser draws no canvas");
    const rings = [
      ["#b98b62", 900],
      ["#e9dfd0", 250],
      ["#ffffff", 238],
      ["#d9c9b4", 196],
      ["#8a5a34", 186],
      ["#c79a6b", 168],
      ["#f3e4cf", 96],
      ["#c79a6b", 62],
      ["#f8efe0", 34],
    ] as const;
    for (const [colour, radius] of rings) {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.arc(450, 300, radius, 0, 2 * Math.PI);
      pen.fill();
    }
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/** Uploads the picture of the open draft. */
async function addPhoto(page: Page): Promise<void> {
  const buffer = await drawLatte(page);
  const upload = page.getByLabel(/^(上传|更换)图片$/);
  await upload.setInputFiles({ name: "latte.png", mimeType: "image/png", buffer });
  await fill(dialog(page), { 图片说明: PHOTO });
  await dialog(page).getByRole("button", { name: "裁剪并上传" }).click();
  await dialog(page).waitFor({ state: "detached" });
}

const saved = (page: Page) => page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });

/** Drafts both benefits, the coffee with a picture. */
async function draftGoods(page: Page, take: TakePicture): Promise<void> {
  await draftBenefit(page, LATTE);
  await addPhoto(page);
  await saved(page);
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await take(page, "new-shop-goods");
  await draftBenefit(page, GIFT);
  await saved(page);
}

/** Publishes a draft. */
async function publishBenefit(page: Page, { benefitId }: Goods): Promise<void> {
  await goTo(page, `/goods/${benefitId}`);
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await confirm(page, "开业上新", /^发布$/);
  await page.getByText("在售 v1").waitFor();
}

/** Imports two cards; the dry run refuses a third, which is one of them again. */
async function importCards(page: Page, take: TakePicture): Promise<void> {
  await goTo(page, "/card-stock");
  await page.getByRole("button", { name: "导入卡密" }).click();
  const cards = "TIMS20260001,731502\nTIMS20260002,118046\nTIMS20260001,905527";
  await fill(dialog(page), { 商品编号: GIFT.benefitId, 卡密: cards });
  await dialog(page).getByRole("button", { name: "先试运行" }).click();
  const found = page.getByRole("dialog", { name: "卡密入库" });
  await found.getByText(`${GIFT.benefitId}：2 张可以入库`).waitFor();
  await found.getByText("第 3 行不入库：与前面的行重复").waitFor();
  await take(page, "new-shop-stock");
  await confirm(page, "首批到货", /^入库 2 张$/);
  await page.getByRole("row", { name: new RegExp(`${GIFT.benefitId}.*2`) }).waitFor();
}

/** Makes the first home page: one zone with both benefits. */
async function draftHomePage(page: Page): Promise<void> {
  await goTo(page, "/home-page");
  await page.getByRole("button", { name: "加一块" }).first().click();
  await page.getByRole("button", { name: "专区", exact: true }).click();
  await page.getByLabel(/^标题/).fill("开业推荐");
  // The title may have been saved alone: waits for the save that has both benefits.
  const isSaved = page.waitForResponse(
    (answer) =>
      answer.ok() &&
      answer.request().method() === "PUT" &&
      [LATTE, GIFT].every(({ benefitId }) =>
        (answer.request().postData() ?? "").includes(`"${benefitId}"`),
      ),
    { timeout: SETTLED_MS },
  );
  for (const { title } of [LATTE, GIFT]) {
    await page.getByLabel("加商品").fill(title);
    await page
      .getByRole("button", { name: new RegExp(title) })
      .first()
      .click();
  }
  await isSaved;
  await saved(page);
}

/** Writes the first line of the user agreement, which another operator publishes. */
async function publishAgreement(writer: Page, publisher: Page, take: TakePicture): Promise<void> {
  await goTo(writer, "/content");
  await writer.getByLabel("引言").fill("欢迎来到天好咖啡。");
  await saved(writer);
  await take(writer, "new-shop-agreement");
  await goTo(publisher, "/content");
  await publisher.getByRole("button", { name: "发布第 1 版" }).click();
  await confirm(publisher, "开业协议", /^发布第 1 版$/);
  await publisher.getByText(/^第 1 版/).waitFor();
}

/** Writes a campaign in its five steps, typed and saved, and hands it to another person. */
async function submitCampaign(page: Page, take: TakePicture): Promise<void> {
  const next = () => page.getByRole("button", { name: "下一步" }).click();
  await goTo(page, "/campaigns/new");
  await fill(page, { 活动编号: "opening", 券名: "开业立减券", 适用说明: "全场可用" });
  await choose(page, { 类型: "满减券" });
  await fill(page, { 减: "5", 满多少可用: "20" });
  await next();
  await page.getByLabel("可与会员价同享").check();
  // What is typed within a step is saved without 下一步.
  await saved(page);
  await page.reload();
  await settled(page);
  expect(await page.getByLabel("可与会员价同享").isChecked()).toBe(true);
  await next();
  await next();
  await fill(page, { 总张数: "100", 预算: "500" });
  await next();
  await page.getByText("最多让利 ¥500.00").waitFor();
  await take(page, "new-shop-campaign");
  await page.getByRole("button", { name: "提交审核" }).click();
  await confirm(page, "开业活动", /^提交审核$/);
  await page.getByText("等第二人").first().waitFor();
}

/** Opens a benefit of the home page's zone. */
async function openFromHome(page: Page, origin: string, { title }: Goods): Promise<void> {
  await page.goto(`${origin}/`);
  const zone = page.getByRole("list", { name: "开业推荐" });
  await zone.getByText(title).click({ timeout: SETTLED_MS });
}

/** Buys what is open, pays it by WeChat, and opens the order once its cards are there. */
async function payAndOpen(page: Page, amount: RegExp): Promise<string> {
  await page.getByRole("button", { name: amount }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("button", { name: "查看卡密" }).first().waitFor({ timeout: SETTLED_MS });
  const orderNo = new URL(page.url()).searchParams.get("orderNo") ?? "";
  expect(orderNo).not.toBe("");
  return orderNo;
}

/** Confirms that a card is shown or used. */
async function agreeTo(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).first().click();
  const sure = page.getByRole("alertdialog");
  await sure.getByRole("button", { name: button }).click();
  await sure.waitFor({ state: "detached" });
}

/** Refunds one unit of an order. */
async function refundOne(page: Page, orderNo: string, take: TakePicture): Promise<void> {
  await goTo(page, `/orders/${orderNo}`);
  await page.getByRole("button", { name: "发起退款" }).click();
  await page.getByRole("button", { name: /^多退一份/ }).click();
  const refund = page.getByRole("button", { name: /^退款 ¥16\.30/ });
  await refund.waitFor();
  await take(page, "new-shop-refund");
  await refund.click();
  await confirm(page, "会员只要一杯", /^退款 ¥/);
}

/** Has the day's bill fetched: finance asks for it, the lead runs the job without waiting for it. */
async function fetchBill(finance: Page, lead: Page): Promise<void> {
  await finance
    .getByRole("row", { name: /微信支付/ })
    .getByRole("button")
    .first()
    .click();
  await finance.getByRole("button", { name: "重新获取账单" }).click();
  await confirm(finance, "关账", /^重新获取$/);
  await goTo(lead, "/jobs?tab=jobs");
  await lead
    .getByRole("row", { name: /账单对账/ })
    .getByRole("button")
    .first()
    .click();
  await lead.getByRole("button", { name: "立即运行" }).click();
  await confirm(lead, "财务关账", /^立即运行$/);
}

/**
 * Closes the day: every line of the channel's bill is one of ours, nothing of ours is missing, and
 * bill and capital flow differ from the ledger by 0.00. Exports the bill.
 */
async function closeDay(finance: Page, lead: Page, take: TakePicture): Promise<void> {
  await goTo(finance, "/books?tab=bills");
  await fetchBill(finance, lead);
  const agrees = finance
    .getByRole("table", { name: "账单", exact: true })
    .getByRole("row", { name: /微信支付.*一致/ });
  await expect
    .poll(
      async () => {
        await finance.reload();
        await settled(finance);
        return agrees.count();
      },
      { timeout: SETTLED_MS, interval: 1_000 },
    )
    .toBe(1);
  await finance.getByText("没有不符的行。").waitFor();
  const bill = finance.getByRole("complementary", { name: /^微信支付/ });
  // Two payments and a refund.
  expect(await bill.innerText()).toMatch(/账单行数\s*3\s*一致\s*3/);
  await expectGoodPage(finance);
  await take(finance, "new-shop-bill");
  await goTo(finance, "/reports?kind=flow&span=thisMonth");
  await finance.getByText("与账本差 ¥0.00").waitFor();
  await goTo(finance, "/reports?kind=bill&span=thisMonth");
  await finance.getByText("与账本差 ¥0.00").waitFor();
  await take(finance, "new-shop-report");
  await finance.getByRole("button", { name: "导出", exact: true }).click();
  await dialog(finance).getByRole("textbox", { name: "原因" }).fill("关账");
  const saving = finance.waitForEvent("download");
  await dialog(finance).getByRole("button", { name: "开始导出" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file).toContain(",差,0.00");
}

/** Plays the journey in a product without data. */
export async function openNewShop(shop: NewShop, take: TakePicture): Promise<void> {
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
    ["13900000003", "陈掌柜", ["营销", "仓管"]],
    ["13900000004", "吴主管", ["运营主管"]],
    ["13900000005", "钱会计", ["财务"]],
  ]);
  await take(deputy, "new-shop-roles");

  const merchandiser = await shop.enrol("13900000003");
  await makeTaxonomy(merchandiser);
  await draftGoods(merchandiser, take);
  await importCards(merchandiser, take);
  const lead = await shop.enrol("13900000004");
  await publishBenefit(lead, LATTE);
  await publishBenefit(lead, GIFT);
  await draftHomePage(merchandiser);
  await take(merchandiser, "new-shop-home");
  await goTo(lead, "/home-page");
  await lead.getByRole("button", { name: /^发布 v/ }).click();
  await confirm(lead, "开业", /^发布 v/);
  await expectGoodPage(lead);
  await publishAgreement(merchandiser, lead, take);
  await submitCampaign(merchandiser, take);
  await agree(lead, "开业立减券", "同意上线");

  // A member reads the agreement, claims the coupon, finds the coffee and buys two.
  const members = shop.members();
  const { page } = await openInWechat(members, newPhone(), "/pages/coupon/center", () => "pays");
  const agreement = await page.request.get(`${members.origin}/api/agreements/user`);
  expect(await agreement.text()).toContain("欢迎来到天好咖啡。");
  const coupon = page.getByRole("article", { name: "开业立减券" });
  await coupon.getByRole("button", { name: /领取/ }).click();
  await coupon.getByText("已领取").waitFor();
  await openFromHome(page, members.origin, LATTE);
  await page.getByRole("img", { name: PHOTO }).waitFor();
  await page.getByRole("button", { name: /加一份/ }).click();
  await page.getByRole("button", { name: "立即购买" }).click();
  // The sheet closes once the order is placed.
  await page.getByText("已选最优").waitFor();
  await page.getByRole("button", { name: "提交订单" }).click();
  const orderNo = await payAndOpen(page, /微信支付 ¥32\.60/);
  await take(page, "new-shop-order");

  await refundOne(lead, orderNo, take);
  await page.getByText("已退款 ¥16.30，原路退回").waitFor({ timeout: SETTLED_MS });

  // The campaign counts the coupon as used, and names who used it.
  await goTo(lead, "/campaigns/opening/members");
  await lead.getByRole("row", { name: /领券中心.*已用.*¥5\.00/ }).waitFor();

  // The other card is used.
  await agreeTo(page, "查看卡密");
  await agreeTo(page, "标记已使用");

  // A card of the import is what the next purchase delivers.
  await openFromHome(page, members.origin, GIFT);
  await page.getByRole("button", { name: "立即购买" }).click();
  await page.getByRole("button", { name: "提交订单" }).click();
  await payAndOpen(page, /微信支付 ¥20\.00/);
  await agreeTo(page, "查看卡密");
  await page
    .getByText(/TIMS ?2026 ?000[12]/)
    .first()
    .waitFor();
  await goTo(merchandiser, "/card-stock");
  await merchandiser.getByRole("row", { name: /咖啡礼品卡.*1.*1/ }).waitFor();

  const finance = await shop.enrol("13900000005");
  await setPayFaults(members.origin, { billEarly: 1 });
  await closeDay(finance, lead, take);
}

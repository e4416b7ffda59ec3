/**
 * A new benefit as one journey: 商品 makes a brand, a category and a draft; the publication is
 * refused with everything that is missing; after it is complete the lead publishes it, and a member
 * sees it in the shop and buys it. A price below cost waits for a second person.
 */
import { picture, undecodableJpeg } from "@yunjing/server/domain/files/image/corpus.fixture";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { newPhone, openInWechat, SETTLED_MS } from "../shop/shop.fixture.ts";
import { callAs, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths, settled } from "./console.fixture.ts";
import { choose, field, fill } from "./form-steps.ts";

const browser = consoleBrowser();
const BENEFIT = "tims-latte";
const drawer = (page: Page) => page.getByRole("dialog");
async function giveReason(page: Page, reason: string, button: RegExp): Promise<void> {
  await field(drawer(page), "原因").fill(reason);
  await drawer(page).getByRole("button", { name: button }).click();
}

async function makeNamed(page: Page, noun: string, fields: Readonly<Record<string, string>>) {
  await page.getByRole("button", { name: `新增${noun}` }).click();
  await fill(drawer(page), fields);
  await choose(drawer(page), { 图案: "咖啡", 底色: "海蓝" });
  await fill(drawer(page), { 原因: "上新" });
  await drawer(page).getByRole("button", { name: "保存" }).click();
  await drawer(page).waitFor({ state: "detached" });
  await page.getByRole("row", { name: new RegExp(fields["名称"] ?? "") }).waitFor();
}

/** Cuts a picture with the keyboard and uploads it; the server's refusal of another file is shown. */
async function uploadPicture(page: Page): Promise<void> {
  const upload = page.getByLabel(/^(上传|更换)图片$/);
  const name = "latte.png";
  const broken = { name, mimeType: "image/png", buffer: undecodableJpeg };
  await upload.setInputFiles(broken);
  await fill(drawer(page), { 图片说明: "一杯燕麦拿铁" });
  await drawer(page).getByRole("button", { name: "裁剪并上传" }).click();
  await drawer(page).getByText("图片打不开，请换一张").waitFor();
  await drawer(page).getByRole("button", { name: "取消" }).click();
  await drawer(page).getByRole("button", { name: "放弃" }).click();
  const buffer = await picture("image/png", { width: 400, height: 200 });
  await upload.setInputFiles({ name, mimeType: "image/png", buffer });
  await drawer(page).getByLabel("左右").press("End");
  await fill(drawer(page), { 图片说明: "一杯燕麦拿铁" });
  await expectGoodAtBothWidths(page);
  await drawer(page).getByRole("button", { name: "裁剪并上传" }).click();
  await drawer(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "用回图案" }).waitFor();
}

/** Writes a text and a picture below the rules, and puts the picture first. */
async function writeDetails(page: Page): Promise<void> {
  await page.getByRole("button", { name: "详情图文" }).click();
  await page.getByText("还没有图文，商品页没有这一栏。").waitFor();
  await page.getByRole("button", { name: "加文字" }).click();
  const first = page.getByRole("group", { name: "第 1 段" });
  await first.getByText("请填写，或删除这一段").waitFor();
  await field(first, "文字").fill("选用燕麦奶\n到店请出示券码");
  const buffer = await picture("image/png", { width: 300, height: 300 });
  await page.getByLabel("加图片").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await fill(drawer(page), { 图片说明: "门店吧台" });
  await drawer(page).getByRole("button", { name: "裁剪并上传" }).click();
  await drawer(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "第 2 段 上移" }).click();
  await page.getByRole("group", { name: "第 1 段" }).getByRole("img").waitFor();
  const phone = page.frameLocator("iframe[title='商品预览']");
  await phone.getByRole("img", { name: "门店吧台" }).waitFor();
  await phone.getByText("到店请出示券码").waitFor();
  await expectGoodAtBothWidths(page);
}

/** Schedules a price for the day after tomorrow, and withdraws it. */
async function schedulePrice(page: Page): Promise<void> {
  await page.getByRole("button", { name: "排期改价" }).click();
  await drawer(page).getByText("最低毛利 20.2%").waitFor();
  await fill(drawer(page), { 售价: "16.8", 开始时间: shanghaiIn(2), 原因: "周末活动" });
  await drawer(page).getByText("最低毛利 10.7%").waitFor();
  await drawer(page).getByRole("button", { name: "保存价格" }).click();
  const planned = page.getByRole("table", { name: "排期价" });
  await planned.getByText("¥16.80").waitFor();
  await expectGoodAtBothWidths(page);
  await planned.getByRole("button", { name: "撤销" }).click();
  await giveReason(page, "活动取消", /^撤销$/);
  await planned.waitFor({ state: "detached" });
}

/** The time in Shanghai in some days, as a field for date and time takes it. */
const shanghaiIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 16);

type Detail = {
  readonly sinceVersion: number;
  readonly draft: { readonly skus: readonly object[] };
};
const detailOf = () => dataAs<Detail>("lead", "GET", `/catalog/benefits/${BENEFIT}`);

test("a benefit is named, drafted, refused, completed, published, seen and bought", async () => {
  const maker = await browser.openAs("catalog", "/taxonomy");
  await makeNamed(maker, "品牌", { 编码: "tims", 名称: "天好咖啡" });
  await expectGoodAtBothWidths(maker);
  await maker.getByRole("button", { name: "分类", exact: true }).click();
  await makeNamed(maker, "分类", { 编码: "slow-coffee", 名称: "慢咖啡" });

  await maker.goto(`${browser.origin}/console/goods`);
  await settled(maker);
  await maker.getByRole("button", { name: "新建商品" }).click();
  await fill(drawer(maker), { 编码: BENEFIT, 名称: "燕麦拿铁" });
  await choose(drawer(maker), { 品牌: "天好咖啡", 分类: "慢咖啡", 发放方式: "卡密（券码）" });
  await drawer(maker).getByRole("button", { name: "建草稿" }).click();
  await maker.getByRole("heading", { level: 1, name: /燕麦拿铁/ }).waitFor();
  // 商品 makes the draft and may not publish it.
  expect(await maker.getByRole("button", { name: "发布", exact: true }).count()).toBe(0);

  const lead = await browser.openAs("lead", `/goods/${BENEFIT}`);
  await lead.getByRole("button", { name: "发布", exact: true }).click();
  await giveReason(lead, "上新", /^发布$/);
  await drawer(lead)
    .getByText(/还没有价格；.*没有可用的供应渠道/)
    .waitFor();
  await drawer(lead).getByRole("button", { name: "取消" }).click();

  const sku = maker.getByRole("group", { name: /^规格/ });
  for (const [label, value] of [
    ["市场价", "30"],
    ["售价", "18.8"],
    ["成本", "15"],
  ] as const)
    await maker.getByLabel(`${BENEFIT} ${label}`).fill(value);
  await field(sku, "供应商商品号").fill(BENEFIT);
  await field(sku, "供应商").selectOption({ label: "卡券供应商" });
  await uploadPicture(maker);
  // The phone shows what is typed, in the member app's own drawing.
  const phone = maker.frameLocator("iframe[title='商品预览']");
  await phone.getByRole("img", { name: "一杯燕麦拿铁" }).waitFor();
  await phone.getByText("18.8").first().waitFor();
  await writeDetails(maker);
  await maker.getByRole("button", { name: "列表卡片" }).click();
  await phone.getByText("立即购买").waitFor({ state: "detached" });
  await phone.getByText("燕麦拿铁", { exact: true }).waitFor();
  await maker.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
  await maker.getByText(/规格、价格与渠道 1 项齐全/).waitFor();
  await expectGoodAtBothWidths(maker);

  await lead.reload();
  await settled(lead);
  await lead.getByRole("button", { name: "发布", exact: true }).click();
  await giveReason(lead, "上新", /^发布$/);
  await lead.getByText("在售 v1").waitFor();
  await schedulePrice(lead);

  const found = async () => {
    const answer = await fetch(`${browser.origin}/api/benefits/${BENEFIT}`);
    return answer.status;
  };
  await vi.waitFor(async () => expect(await found()).toBe(200), { timeout: 5_000 });
  const path = `/pages/benefit/detail?id=${BENEFIT}`;
  const { page } = await openInWechat(browser, newPhone(), path, () => "pays");
  await page.getByText("燕麦拿铁").first().waitFor();
  const shown = page.getByRole("img", { name: "一杯燕麦拿铁" });
  expect(
    await shown.evaluate((one: HTMLImageElement) => one.decode().then(() => one.currentSrc)),
  ).toMatch(/\/pictures\/[0-9a-f-]{36}\/\d+\.avif$/);
  const details = page.getByRole("region", { name: "图文详情" });
  expect(await details.getByText("选用燕麦奶").innerText()).toBe("选用燕麦奶\n到店请出示券码");
  await details.getByRole("img", { name: "门店吧台" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "立即购买" }).click();
  await page.getByRole("button", { name: "提交订单" }).click();
  await page.getByRole("button", { name: /微信支付 ¥18\.80/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("button", { name: "查看卡密" }).waitFor({ timeout: SETTLED_MS });
});

test("of two editors of one draft the second sees both, and goes on with one", async () => {
  const page = await browser.openAs("lead", `/goods/${BENEFIT}`);
  const { sinceVersion, draft } = await detailOf();
  const theirs = { ...draft, title: "燕麦拿铁（大杯）" };
  const path = `/catalog/benefits/${BENEFIT}/draft`;
  await dataAs("checker", "PUT", path, { sinceVersion, draft: theirs });
  await field(page, "名称").fill("冰燕麦拿铁");
  const conflict = page.getByRole("alert", { name: "草稿冲突" });
  await conflict.waitFor({ timeout: SETTLED_MS });
  expect(await conflict.getByRole("row", { name: /名称/ }).textContent()).toContain(
    "燕麦拿铁（大杯）冰燕麦拿铁",
  );
  await expectGoodAtBothWidths(page);
  await conflict.getByRole("button", { name: "用我的覆盖" }).click();
  await page.getByText(/草稿已存/).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "看改动" }).click();
  await page.getByRole("row", { name: /名称.*冰燕麦拿铁/ }).waitFor();
  await page.getByRole("button", { name: "版本" }).click();
  await page.getByText("第 1 版").waitFor();
  await expectGoodAtBothWidths(page);
});

test("a price below cost is proposed, and published by the second person", async () => {
  const { sinceVersion, draft } = await detailOf();
  const price = { marketFen: 3_000, priceFen: 1_200, levels: {}, costFen: 1_500 };
  const skus = draft.skus.map((sku) => ({ ...sku, price }));
  const path = `/catalog/benefits/${BENEFIT}`;
  await dataAs("lead", "PUT", `${path}/draft`, { sinceVersion, draft: { ...draft, skus } });
  const page = await browser.openAs("lead", `/goods/${BENEFIT}`);
  await page.getByRole("button", { name: "提交审批" }).click();
  await fill(drawer(page), { 原因: "新店开业" });
  await field(drawer(page), "低价截止").fill(shanghaiIn(2));
  await drawer(page).getByRole("button", { name: "提交审批" }).click();
  await page.getByText("等第二人同意").waitFor();
  const { list } = await dataAs<{ list: readonly { approvalId: string; kind: string }[] }>(
    "checker",
    "GET",
    "/approvals?box=mine&kind=benefit_loss",
  );
  const [waiting] = list;
  const approvals = `/approvals/${waiting?.approvalId}`;
  const { etag } = await dataAs<{ etag: string }>("checker", "GET", approvals);
  const decision = { etag, reason: "同意" };
  expect((await callAs("lead", "POST", `${approvals}/approve`, decision)).code).toBe("TWO_PERSONS");
  await dataAs("checker", "POST", `${approvals}/approve`, decision);
  await page.reload();
  await page.getByText("在售 v2").waitFor();
});

type Brands = {
  readonly list: readonly {
    readonly name: string;
    readonly picture: { readonly photo?: { readonly pictureId: string; readonly alt: string } };
  }[];
};

test("a brand gets a picture, which members see in the place of its drawing", async () => {
  const page = await browser.openAs("catalog", "/taxonomy");
  await page.getByRole("row", { name: /肯德基/ }).click();
  const form = page.getByRole("dialog", { name: "修改 肯德基" });
  const buffer = await picture("image/png", { width: 200, height: 200 });
  const file = { name: "brand.png", mimeType: "image/png", buffer };
  await form.getByLabel("上传图片").setInputFiles(file);
  const upload = page.getByRole("dialog", { name: "上传图片" });
  await field(upload, "图片说明").fill("红底白字的标志");
  await upload.getByRole("button", { name: "裁剪并上传" }).click();
  await upload.waitFor({ state: "detached" });
  await form.getByRole("button", { name: "用回图案" }).waitFor();
  await field(form, "原因").fill("换上新标志");
  await form.getByRole("button", { name: "保存" }).click();
  await form.waitFor({ state: "detached" });

  const photo = await vi.waitFor(
    async () => {
      const answer = await fetch(`${browser.origin}/api/brands`);
      const { data } = (await answer.json()) as { data: Brands };
      const found = data.list.find(({ name }) => name === "肯德基")?.picture.photo;
      expect(found).toMatchObject({ alt: "红底白字的标志" });
      return found;
    },
    { timeout: 5_000 },
  );
  const shown = await fetch(`${browser.origin}/pictures/${photo?.pictureId}/192.avif`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/avif"]);
});

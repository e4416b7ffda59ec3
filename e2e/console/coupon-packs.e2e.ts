/**
 * A pack of coupons in browsers: an operator writes it, another person approves what it holds, and a
 * member claims all its coupons with one tap.
 */
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, SMALL_PHONE } from "../browser.ts";
import { logInByPhone, stateOf } from "../login.ts";
import { newPhone } from "../shop/shop.fixture.ts";
import { callAs, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths } from "./console.fixture.ts";
import { confirm } from "./operator-steps.ts";

const browser = consoleBrowser();
const reason = "已核对，同意";
const TITLE = "周年券包";

test("an operator writes a pack, another approves its coupons, and a member claims it whole", async () => {
  const page = await browser.openAs("lead", "/campaigns/new");
  const next = page.getByRole("button", { name: "下一步" });
  await page.getByLabel("活动编号").fill("year-pack");
  await page.getByLabel("券名").first().fill(TITLE);
  await page.getByLabel("类型").selectOption("pack");
  const coupons = page.getByRole("group", { name: "券包里的券" });
  await next.click();
  await page.getByText("请选券包里的券").waitFor();
  await coupons.getByLabel("加一张券").fill("movie-eight");
  await coupons.getByRole("button", { name: /电影票立减券/ }).click();
  await next.click();
  await page.getByText("券包至少要有 2 张券").waitFor();
  await coupons.getByLabel("加一张券").fill("drink-three");
  await coupons.getByRole("button", { name: /饮品券/ }).click();
  await coupons.getByLabel("饮品券的张数").fill("2");
  await coupons.getByText("共 3 张").waitFor();
  await expectGoodAtBothWidths(page);
  await next.click();
  await page.getByText("券包里的每张券按自己的规则使用").waitFor();
  await next.click();
  await next.click();
  await page.getByLabel("总份数").fill("100");
  await next.click();
  // ¥8 and twice ¥3, a hundred times.
  await page.getByText("最多让利 ¥1,400.00").waitFor();
  await page.getByRole("button", { name: "提交审核" }).waitFor();
  await page.reload();
  await page.getByText("「饮品券」2 张").waitFor();
  await page.getByText("100 份").waitFor();
  await page.getByText(/共领 \d+ 份，每一单用其中减得最多的一张/).waitFor();
  await page.getByRole("button", { name: "提交审核" }).click();
  await confirm(page, reason, /^提交审核$/);
  await page.getByText("等第二人").first().waitFor();

  const id = encodeURIComponent("campaign.year-pack");
  const { etag, changes } = await dataAs<{
    etag: string;
    changes: readonly { field: string; after: string }[];
  }>("checker", "GET", `/approvals/${id}`);
  expect(changes).toContainEqual(
    expect.objectContaining({ field: "张数", after: "100 份，共 300 张" }),
  );
  expect(changes.find(({ field }) => field === "券 2")?.after).toContain(
    "「饮品券」2 张：满 ¥6.00 减 ¥3.00",
  );
  const { code } = await callAs("checker", "POST", `/approvals/${id}/approve`, { etag, reason });
  expect(code).toBe("DONE");

  const login = await logInByPhone(browser.origin, newPhone());
  const member = await browser.open("/pages/coupon/center", { storageState: stateOf(login) });
  const list = member.getByRole("list", { name: `${TITLE}里的券` });
  await list.getByText("2 张").waitFor();
  await member.setViewportSize(SMALL_PHONE);
  expect(await overflowOf(member), "pixels that stick out").toBeLessThanOrEqual(0);
  await expectAccessible(member);
  const ticket = member.getByRole("article", { name: TITLE });
  await ticket.getByRole("button", { name: /领取/ }).click();
  await member.getByText("3 张券已放入卡包").waitFor();
  await ticket.getByText("已领取").waitFor();
  await member.goto(`${browser.origin}/pages/user/coupons`);
  await expect.poll(() => member.getByRole("article", { name: "饮品券" }).count()).toBe(2);
  await member.getByRole("article", { name: "电影票立减券" }).waitFor();

  await page.goto(`${browser.origin}/console/campaigns/year-pack`);
  const figures = page.getByRole("table", { name: "券包里每种券的发放和使用" });
  await figures.getByRole("row", { name: /饮品券.*2 张 2 张 0 张/ }).waitFor();
  await expectGoodAtBothWidths(page);
});

/**
 * A member's orders in a real browser: picked up, searched, filtered and removed; and the
 * operators' rows.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { freshCode, phone } from "./browser.ts";
import { chooseStore, orderMeal } from "./exchange-steps.ts";
import { openLoggedIn } from "./logged-in.ts";
import { logInByPhone, stateOf } from "./login.ts";
import { productOfWorker } from "./worker-product.ts";

const device = phone();
const CODE_SHOWN_MS = 30_000;
const MEAL = "香辣鸡腿堡三件套";

/** Logs a member in and opens the page of that path. */
async function openAs(number: string, path: string): Promise<Page> {
  return openLoggedIn(device, await logInByPhone(device.origin, number), path);
}

describe("a member", () => {
  test("picks up a meal, finds its order by words and type, and removes it from the list", async () => {
    const page = await openAs("13700000101", "/pages/user/index");
    await page.goto(
      `${device.origin}/pages/exchange/manifest#code=${await freshCode(device.origin, "kfc-set")}`,
    );
    await chooseStore(page);
    await orderMeal(page, "13912345678");
    await page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: CODE_SHOWN_MS });
    await page.getByRole("button", { name: "我已取餐" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "我已取餐" }).click();
    await page.getByRole("button", { name: "我已取餐" }).waitFor({ state: "detached" });

    await page.goto(`${device.origin}/pages/user/orders`);
    const orders = page.getByRole("list", { name: "订单" }).getByRole("article");
    await orders.first().waitFor();
    const searchUrls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("keyword=")) searchUrls.push(request.url());
    });
    const search = page.getByRole("searchbox", { name: "搜索订单" });
    await search.pressSequentially("没有这一单", { delay: 30 });
    await page.getByText("没有符合的订单").waitFor();
    expect(searchUrls).toHaveLength(1);
    await page.getByRole("button", { name: "查看全部" }).click();
    await orders.first().waitFor();
    await search.fill("三件套");
    await orders.filter({ hasText: MEAL }).first().waitFor();
    await search.fill("");
    await page.getByRole("button", { name: "电影" }).click();
    await page.getByText("没有符合的订单").waitFor();
    await page.getByRole("button", { name: "点餐", exact: true }).click();
    await orders.filter({ hasText: MEAL }).first().waitFor();

    const before = await orders.count();
    await page
      .getByRole("button", { name: `更多操作，${MEAL}` })
      .first()
      .click();
    await page
      .getByRole("dialog", { name: "更多操作" })
      .getByRole("button", { name: "删除订单" })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
    await expect.poll(() => orders.count()).toBe(before - 1);
  });

  test("sees the operators' rows on 我的 only as an operator", async () => {
    const operator = await device.open("/pages/user/index", {
      storageState: stateOf(productOfWorker().operator),
    });
    const rows = operator.getByRole("list", { name: "工作入口" });
    await rows.getByText("DEVOP").waitFor();
    const member = await openAs("13800000002", "/pages/user/index");
    await member.getByText("退出登录").waitFor();
    expect(await member.getByText("DEVOP").count()).toBe(0);
    expect(await member.getByText("生成兑换码").count()).toBe(0);
  });
});

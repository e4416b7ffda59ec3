/**
 * The figures in a browser: the home page and the page of figures count what members pay, agree with
 * the list behind them, and are readable without seeing.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { buy, createMember, dataAs, inDatabase } from "./console-calls.ts";
import {
  consoleBrowser,
  expectGoodAtBothWidths,
  expectGoodPage,
  settled,
} from "./console.fixture.ts";

type Overview = {
  readonly list: readonly { readonly figure: string; readonly value?: number }[];
  readonly isWhole: boolean;
};

const browser = consoleBrowser();
let tab: Page;

/** Makes the job due until a figure of today is at least `least`; returns the figure. */
async function summed(figure: string, least: number): Promise<number> {
  return vi.waitFor(
    async () => {
      await inDatabase("UPDATE job_lease SET due_at = now() WHERE name = 'figures'", []);
      const { list } = await dataAs<Overview>("lead", "GET", "/stats/overview");
      const value = list.find((one) => one.figure === figure)?.value ?? 0;
      if (value < least) throw new Error(`${figure} is ${value}`);
      return value;
    },
    { timeout: 90_000, interval: 500 },
  );
}

const moneyText = (fen: number) =>
  `¥${(fen / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

beforeAll(async () => {
  const member = await createMember();
  await buy(member, { skuId: "phone-mobile-10", quantity: 1, account: "13900000041" });
  await summed("orders", 1);
  tab = await browser.openAs("lead", "/");
}, 180_000);

test("the home page shows today's five figures, each with its definition and its list", async () => {
  const gmv = tab.getByRole("region", { name: "成交额 GMV", exact: true });
  await gmv.waitFor();
  for (const name of ["实付（现金）", "兑换量（码）", "发放成功率", "新客（首单）"]) {
    await tab.getByRole("region", { name, exact: true }).waitFor();
  }
  await gmv.getByLabel("成交额 GMV的定义").focus();
  await tab.keyboard.press("Enter");
  await gmv.getByText("按商品售价合计").waitFor();
  await tab.getByRole("figure", { name: /成交额 GMV，按小时/ }).waitFor();
  await settled(tab);
  await expectGoodAtBothWidths(tab);
});

test.runIf(isSlowTier)(
  "a figure of the home page leads to the orders of the same span",
  async () => {
    const sales = await summed("gmv", 1);
    await tab.goto(`${browser.origin}/console/`);
    const gmv = tab.getByRole("region", { name: "成交额 GMV", exact: true });
    await gmv.getByRole("link", { name: moneyText(sales), exact: true }).click();
    await tab.waitForURL(/\/console\/orders\?from=\d+/);
    await settled(tab);
    await tab.getByText(/与经营数据的时段相同/).waitFor();
    await expectGoodPage(tab);
  },
);

test("the page of figures changes its period, its chart and its ranking by the keyboard", async () => {
  await tab.goto(`${browser.origin}/console/figures`);
  await settled(tab);
  const table = tab.getByRole("table", { name: /各项数据/ });
  await table.getByRole("rowheader", { name: /毛利/ }).waitFor();
  expect(await table.getByRole("row").count()).toBe(14);
  await table.getByRole("button", { name: "支付订单" }).focus();
  await tab.keyboard.press("Enter");
  const chart = tab.getByRole("figure", { name: /支付订单，按小时/ });
  await chart.waitFor();
  expect(await chart.getByRole("table").getByRole("row").count()).toBeGreaterThan(1);
  await tab.getByRole("button", { name: "近 7 天" }).press("Enter");
  await tab.getByRole("figure", { name: /支付订单，按天/ }).waitFor();
  await tab.getByRole("button", { name: "支付方式" }).press("Enter");
  await tab.getByRole("table", { name: "支付方式排行" }).getByText("微信支付").waitFor();
  expect(tab.url()).toContain("span=week");
  await settled(tab);
  await expectGoodAtBothWidths(tab);
});

test.runIf(isSlowTier)("own days that are no period say so and leave today", async () => {
  await tab.goto(`${browser.origin}/console/figures?span=own&first=2026-11-05&last=2026-11-01`);
  await settled(tab);
  await tab.getByText("请选先后两天").waitFor();
  await expectGoodPage(tab);
});

test("a failure of the figures leaves the other parts of the home page, and can be retried", async () => {
  const page = await browser.openAs("lead", "/");
  browser.expectFailure(/\/stats\/overview/, "no answer");
  await page.route("**/console/api/stats/overview*", (route) => route.abort());
  await page.goto(`${browser.origin}/console/?span=week`);
  await page.getByRole("alert").getByText("没有取到内容").first().waitFor({ timeout: 60_000 });
  await page.getByRole("heading", { name: "待办" }).waitFor();
  await page.unroute("**/console/api/stats/overview*");
  await page.getByRole("button", { name: "重新载入" }).first().click();
  await page.getByRole("region", { name: "成交额 GMV", exact: true }).waitFor();
});

test.runIf(isSlowTier)(
  "an operator without the permission has no figures, and the page says what is missing",
  async () => {
    const page = await browser.openAs("service", "/");
    expect(await page.getByRole("region", { name: "经营数据" }).count()).toBe(0);
    await page.goto(`${browser.origin}/console/figures`);
    await settled(page);
    expect(await page.getByText("您没有「经营数据」的权限").isVisible()).toBe(true);
    expect(await page.getByText("stats:read").isVisible()).toBe(true);
    await expectGoodPage(page);
  },
);

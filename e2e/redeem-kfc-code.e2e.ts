/** The product's main job in a real browser: an exchange code becomes a meal's pickup code. */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { describe, expect, test } from "vitest";
import { expectAccessible, freshCode, phone, SMALL_PHONE } from "./browser.ts";
import { chooseStore, logIn, orderMeal } from "./exchange-steps.ts";
import { newestText } from "./login.ts";

const device = phone();
const CODE_SHOWN_MS = 30_000;

const openCode = async (target: "kfc-set" | "points-500", options = {}) =>
  device.open(`/pages/exchange/manifest#code=${await freshCode(device.origin, target)}`, options);

describe("a guest with a code", () => {
  test("M09 chooses a store and a time and gets a pickup code, without a login", async () => {
    const page = await openCode("kfc-set");
    await chooseStore(page);
    await orderMeal(page, "13912345678");
    await page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: CODE_SHOWN_MS });
    expect(page.url()).toContain("/pages/exchange/ordetail#r=");
    expect(await page.getByText(/139\*{4}5678/).count()).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  test("gets an SMS with code, store and time, whose short link opens the receipt without a login", async () => {
    const contact = "13912340077";
    const page = await openCode("kfc-set");
    await chooseStore(page);
    await orderMeal(page, contact);
    const ticket = page.getByRole("region", { name: "取餐码" });
    await ticket.waitFor({ timeout: CODE_SHOWN_MS });
    const shown = (await ticket.innerText()).replaceAll(/\s/g, "");
    const sms = await newestText(device.origin, contact);
    const [, code = "", path = ""] =
      /取餐码 (\w+)，.+，\d\d-\d\d \d\d:\d\d 取餐。 http\S+(\/r#[\w-]{22})$/.exec(sms) ?? [];
    expect(shown).toContain(code);
    expect(code).not.toBe("");
    const other = await device.open(path);
    await other.getByRole("region", { name: "取餐码" }).waitFor();
    await other.getByRole("heading", { name: "订单详情" }).waitFor();
    device.expectFailure(/^\/api\/receipts\//, 404);
    await other.goto(`${device.origin}${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`);
    await other.reload();
    await other.getByText("订单不存在或链接已失效").waitFor();
  });

  test("can read the pickup code again without a network", async () => {
    const page = await openCode("kfc-set");
    await chooseStore(page);
    await orderMeal(page, "13912345678");
    const ticket = page.getByRole("region", { name: "取餐码" });
    await ticket.waitFor({ timeout: CODE_SHOWN_MS });
    const seen = await ticket.innerText();
    device.expectFailure(/^\/api\/receipts\//, "no answer");
    await page.route("**/api/**", (route) => route.abort());
    await page.reload();
    await page.getByText(/没有网络，显示 \d\d:\d\d 的内容/).waitFor();
    expect(await ticket.innerText()).toBe(seen);
    // The page keeps polling: its failures would be reported by the next test.
    await page.context().close();
  });

  test.runIf(isSlowTier)(
    "gets the code although the supplier's answer timed out after delivering",
    async () => {
      const page = await openCode("kfc-set", { viewport: SMALL_PHONE });
      await chooseStore(page);
      await orderMeal(page, "13912340002");
      await page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: 60_000 });
    },
  );

  test("gets the exchange code back when the supplier refuses, and may use it again", async () => {
    const page = await openCode("kfc-set");
    await chooseStore(page);
    await orderMeal(page, "13912340003");
    await page.getByRole("heading", { name: "已退回" }).waitFor({ timeout: CODE_SHOWN_MS });
    await page.getByRole("button", { name: "重新使用兑换码" }).click();
    await page.getByRole("heading", { name: "兑换页面" }).waitFor();
  });
});

describe("a member", () => {
  test("M11 has to log in for points, returns, and finds the order in the list", async () => {
    const page = await openCode("points-500");
    await page.getByRole("button", { name: /查询/ }).click();
    await page.getByRole("button", { name: "登录后兑换" }).click();
    await page.waitForURL(/\/pages\/passport\/login\?referer=/);
    await logIn(page, device.origin, "13700000011");
    await page.waitForURL(/\/pages\/exchange\/manifest/);
    await page.getByRole("button", { name: /兑换 500 积分/ }).click();
    await page.getByRole("button", { name: "确认兑换" }).click();
    await page.getByRole("heading", { name: "500 积分已到账" }).waitFor();
    await page.goto(`${device.origin}/pages/user/ordtype`);
    await page.getByText("500 积分").first().waitFor();
    await expectAccessible(page);
  });

  test.runIf(isSlowTier)("adds an order from before the login to the list", async () => {
    const page = await openCode("kfc-set");
    await chooseStore(page);
    await orderMeal(page, "13912345678");
    await page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: CODE_SHOWN_MS });
    await page.getByText("登录后可收进我的订单").click();
    await logIn(page, device.origin, "13700000012");
    await page.waitForURL(/\/pages\/exchange\/ordetail/);
    await page.waitForURL(/#r=/);
    await page.getByRole("button", { name: "收进" }).click();
    await page.getByText("已收进我的订单").waitFor();
    await page.goto(`${device.origin}/pages/user/orders`);
    await page.getByText("香辣鸡腿堡三件套").first().waitFor();
  });
});

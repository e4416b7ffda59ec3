/**
 * Addresses parsed from pasted text; and an account that is typed once and chosen from the list the
 * next time.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { logInByPhone } from "../login.ts";
import { waitUntilSettled, LOGGED_OUT } from "../shell/shell.fixture.ts";
import { chooseTopUp, newPhone, openWithBalance, SETTLED_MS, TOP_UP } from "./shop.fixture.ts";

const device = phone();
const ACCOUNT = "13900000077";
const MASK = "139****0077";

const bookOf = (page: Page) => page.getByRole("list", { name: "地址" });
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "新增地址" }).click();
  await page.getByRole("textbox", { name: "智能识别" }).fill(text);
  await page.getByRole("button", { name: "识别", exact: true }).click();
}
const save = (page: Page) => page.getByRole("button", { name: "保存", exact: true }).click();

test.runIf(isSlowTier)(
  "addresses are parsed from pasted texts, set as default, chosen and deleted",
  async () => {
    const login = await logInByPhone(device.origin, newPhone());
    const page = await openLoggedIn(device, login, "/pages/user/index", {
      serviceWorkers: "block",
      viewport: SMALL_PHONE,
    });
    await page.getByRole("button", { name: "地址管理" }).click();
    await page.getByText("还没有地址").waitFor();
    await expectAccessible(page);
    await paste(page, "张三 13800138000 广东省深圳市南山区科技园1号");
    await page.getByText("已识别，请核对后保存").waitFor();
    expect(await page.getByRole("textbox", { name: "收货人" }).inputValue()).toBe("张三");
    await expectAccessible(page);
    await save(page);
    await bookOf(page).getByText("138****8000").waitFor();

    // 朝阳区 is ambiguous: the member chooses the region, and the name is not repeated in the address.
    await paste(page, "朝阳区建国路93号 周小雨 139-0000-1234");
    await page.getByText("请补全所在地区").waitFor();
    await page.getByRole("button", { name: "选择所在地区" }).click();
    await page.getByRole("button", { name: "北京市" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "朝阳区" }).click();
    const detail = page.getByRole("textbox", { name: "详细地址" });
    await expect.poll(() => detail.inputValue()).toBe("建国路93号");
    await save(page);
    const cards = bookOf(page).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(2);

    await cards
      .filter({ hasText: "周小雨" })
      .getByRole("button", { name: /^设为默认/ })
      .click();
    await cards
      .first()
      .getByRole("button", { name: /^默认地址，周小雨/ })
      .waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);

    await page.goto(`${device.origin}/pages/region/choose?mode=address&pick=1`);
    await page.getByRole("button", { name: /^选用，张三/ }).click();
    await page.waitForURL((url) => url.pathname !== "/pages/region/choose");
    // The content belongs to the page that opened the picker; here only the presence of the entry is
    // checked.
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain("picked-address");

    await page.goto(`${device.origin}/pages/region/choose?mode=address`);
    await page.getByRole("button", { name: /^删除，张三/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
    await expect.poll(() => cards.count()).toBe(1);
    await page.context().close();
  },
);

test("a visitor is asked to log in for the address book, and none of it is requested before", async () => {
  const page = await device.open("/pages/region/choose?mode=address", LOGGED_OUT);
  await waitUntilSettled(page);
  await page.getByText("登录后管理地址").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "去登录" }).click();
  await page.waitForURL("**/pages/passport/login?**");
  await page.context().close();
});

test("the second top-up uses the saved account of the first, whose full number the page never gets", async () => {
  const page = await openWithBalance(device, newPhone());
  const payByBalance = async (sheet: ReturnType<Page["getByRole"]>) => {
    await sheet.getByRole("switch", { name: "余额" }).click();
    await sheet.getByRole("button", { name: /用余额支付/ }).click();
    await page.getByRole("dialog", { name: "支付成功" }).waitFor();
  };
  await page.goto(device.origin + TOP_UP);
  const first = await chooseTopUp(page, "10 元", ACCOUNT);
  await first.getByRole("checkbox", { name: "保存账号，下次直接选" }).waitFor();
  await payByBalance(first);

  const responses: string[] = [];
  page.on("response", (answer) => {
    if (!answer.url().includes("/api/")) return;
    // An answer has no text any more when the page has left it: then the page did not read it.
    void answer.text().then(
      (text) => responses.push(text),
      () => undefined,
    );
  });
  await page.goto(device.origin + TOP_UP);
  await page.getByRole("radio", { name: /^10 元/ }).check({ force: true });
  await page.getByRole("button", { name: /^选保存的账号/ }).click();
  const picker = page.getByRole("dialog", { name: "选择账号" });
  await picker.getByText(MASK).waitFor();
  await expectAccessible(page);
  await picker.getByRole("button", { name: "用这个账号" }).click();
  await page.getByText(MASK).waitFor();
  await page.getByRole("button", { name: "立即购买" }).click();
  const second = page.getByRole("dialog", { name: "确认订单" });
  await second.getByRole("button", { name: "更换账号" }).waitFor();
  await expectAccessible(page);
  await payByBalance(second);
  await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("heading", { name: "已完成" }).waitFor({ timeout: SETTLED_MS });
  await page.getByText(MASK).waitFor();
  expect(responses.join("")).toContain(MASK);
  expect(responses.join("")).not.toContain(ACCOUNT);
  await page.context().close();
});

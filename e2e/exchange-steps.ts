/** Steps of the exchange journey, found by roles and visible text. */
import type { Page } from "playwright-core";
import { newestSms } from "./login.ts";

const CODE_SHOWN_MS = 30_000;

/** Adds one portion of a dish of the menu. */
export const takeDish = (page: Page, dish: string): Promise<void> =>
  page
    .getByRole("button", { name: `${dish}，加一份` })
    .first()
    .click();

/** The page shows a pickup code. */
export const codeShown = (page: Page): Promise<void> =>
  page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: CODE_SHOWN_MS });

/** Goes from the code's link to the menu of the first store. */
export async function chooseStore(page: Page): Promise<void> {
  await page.getByRole("button", { name: /查询/ }).click();
  await page.getByRole("button", { name: /选择门店/ }).click();
  await page.getByRole("button", { name: "点餐" }).first().click();
}

/** Chooses three rolls of 20 yuan on a voucher of 50 and goes on to the pickup step. */
export async function chooseBeyond(page: Page): Promise<void> {
  await chooseStore(page);
  for (const count of [1, 2, 3]) {
    await takeDish(page, "老北京鸡肉卷");
    await page.getByText(new RegExp(`已选 ${count} 件`)).waitFor();
  }
  await page.getByText("补 ¥10.00").waitFor();
  await page.getByRole("button", { name: "选取餐时间" }).click();
}

/**
 * Chooses the pickup time and confirms the order; `phone` receives the pickup code, omitted for a
 * member's own phone.
 */
export async function orderMeal(page: Page, phone?: string): Promise<void> {
  await page.getByRole("button", { name: "选取餐时间" }).click();
  const own = page.getByRole("button", { name: /换号码/ });
  if (phone === undefined) await own.waitFor();
  else {
    const field = page.getByRole("textbox", { name: "手机号" });
    await own.or(field).first().waitFor();
    await page.waitForLoadState("networkidle");
    if (await own.isVisible()) await own.click();
    await field.fill(phone);
  }
  await page.getByRole("button", { name: "核对订单" }).click();
  await page.getByRole("button", { name: /用掉/ }).click();
}

/** Logs in on the login page with the code sent to the phone. */
export async function logIn(page: Page, origin: string, phone: string): Promise<void> {
  await page.getByRole("textbox", { name: "手机号" }).fill(phone);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/秒后重发/).waitFor();
  await page.getByRole("textbox", { name: "验证码" }).fill(await newestSms(origin, phone));
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

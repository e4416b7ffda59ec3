/** Steps of the exchange journey, found by roles and visible text. */
import type { Page } from "playwright-core";
import { newestSms } from "./login.ts";

/** Goes from the code's link to the menu of the first store. */
export async function chooseStore(page: Page): Promise<void> {
  await page.getByRole("button", { name: /查询/ }).click();
  await page.getByRole("button", { name: /选择门店/ }).click();
  await page.getByRole("button", { name: "点餐" }).first().click();
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

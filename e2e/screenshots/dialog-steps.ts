/** What is pressed in a dialog of the gallery before its picture, by the dialog's id. */
import type { Page } from "playwright-core";

/** The bar of a loading dialog has moved, and is still far from its end. */
const LOADING_MS = 300;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function waitForBar(page: Page): Promise<void> {
  await page.getByRole("progressbar").waitFor();
  await page.waitForTimeout(LOADING_MS);
}

export const dialogSteps: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  loading: waitForBar,
  "loading-duration": waitForBar,
  "loading-progress": waitForBar,
  "loading-half": waitForBar,
  "form-submit": async (page) => {
    await page.getByRole("textbox", { name: "手机号" }).fill("13912345678");
    await press(page, "保存");
    await page.getByText("这个地址暂时不能配送，请换一个").waitFor();
  },
  "form-validator": async (page) => {
    await page.getByRole("textbox", { name: "公司名称" }).fill("云鲸（上海）贸易有限公司");
    await page.getByRole("textbox", { name: "税号" }).fill("9131");
    await press(page, "确定");
    await page.getByText("税号至少 15 位").waitFor();
  },
  "login-identity-failed": async (page) => {
    await page.getByRole("checkbox").check({ force: true });
    await press(page, "微信一键登录");
    await page.getByText("微信授权没有完成，请再试一次").waitFor();
  },
};

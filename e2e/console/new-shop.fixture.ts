/** A product without demo data, whose operators enrol themselves, and pages of it in the browser. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { totpCode } from "@yunjing/server/domain/operators/totp";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeEach } from "vitest";
import { type Phone, phone } from "../browser.ts";
import { newestSms } from "../login.ts";
import { type RunningProduct, startProduct } from "../product.ts";
import { LAPTOP, settled } from "./console.fixture.ts";

const run = promisify(execFile);

export type NewShop = {
  /** The browser, for members' pages of this product. */
  members(): Phone;
  /** Makes the holder of a phone an administrator, by the command that its first start prints. */
  makeAdministrator(phoneNumber: string, name: string): Promise<void>;
  /** Logs an operator in for the first time, with an authenticator; returns the home page. */
  enrol(phoneNumber: string): Promise<Page>;
};

/**
 * The bill of a day is asked for from the day's beginning on, not from ten the next morning, so that
 * a journey can close the day on which it has sold something.
 */
const BILL_OF_TODAY = { billAtMs: -86_400_000 };

/**
 * Returns a running product that has no data. Each test, and each try of it, gets a new one: a
 * second try would fail on what the first has made.
 */
export function newShop(): NewShop {
  let product: RunningProduct;
  let stop: (() => Promise<void>) | undefined;
  beforeEach(async () => {
    product = await startProduct({ SEED: "none" }, BILL_OF_TODAY);
    stop = product.stop;
  }, 180_000);
  // Registered before the hook of `phone()`, so it runs after that: the pages close first.
  afterEach(async () => {
    await stop?.();
    stop = undefined;
  });
  const browser = phone();

  const open = (path: string, options?: BrowserContextOptions): Promise<Page> =>
    browser.open(new URL(path, product.origin).href, options);
  return {
    members: () => ({ ...browser, origin: product.origin, open }),
    makeAdministrator: async (phoneNumber, name) => {
      const command = ["tools/run.mjs", "operator", "--phone", phoneNumber, "--name", name];
      const env = { ...process.env, DATA_DIR: product.dataDir, NODE_ENV: "development" };
      await run(process.execPath, command, { env });
    },
    enrol: async (phoneNumber) => {
      const page = await open("/console/login", LAPTOP);
      await page.getByLabel("手机号").fill(phoneNumber);
      await page.getByRole("button", { name: "获取验证码" }).click();
      await page.getByLabel("短信验证码").fill(await newestSms(product.origin, phoneNumber));
      await page.getByRole("button", { name: "下一步" }).click();
      const secret = await page.getByRole("code").innerText();
      const code = totpCode(secret.replaceAll(" ", ""), Date.now());
      await page.getByRole("textbox").last().fill(code);
      await page.getByRole("button", { name: "绑定" }).click();
      await page.getByLabel("我已抄下并妥善保管").check();
      await page.getByRole("button", { name: "进入后台" }).click();
      await page.waitForURL((url) => !url.pathname.endsWith("/login"));
      await settled(page);
      return page;
    },
  };
}

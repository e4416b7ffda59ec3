/** The main journeys in WebKit, the engine of Safari and of WeChat on iOS. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshCode } from "../browser.ts";
import { type Login, logInByPhone, newestSms } from "../login.ts";
import { type RunningProduct, startProduct } from "../product.ts";
import { grantMoney } from "../shop/shop.fixture.ts";
import { type Visitor, visitorIn } from "./visitor.ts";
import { findWebkit, startWebkit, type Webkit, WEBKIT_PACKAGES } from "./webkit.ts";

const binary = findWebkit();
if (binary === undefined)
  process.stdout.write(`skipped: the journeys in WebKit. They need: ${WEBKIT_PACKAGES}\n`);

/** Milliseconds within which a supplier or a channel answers on a busy machine. */
const SETTLED_MS = 60_000;
/** Milliseconds after which a test counts as hanging. */
const TEST_TIMEOUT_MS = 180_000;
const NEWCOMER = "13700007001";
const MEMBER = "13700007002";

describe.skipIf(binary === undefined)("in WebKit", { timeout: TEST_TIMEOUT_MS }, () => {
  let product: RunningProduct;
  let webkit: Webkit;
  let member: Login;

  beforeAll(async () => {
    product = await startProduct();
    webkit = await startWebkit(binary ?? "");
    await grantMoney(product.origin, MEMBER, { principalFen: 5_000 });
    member = await logInByPhone(product.origin, MEMBER);
  });
  afterAll(async () => {
    await webkit.close();
    await product.stop();
  });

  const visitor = async (): Promise<Visitor> => visitorIn(await webkit.open(), product.origin);

  /** Opens a visitor whose browser has this login stored as the login page stores it. */
  async function visitorAs({ token, tokenExpired }: Login, path: string): Promise<Visitor> {
    const page = await visitor();
    await page.open("/whale.svg");
    await page.browser.executeScript(
      "localStorage.setItem('uni_id_token', arguments[0]);" +
        "localStorage.setItem('uni_id_token_expired', arguments[1]);",
      token,
      String(tokenExpired),
    );
    await page.open(path);
    return page;
  }

  test("M09 a guest redeems an exchange code for a pickup code", async () => {
    const holder = await visitor();
    const code = await freshCode(product.origin, "kfc-set");
    await holder.open(`/pages/exchange/manifest#code=${code}`);
    await holder.press("查询");
    await holder.press("选择门店");
    await holder.press("点餐");
    await holder.press("选取餐时间");
    await holder.fill("input[type=tel], input[inputmode=numeric]", "13912345678");
    await holder.press("核对订单");
    await holder.press("用掉");
    await holder.until("return document.querySelector('[aria-label=取餐码]') !== null", SETTLED_MS);
    expect(await holder.path()).toBe("/pages/exchange/ordetail");
    expect(await holder.reads(/139\*{4}5678/)).toContain("取餐");
  });

  test("M11 a visitor logs in by the code of a text message and returns to the requested page", async () => {
    const guest = await visitor();
    await guest.open("/pages/user/wallet");
    await guest.reads(/获取验证码/);
    await guest.fill("input[type=tel]", NEWCOMER);
    await guest.press("获取验证码");
    await guest.reads(/秒后重发/);
    await guest.fill(
      "input[autocomplete=one-time-code]",
      await newestSms(product.origin, NEWCOMER),
    );
    const terms = await guest.browser.findElement({ css: "input[type=checkbox]" });
    await guest.browser.executeScript("arguments[0].click()", terms);
    await guest.browser.findElement({ css: "button[type=submit]" }).click();
    await guest.reads(/余额/);
    expect(await guest.path()).toBe("/pages/user/wallet");
  });

  test("a member buys a top-up with the balance, and the wallet shows the remaining amount", async () => {
    const page = await visitorAs(member, "/pages/benefit/detail?id=phone-mobile");
    await page.press("30 元");
    await page.fill("input[type=tel], input[inputmode=numeric]", "13900000012");
    await page.press("立即购买");
    await page.reads(/确认订单/);
    await page.pressAt("//*[@role='dialog']//label[contains(., '余额')]");
    await page.press("用余额支付");
    await page.reads(/支付成功/, SETTLED_MS);
    await page.open("/pages/user/wallet");
    const wallet = await page.reads(/余额[\s\S]*¥?\d+\.\d\d/);
    expect(wallet).not.toContain("50.00");
  });

  test("I1 a member's poster is drawn", async () => {
    const page = await visitorAs(member, "/pages/invite/poster");
    await page.until(
      "return [...document.images].some((image) => image.naturalWidth === 900)",
      SETTLED_MS,
    );
  });

  test("the order list opens again without a network", async () => {
    const page = await visitorAs(member, "/pages/user/orders");
    await page.reads(/移动话费充值/);
    await page.until(
      'return Object.keys(localStorage).some((key) => key.startsWith(\'read:["orders","list"\'))',
    );
    await page.browser.executeAsyncScript(
      "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))",
    );
    // This is the last test of the file: stopping the server takes the network from the page.
    await product.stop();
    await page.open("/pages/user/orders");
    await page.reads(/没有网络，显示 \d\d:\d\d 的内容/);
    await page.reads(/移动话费充值/);
  });
});

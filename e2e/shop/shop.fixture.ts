/**
 * Fixture for purchases: a new member, optionally with balance, and a simulated payer in WeChat.
 */
import type { Page } from "playwright-core";
import { expectAccessible, freshCode, type Phone, WECHAT_AGENT } from "../browser.ts";
import { openLoggedIn } from "../logged-in.ts";
import { ask, logInByPhone } from "../login.ts";

const RUN = Date.now() % 10_000;
let phones = 0;
/**
 * Returns a phone that no other test uses, not even a retry. Its last four digits differ between
 * files that run beside each other, since operators search by them, and are never 0002 to 0006, by
 * which the sandbox's suppliers fail on purpose.
 */
export const newPhone = (): string =>
  `136${String(RUN).padStart(4, "0")}${1_000 + ((RUN + (phones += 1)) % 9_000)}`;

/** Milliseconds; suppliers and the channel answer within seconds, a busy machine may need more. */
export const SETTLED_MS = 40_000;

export const TOP_UP = "/pages/benefit/detail?id=phone-mobile";
export const CARD = "/pages/benefit/detail?id=kfc-cash";

/** How the payer ends WeChat's payment; `pays_untold` sends no notification. */
export type PayerBehaviour = "pays" | "cancels" | "pays_untold";

type Trade = { readonly outTradeNo?: string };
/** The answer of an order's payment, or of a top-up. */
type Answer = { readonly data?: Trade & { readonly payment?: Trade } };
const isBegun = (url: string): boolean => /\/(?:pay|wallet\/topups)$/.test(url);

const asJson = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Returns the trade number of the newest payment, from the server's answers to the page. */
function trackTradeNumber(page: Page): () => Promise<string> {
  let trade = Promise.resolve<string | undefined>(undefined);
  page.on("response", (response) => {
    if (response.request().method() !== "POST" || !isBegun(response.url())) return;
    trade = response
      .json()
      .then(({ data }: Answer) => data?.outTradeNo ?? data?.payment?.outTradeNo);
    // A test that does not ask for the number may close the page before the answer is read.
    trade.catch(() => undefined);
  });
  return async () => {
    const found = await trade;
    if (!found) throw new Error("no payment has been begun");
    return found;
  };
}

/**
 * Approves a trade in the WeChat Pay sandbox; with `isTold` false there is no notification, and the
 * server has to poll.
 */
export const approve = (origin: string, outTradeNo: string, isNotified = true): Promise<unknown> =>
  ask(`${origin}/sandbox/wechatpay/${outTradeNo}/approve`, asJson("POST", { notify: isNotified }));

/** Confirms the newest transfer in the WeChat Pay sandbox, with a notification. */
async function confirmTransfer(origin: string): Promise<void> {
  const endpoint = `${origin}/sandbox/wechatpay/transfers`;
  const transfers = await ask<readonly { readonly outBillNo: string }[]>(endpoint);
  const newest = transfers.at(-1);
  if (!newest) throw new Error("no transfer has been begun");
  await ask(`${endpoint}/${newest.outBillNo}/approve`, asJson("POST", { notify: true }));
}

/** Grants a phone balances in fen; creates the member when the phone is new. */
export const grantMoney = (
  origin: string,
  phone: string,
  gift: { readonly principalFen?: number; readonly bonusFen?: number; readonly rewardFen?: number },
): Promise<unknown> => ask(`${origin}/sandbox/grant`, asJson("POST", { phone, ...gift }));

/** Sets the faults of the WeChat Pay sandbox; an empty object removes them. */
export const setPayFaults = (origin: string, faults: object): Promise<unknown> =>
  ask(`${origin}/sandbox/wechatpay/faults`, asJson("PUT", faults));

/** Runs in the page before our scripts, as WeChat's own bridge does. */
function installWechatBridge(): void {
  const payerWindow = window as unknown as {
    payerDoes(): Promise<string>;
    payeeTakes(): Promise<string>;
  };
  const invoke = (name: string, _params: object, respond: (result: object) => void) => {
    if (name === "getBrandWCPayRequest") {
      void payerWindow
        .payerDoes()
        .then((outcome) => respond({ err_msg: `get_brand_wcpay_request:${outcome}` }));
    } else if (name === "requestMerchantTransfer") {
      void payerWindow.payeeTakes().then((outcome) => respond({ err_msg: `${name}:${outcome}` }));
    } else respond({ errMsg: `${name}:ok` });
  };
  Object.assign(window, { WeixinJSBridge: { invoke, on: () => undefined } });
}

/** Marks the request for WeChat notifications as dismissed, so that no page asks again. */
export const dismissNotificationConsent = (origin: string, token: string): Promise<unknown> => {
  const request = asJson("POST", { channel: "wechat", subject: "pickup", answer: "asked" });
  const headers = { "content-type": "application/json", authorization: token, origin };
  return ask(`${origin}/api/messages/consents`, { ...request, headers });
};

/**
 * Installs a simulated payer and payee in a WeChat page; returns a function for the trade number
 * being paid.
 */
export async function installPayer(device: Phone, page: Page, behaviour: () => PayerBehaviour) {
  const trade = trackTradeNumber(page);
  await page.exposeFunction("payerDoes", async () => {
    if (behaviour() === "cancels") return "cancel";
    await approve(device.origin, await trade(), behaviour() === "pays");
    return "ok";
  });
  await page.exposeFunction("payeeTakes", async () => {
    await confirmTransfer(device.origin);
    return "ok";
  });
  await page.addInitScript(installWechatBridge);
  return trade;
}

/** Opens a page in WeChat with a logged-in member; returns it with the trade number being paid. */
export async function openInWechat(
  device: Phone,
  phone: string,
  path: string,
  behaviour: () => PayerBehaviour,
  { asksForConsent = false } = {},
) {
  const login = await logInByPhone(device.origin, phone);
  if (!asksForConsent) await dismissNotificationConsent(device.origin, login.token);
  const page = await openLoggedIn(device, login, "/pages/passport/terms", {
    userAgent: WECHAT_AGENT,
    serviceWorkers: "block",
  });
  const trade = await installPayer(device, page, behaviour);
  await page.goto(device.origin + path);
  return { page, trade, login };
}

/** Pays a confirmed order outside WeChat, and waits until it is done. */
export async function payOutside(page: Page): Promise<void> {
  await page.getByRole("button", { name: /微信支付 ¥/ }).click();
  await page.getByRole("button", { name: "确认支付" }).click();
  await page.getByRole("link", { name: "返回商家" }).click();
  // The channel's notification may come before or after the payer's return.
  const successDialog = page.getByRole("dialog", { name: "支付成功" });
  const isThere = page.getByRole("heading", { name: /充值中|已完成/ });
  await successDialog.or(isThere).first().waitFor({ timeout: SETTLED_MS });
  if (await successDialog.isVisible()) await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("heading", { name: "已完成" }).waitFor({ timeout: 2 * SETTLED_MS });
}

/** Opens a page outside WeChat with a logged-in member who has ¥20 of balance. */
export async function openWithBalance(device: Phone, phone: string): Promise<Page> {
  const login = await logInByPhone(device.origin, phone);
  const code = await freshCode(device.origin, "balance-20");
  const page = await openLoggedIn(device, login, `/pages/exchange/manifest#code=${code}`, {
    serviceWorkers: "block",
  });
  await page.getByRole("button", { name: /查询/ }).click();
  await page.getByRole("button", { name: /码即失效/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "确认兑换" }).click();
  await page
    .getByText(/已到账|已存入|已兑换|兑换成功/)
    .first()
    .waitFor();
  return page;
}

/** Chooses a face value, fills in the phone, and opens the confirmation. */
export async function chooseTopUp(page: Page, face: string, account: string) {
  await page.getByRole("radio", { name: new RegExp(`^${face}`) }).check({ force: true });
  await page.getByRole("textbox", { name: "充值手机号" }).fill(account);
  await page.getByRole("button", { name: "立即购买" }).click();
  const sheet = page.getByRole("dialog", { name: "确认订单" });
  await sheet.getByRole("button", { name: /提交订单|支付/ }).waitFor();
  return sheet;
}

/** Sets the faults of the sandbox supplier; an empty object removes them. */
export const setFaults = (origin: string, supplier: string, faults: object): Promise<unknown> =>
  ask(`${origin}/sandbox/suppliers/${supplier}/faults`, asJson("PUT", faults));

/** Opens the refund sheet on the order's page and chooses the first reason. */
export async function askForRefund(page: Page) {
  await page.getByRole("button", { name: "申请退款" }).click();
  const sheet = page.getByRole("dialog", { name: "申请退款" });
  await sheet.getByText("请选择原因").waitFor();
  await expectAccessible(page);
  await sheet.getByRole("group", { name: "退款原因" }).getByRole("button").first().click();
  return sheet;
}

/** Buys `count` cards of 200 yuan by WeChat, and opens the order. */
export async function buyCards(page: Page, count: number): Promise<void> {
  await page.getByRole("radio", { name: /^200 元/ }).press("Space");
  for (let more = 1; more < count; more++)
    await page.getByRole("button", { name: /加一份/ }).click();
  await page.getByRole("button", { name: "立即购买" }).click();
  await page.getByRole("button", { name: "提交订单" }).click();
  await page.getByRole("button", { name: /微信支付 ¥/ }).click();
  await page.getByRole("dialog", { name: "支付成功" }).waitFor({ timeout: SETTLED_MS });
  await page.getByRole("button", { name: "查看订单" }).click();
  await page.getByRole("button", { name: "查看卡密" }).last().waitFor({ timeout: SETTLED_MS });
}

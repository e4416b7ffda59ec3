/**
 * Orders in the console: found by the last four digits, seen in several states at both widths, and
 * refunded by units; a write that demands the authenticator again.
 */
import { holdRequests } from "../browser.ts";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ask, logInByPhone } from "../login.ts";
import { approve, newPhone, setFaults, SETTLED_MS } from "../shop/shop.fixture.ts";
import { unusedCode } from "./authenticator.ts";
import {
  consoleBrowser,
  expectGoodAtBothWidths,
  expectGoodPage,
  settled,
} from "./console.fixture.ts";
import { expectGoodPrompt, hasFocus, moveTo, pressOn } from "./keyboard.ts";
import { logInOperator, operators } from "./operator-login.ts";

const browser = consoleBrowser();
const { origin } = browser;
const phone = newPhone();
const pictures = process.env["PICTURES"];
const CARD = { skuId: "kfc-cash-50", quantity: 2 };
const UNANSWERED = { skuId: "phone-mobile-10", quantity: 1, account: "13900000031" };
const REFUSED = { skuId: "phone-mobile-10", quantity: 1, account: "13900000003" };
let keys = 0;

type Wanted = { readonly skuId: string; readonly quantity: number; readonly account?: string };
type Envelope<T> = { readonly status: boolean; readonly code?: string; readonly data: T };

async function post<T>(token: string, path: string, body: object): Promise<T> {
  const answer = await ask<Envelope<T>>(`${origin}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "idempotency-key": `orders-e2e-${Date.now()}-${++keys}`,
      authorization: token,
      origin,
    },
    body: JSON.stringify(body),
  });
  if (!answer.status) throw new Error(`${path}: ${answer.code}`);
  return answer.data;
}

/** Buys by WeChat as the member; returns the order's number. */
async function buy(token: string, { skuId, quantity, account }: Wanted): Promise<string> {
  const items = [{ skuId, quantity, ...(account === undefined ? {} : { input: { account } }) }];
  const quote = { items, couponIds: [] };
  const { quoteToken } = await post<{ quoteToken: string }>(token, "/api/orders/quote", quote);
  const { orderNo } = await post<{ orderNo: string }>(token, "/api/orders", { quoteToken });
  const paying = { channel: "wechat", via: "h5" };
  const { outTradeNo } = await post<{ outTradeNo: string }>(
    token,
    `/api/orders/${orderNo}/pay`,
    paying,
  );
  await approve(origin, outTradeNo);
  return orderNo;
}

type Detail = {
  readonly order: {
    readonly displayText: string;
    readonly costFen: number;
    readonly marginFen: number;
  };
  readonly supplierOrders: readonly { readonly state: string }[];
  readonly may: readonly string[];
};

async function detailOf(orderNo: string): Promise<Detail> {
  const { token } = await logInOperator(origin, "lead");
  const headers = { authorization: token, origin };
  const url = `${origin}/console/api/orders/${orderNo}`;
  return (await ask<Envelope<Detail>>(url, { headers })).data;
}

const stateOf = async (orderNo: string) => (await detailOf(orderNo)).order.displayText;
const supplierStateOf = async (orderNo: string) =>
  (await detailOf(orderNo)).supplierOrders.at(-1)?.state;

let delivered = "";
let unknown = "";
let refunded = "";
beforeAll(async () => {
  const { token } = await logInByPhone(origin, phone);
  delivered = await buy(token, CARD);
  refunded = await buy(token, REFUSED);
  const waiting = { timeout: SETTLED_MS, interval: 500 };
  await vi.waitFor(async () => expect(await stateOf(delivered)).toBe("待使用"), waiting);
  await vi.waitFor(async () => expect(await stateOf(refunded)).toBe("已退款"), waiting);
  await setFaults(origin, "topup", { timeoutButDone: 1, never: 1 });
  unknown = await buy(token, UNANSWERED);
  await vi.waitFor(async () => expect(await supplierStateOf(unknown)).toBe("UNKNOWN"), waiting);
}, 4 * SETTLED_MS);
afterAll(() => setFaults(origin, "topup", {}));

const grouped = (orderNo: string): RegExp => new RegExp([...orderNo].join("\\s?"));

test("an order is found by the last four digits of the phone in three keys", async () => {
  const page = await browser.openAs("lead", "/orders");
  await page.keyboard.press("Control+k");
  // The list behind the dialog has options too: its page size.
  const search = page.getByRole("dialog");
  await search.getByRole("combobox").fill(phone.slice(-4));
  await search
    .getByRole("option")
    .filter({ hasText: grouped(delivered) })
    .waitFor();
  const member = search.getByRole("option").filter({ hasText: "会员号" }).first();
  expect(await member.textContent()).toContain("正常");
  if (pictures) await page.screenshot({ path: `${pictures}/search.png` });
  await expectGoodPage(page);
  for (const typed of [refunded, delivered]) {
    await search.getByRole("combobox").fill(typed);
    await expect
      .poll(() => search.getByRole("option").first().textContent())
      .toMatch(grouped(typed));
  }
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: grouped(delivered) }).waitFor();
});

test("an order's page is good in three states at both widths", async () => {
  const page = await browser.openAs("lead", "/orders?span=30");
  await page
    .getByRole("row")
    .filter({ hasText: grouped(delivered) })
    .first()
    .waitFor();
  if (pictures) await page.screenshot({ path: `${pictures}/list.png` });
  await expectGoodAtBothWidths(page);
  for (const [orderNo, text] of [
    [delivered, "待使用"],
    [unknown, "结果未知，不是失败。"],
    [refunded, "已退款"],
  ] as const) {
    await page.goto(`${origin}/console/orders/${orderNo}`);
    await page.getByRole("heading", { level: 1, name: grouped(orderNo) }).waitFor();
    await settled(page);
    await page.getByText(text).first().waitFor();
    // Every event has its word; none is shown as the name in the code.
    const events = await page.locator("ol li b").allTextContents();
    expect(events.filter((event) => /[a-z]/.test(event))).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/${text.slice(0, 4)}.png` });
    await expectGoodAtBothWidths(page);
  }
});

test("an order that its supplier refused costs nothing once it is refunded", async () => {
  const { order } = await detailOf(refunded);
  expect([order.costFen, order.marginFen]).toEqual([0, 0]);
});

test("an unknown order offers no refund and no other supplier", async () => {
  const page = await browser.openAs("lead", `/orders/${unknown}`);
  await page.getByRole("button", { name: "立即查单" }).waitFor();
  expect(await page.getByRole("button", { name: "发起退款" }).count()).toBe(0);
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "请求取消" }).waitFor();
  expect(await page.getByRole("button", { name: "换供应商" }).count()).toBe(0);
});

test("one unit of two is refunded by keys alone, after a preview to the fen", async () => {
  const page = await browser.openAs("lead", "/orders?span=30");
  await page.keyboard.press("j");
  const row = page.getByRole("row").filter({ hasText: grouped(delivered) });
  await pressOn(page, row.getByRole("button").first(), "j");
  const begin = page.getByRole("button", { name: "发起退款" });
  await begin.waitFor();
  await pressOn(page, begin);
  await page.getByRole("heading", { name: "发起退款" }).waitFor();
  await pressOn(page, page.getByRole("button", { name: /^多退一份/ }));
  const refund = page.getByRole("button", { name: /^退款 ¥/ });
  await expect.poll(() => refund.isEnabled()).toBe(true);
  const sum = (await refund.textContent())?.match(/¥[\d.]+/)?.[0] ?? "";
  expect(["¥46.90", "¥46.50"]).toContain(sum);
  if (pictures) await page.screenshot({ path: `${pictures}/refund.png` });
  await expectGoodAtBothWidths(page);
  await pressOn(page, refund);
  const prompt = page.getByRole("dialog", { name: "发起退款" });
  await prompt.getByText(`微信原路退回 ${sum}`).waitFor();
  // A closed prompt gives the focus back.
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(refund)).toBe(true);
  await page.keyboard.press("Enter");
  await moveTo(page, prompt.getByLabel("原因"));
  await page.keyboard.type("会员多买了一份");
  await expectGoodAtBothWidths(page);
  await pressOn(page, prompt.getByRole("button", { name: /^退款 ¥/ }));
  await prompt.waitFor({ state: "detached" });
  const record = page.getByRole("region", { name: "退款记录" });
  await expect.poll(() => record.textContent(), { timeout: SETTLED_MS }).toContain(sum);
});

test.runIf(isSlowTier)(
  "a closed panel gives the focus back to the button that opened it",
  async () => {
    const page = await browser.openAs("lead", `/orders/${refunded}`);
    const raw = page.getByRole("button", { name: /报文$/ }).first();
    await raw.waitFor();
    await pressOn(page, raw);
    await page.getByRole("complementary").waitFor();
    await expectGoodAtBothWidths(page);
    await pressOn(page, page.getByRole("button", { name: "关闭" }));
    await expect.poll(() => hasFocus(raw)).toBe(true);
  },
);

test.runIf(isSlowTier)(
  "keys typed while ⌘K still loads are in its field, and lead to the record",
  async () => {
    const page = await browser.openAs("lead", "/orders?span=30");
    const load = await holdRequests(page, /search-dialog-.*\.js$/);
    await page.keyboard.press("j");
    const row = page.getByRole("row").nth(1).getByRole("button").first();
    expect(await hasFocus(row)).toBe(true);
    await page.keyboard.press("Control+k");
    // J, K and X are shortcuts of the list; here they are letters.
    await page.keyboard.type(`xjk${phone.slice(-4)}`);
    for (let typed = 0; typed < 7; typed++) await page.keyboard.press("Backspace");
    await page.keyboard.type(phone.slice(-4));
    load();
    const field = page.getByRole("dialog").getByRole("combobox");
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe(phone.slice(-4));
    expect(await hasFocus(field)).toBe(true);
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(row)).toBe(true);

    await page.keyboard.press("Control+k");
    await page.keyboard.type(phone.slice(-4));
    const wanted = page.getByRole("option").filter({ hasText: grouped(delivered) });
    await wanted.waitFor();
    for (let step = 0; step < 12; step++) {
      if ((await wanted.getAttribute("aria-selected")) === "true") break;
      await page.keyboard.press("ArrowDown");
    }
    await expectGoodAtBothWidths(page);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: grouped(delivered) }).waitFor();
  },
);

test.runIf(isSlowTier)(
  "a write whose proof is old asks for the authenticator, and goes on with its code",
  async () => {
    const member = await ask<Envelope<{ list: readonly { memberNo: string }[] }>>(
      `${origin}/console/api/members/find`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: (await logInOperator(origin, "lead")).token,
          origin,
        },
        body: JSON.stringify({ phone }),
      },
    );
    const { token } = await logInOperator(origin, "lead");
    const proposal = { account: "available", amount: 60, reason: "话费充值超时补偿" };
    const memberNo = member.data.list[0]?.memberNo;
    const { approvalId } = await post<{ approvalId: string }>(token, "/console/api/adjustments", {
      memberNo,
      ...proposal,
    });
    const page = await browser.openAs("checker", `/approvals?open=adjust.${approvalId}`);
    // The proof of the login holds for minutes: the first answer is what an old one would get.
    let asked = 0;
    await page.route(/\/approvals\/[^/]+\/approve$/, async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const refusal = { status: false, code: "STEP_UP_NEEDED", msg: "请先二次验证", data: null };
      return route.fulfill({ json: refusal });
    });
    await page.getByRole("button", { name: /同意并入账/ }).click();
    const prompt = page.getByRole("dialog", { name: "同意提议" });
    await prompt.getByLabel("原因").fill("已核对，符合三档");
    expect(await prompt.getByRole("heading", { name: "二次验证" }).count()).toBe(0);
    await prompt.getByRole("button", { name: /同意并入账/ }).click();
    await prompt.getByRole("heading", { name: "二次验证" }).waitFor();
    const code = await unusedCode(origin, operators.checker);
    await prompt.getByRole("textbox", { name: "验证器上的 6 位数字" }).fill(code);
    if (pictures) await page.screenshot({ path: `${pictures}/step-up.png` });
    await expectGoodPage(page);
    await prompt.getByRole("button", { name: /同意并入账/ }).click();
    await prompt.waitFor({ state: "detached" });
    await page.getByText("审批意见").waitFor();
    expect(asked).toBe(2);
  },
);

test.runIf(isSlowTier)("a payment and its prompt are without a fault", async () => {
  const page = await browser.openAs("lead", "/payments?span=30");
  await page.locator("tbody tr").first().getByRole("button").first().click();
  const panel = page.getByRole("complementary", { name: /^支付/ });
  await expectGoodPrompt(page, panel.getByRole("button", { name: "向渠道查单" }));
});

/**
 * Our gateway against the WeChat Pay sandbox: real signatures in both directions, and a missing
 * answer is unknown.
 */
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import type { PrepareRequest } from "@yunjing/server/domain/payments/port";
import { openAccount } from "@yunjing/server/gateways/wechatpay/account";
import { wechatPayChannel } from "@yunjing/server/gateways/wechatpay/channel";
import { systemClock } from "@yunjing/server/platform/clock";
import { systemRandom } from "@yunjing/server/platform/random";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type PayChannelEnv, sandboxAccount, startChannel } from "./wechatpay.fixture.ts";

let channelEnv: PayChannelEnv;
beforeAll(async () => {
  channelEnv = await startChannel({ answerDelayMs: 900, timeoutMs: 600 });
});
afterAll(() => channelEnv.sandbox.close());
beforeEach(() => channelEnv.setFaults({}));

let orders = 0;
const orderWith = (changes: Partial<PrepareRequest> = {}): PrepareRequest => {
  orders += 1;
  return {
    outTradeNo: `YP${String(orders).padStart(12, "0")}`,
    title: "肯德基套餐",
    amountFen: 2_990,
    expiresAt: new Date(Date.now() + 600_000),
    payer: { via: "jsapi", openid: "oPayer-1" },
    ...changes,
  };
};
/** Prepares a trade, and pays it if `isPaid`. */
async function traded(isPaid: boolean): Promise<PrepareRequest> {
  const order = orderWith();
  await channelEnv.channel.prepare(order);
  if (isPaid) await channelEnv.approve(order.outTradeNo, { notify: false });
  return order;
}
const refundOf = ({ outTradeNo, amountFen }: PrepareRequest, refundFen = amountFen) => ({
  refundNo: `YR${outTradeNo}`,
  outTradeNo,
  refundFen,
  paidFen: amountFen,
  reason: "测试",
});
/** Creates a gateway with other settings, against the same channel. */
const channelWith = (changes: Partial<ReturnType<typeof sandboxAccount>>) => {
  const settings = { ...sandboxAccount(channelEnv.origin), ...changes };
  const parts = { timeoutMs: 600, clock: systemClock, random: systemRandom };
  return wechatPayChannel(openAccount(settings, parts));
};

describe("a payment", () => {
  test("is prepared, paid, and then queried as paid", async () => {
    const order = orderWith();
    const prepared = await channelEnv.channel.prepare(order);
    expect(prepared).toEqual({ state: "prepared", prepayId: expect.stringMatching(/^wx20\d+$/) });
    const about = { outTradeNo: order.outTradeNo, appId: "wx5eaf00d0a11ce000" };
    const ours = { ...about, merchantId: "1900000109" };
    const queryOrder = () => channelEnv.channel.query(order.outTradeNo);
    expect(await queryOrder()).toEqual({ state: "known", update: { ...ours, state: "unpaid" } });
    await channelEnv.approve(order.outTradeNo, { notify: false });
    const paid = { state: "paid", amountFen: 2_990, currency: "CNY", openid: "oPayer-1" };
    expect(await queryOrder()).toMatchObject({
      state: "known",
      update: { ...ours, ...paid, transactionId: expect.stringMatching(/^4200\d{24}$/) },
    });
  });

  test("outside WeChat has a link where a person can pay", async () => {
    const order = orderWith({ payer: { via: "h5", address: "203.0.113.9" } });
    const prepared = await channelEnv.channel.prepare(order);
    const h5Url = "h5Url" in prepared ? new URL(prepared.h5Url) : undefined;
    const page = `${channelEnv.origin}${h5Url?.pathname}${h5Url?.search}`;
    const sheet = await fetch(page, { headers: { accept: "text/html" } });
    expect(await sheet.text()).toContain("¥29.90");
    const form = new URLSearchParams({ how: "silent" });
    await fetch(`${channelEnv.origin}${h5Url?.pathname}/pay`, { method: "POST", body: form });
    expect(await channelEnv.channel.query(order.outTradeNo)).toMatchObject({
      update: { state: "paid" },
    });
  });

  test("has a bridge signature that WeChat accepts", () => {
    const call = channelEnv.channel.sign("wx201410272009395522657a690389285100");
    expect(call).toMatchObject({ appId: "wx5eaf00d0a11ce000", signType: "RSA" });
    const lines = [call.appId, call.timeStamp, call.nonceStr, call.package];
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const key = createPublicKey(sandboxKeys().wechatPay.merchantPublicKey);
    expect(verify("sha256", text, key, Buffer.from(call.paySign, "base64"))).toBe(true);
  });

  test("repeated under its number returns the same; with other content it is refused", async () => {
    const order = orderWith();
    const first = await channelEnv.channel.prepare(order);
    expect(await channelEnv.channel.prepare(order)).toEqual(first);
    const other = await channelEnv.channel.prepare({ ...order, amountFen: 1 });
    expect(other).toMatchObject({ state: "refused", code: "INVALID_REQUEST" });
  });

  test("that was paid or closed cannot be prepared again", async () => {
    expect(await channelEnv.channel.prepare(await traded(true))).toEqual({ state: "over" });
    const closed = await traded(false);
    expect(await channelEnv.channel.close(closed.outTradeNo)).toEqual({ state: "closed" });
    expect(await channelEnv.channel.prepare(closed)).toEqual({ state: "over" });
    expect(await channelEnv.channel.query(closed.outTradeNo)).toMatchObject({
      update: { state: "closed" },
    });
  });

  test("that is paid cannot be closed, and an unknown one is absent", async () => {
    const { outTradeNo } = await traded(true);
    expect(await channelEnv.channel.close(outTradeNo)).toEqual({ state: "paid" });
    expect(await channelEnv.channel.close("YPnobody")).toEqual({ state: "absent" });
    expect(await channelEnv.channel.query("YPnobody")).toEqual({ state: "absent" });
  });
});

describe("a refund", () => {
  test("is accepted once under its number, and completes", async () => {
    const order = await traded(true);
    const wanted = refundOf(order, 1_000);
    const update = { refundNo: wanted.refundNo, refundFen: 1_000, paidFen: 2_990 };
    expect(await channelEnv.channel.refund(wanted)).toMatchObject({ state: "known", update });
    expect(await channelEnv.channel.refund(wanted)).toMatchObject({ state: "known", update });
    await vi.waitFor(
      async () =>
        expect(await channelEnv.channel.queryRefund(wanted.refundNo)).toMatchObject({
          update: { ...update, state: "success" },
        }),
      15_000,
    );
    expect((await channelEnv.shown(order.outTradeNo)).refunds).toHaveLength(1);
  });

  test("above the paid amount, or of an unpaid order, is refused definitely", async () => {
    const order = await traded(true);
    await channelEnv.channel.refund(refundOf(order, 2_000));
    const more = { ...refundOf(order, 1_000), refundNo: "YRmore" };
    expect(await channelEnv.channel.refund(more)).toMatchObject({ state: "refused" });
    const nothing = refundOf(await traded(false));
    expect(await channelEnv.channel.refund(nothing)).toMatchObject({ state: "refused" });
    expect(await channelEnv.channel.queryRefund("YRnobody")).toEqual({ state: "absent" });
  });

  test("that the payer's bank does not accept is abnormal", async () => {
    await channelEnv.setFaults({ abnormalRefund: 1 });
    const wanted = refundOf(await traded(true));
    await channelEnv.channel.refund(wanted);
    await vi.waitFor(
      async () =>
        expect(await channelEnv.channel.queryRefund(wanted.refundNo)).toMatchObject({
          update: { state: "abnormal" },
        }),
      15_000,
    );
  });
});

describe("the result is unknown when", () => {
  test.each([
    ["WeChat does the work and does not answer", { timeoutButDone: 1 }, "no answer in time"],
    ["WeChat answers 500", { error500: 1 }, "status 500"],
    ["WeChat is too slow", { slowMs: 900 }, "no answer in time"],
  ])("%s", async (_name, faults, reason) => {
    const order = await traded(false);
    await channelEnv.setFaults(faults);
    const unknown = { state: "unknown", reason };
    expect(await channelEnv.channel.prepare(order)).toEqual(unknown);
    expect(await channelEnv.channel.query(order.outTradeNo)).toEqual(unknown);
    expect(await channelEnv.channel.close(order.outTradeNo)).toEqual(unknown);
    expect(await channelEnv.channel.refund(refundOf(order))).toEqual(unknown);
    expect(await channelEnv.channel.queryRefund("YR0000000000")).toEqual(unknown);
  });

  test("the work was done without an answer, and a retry under the same number finds it done", async () => {
    const order = orderWith();
    await channelEnv.setFaults({ timeoutButDone: 1 });
    expect(await channelEnv.channel.prepare(order)).toMatchObject({ state: "unknown" });
    await channelEnv.setFaults({});
    expect(await channelEnv.channel.query(order.outTradeNo)).toMatchObject({
      update: { state: "unpaid" },
    });
    expect(await channelEnv.channel.prepare(order)).toMatchObject({ state: "prepared" });
  });

  test("the answer is signed by a key other than WeChat's", async () => {
    const { publicKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const [known] = sandboxAccount(channelEnv.origin).platformKeys;
    const { outTradeNo } = await traded(true);
    const forged = channelWith({ platformKeys: [{ id: known?.id ?? "", pem: publicKey }] });
    const answer = await forged.query(outTradeNo);
    expect(answer).toEqual({ state: "unknown", reason: "an answer that is forged, status 200" });
    const stranger = channelWith({ platformKeys: [{ id: "other", pem: publicKey }] });
    expect(await stranger.query("YPnobody")).toMatchObject({ state: "unknown" });
  });

  test("the key is unknown, but WeChat's next key is accepted beside the present one", async () => {
    const { platformKeys } = sandboxAccount(channelEnv.origin);
    const [present] = platformKeys;
    const rotating = channelWith({
      platformKeys: [{ id: "old", pem: present?.pem ?? "" }, ...platformKeys],
    });
    expect(await rotating.query("YPnobody")).toEqual({ state: "absent" });
  });

  test("it is definite when our own key is wrong: the request is refused, and nothing was done", async () => {
    const stranger = channelWith({ serial: "0000" });
    const order = orderWith();
    expect(await stranger.prepare(order)).toMatchObject({ state: "refused", code: "SIGN_ERROR" });
    expect(await stranger.query(order.outTradeNo)).toMatchObject({ state: "unknown" });
    expect(await channelEnv.channel.query(order.outTradeNo)).toEqual({ state: "absent" });
  });
});

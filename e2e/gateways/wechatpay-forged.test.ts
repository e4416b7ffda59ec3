/**
 * The forged notifications of reliability.md 2.5: an invalid notification credits nothing; the
 * valid one does.
 */
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { signatureHeaders, encryptResource } from "@yunjing/sandbox/wechatpay/crypto";
import { closeAttempts } from "@yunjing/server/domain/payments/actions";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  deliver,
  type PaymentTestEnv,
  type PayChannelEnv,
  sandboxAccount,
  startChannel,
  openPaymentTestEnv,
} from "./wechatpay.fixture.ts";

const keys = sandboxKeys().wechatPay;
let channelEnv: PayChannelEnv;
let paying: PaymentTestEnv;
/** The numbers of an attempt that can be paid, of a closed one, and of another member's. */
let open: string;
let closed: string;
let foreign: string;
let openid: string;

beforeAll(async () => {
  channelEnv = await startChannel();
  paying = await openPaymentTestEnv(channelEnv);
  const wanted = paying.wanted();
  open = (await paying.begin(wanted)).outTradeNo;
  openid = (await channelEnv.shown(open)).openid;
  const over = paying.wanted();
  closed = (await paying.begin(over)).outTradeNo;
  await closeAttempts(paying.context, paying.db, paying.deps, over);
  foreign = (await paying.begin(paying.wanted({ amountFen: 100 }))).outTradeNo;
});
afterAll(async () => {
  await paying.close();
  await channelEnv.sandbox.close();
});

const trade = (changes: object = {}) => ({
  appid: keys.appId,
  mchid: keys.merchantId,
  out_trade_no: open,
  attach: "",
  transaction_id: "4200000000202611210000000001",
  trade_state: "SUCCESS",
  trade_type: "JSAPI",
  success_time: "2026-11-21T12:00:00+08:00",
  payer: { openid },
  amount: { total: 2_990, payer_total: 2_990, currency: "CNY", payer_currency: "CNY" },
  ...changes,
});
const amount = (changes: object) =>
  trade({ amount: { total: 2_990, currency: "CNY", ...changes } });

type Envelope = { readonly type?: string; readonly resource?: object; readonly more?: object };
const envelope = (content: object, { type, resource, more }: Envelope = {}): string =>
  JSON.stringify({
    id: `EV-${Math.random()}`,
    create_time: "2026-11-21T12:00:01+08:00",
    resource_type: "encrypt-resource",
    event_type: type ?? "TRANSACTION.SUCCESS",
    summary: "支付成功",
    resource: { ...encryptResource("transaction", content, keys.apiV3Key), ...resource },
    ...more,
  });

type Headers = Record<string, string>;
type Message = { headers: string[]; body: Buffer };
const signed = (body: string | Buffer, at = new Date()): Message => ({
  headers: Object.entries(signatureHeaders(body, keys, at)).flat(),
  body: Buffer.from(body),
});
/** Returns a valid message with one header changed; `undefined` removes the header. */
function withHeader(name: string, change: (value: string) => string | undefined): Message {
  const { headers, body } = signed(envelope(trade()));
  const record: Headers = {};
  for (let n = 0; n < headers.length; n += 2) record[headers[n] ?? ""] = headers[n + 1] ?? "";
  const value = change(record[name] ?? "");
  delete record[name];
  return {
    headers: [...Object.entries(record).flat(), ...(value === undefined ? [] : [name, value])],
    body,
  };
}
const names = ["serial", "timestamp", "nonce", "signature"].map((name) => `wechatpay-${name}`);
const send = (message: Message, path = "/callback/wechatpay/payment") =>
  deliver(paying.origin, {
    path,
    headers: ["content-type", "application/json", ...message.headers],
    body: message.body,
  });

/** Returns a message signed with our own key, under the serial of our own certificate. */
function byTheMerchant(): Message {
  const { privateKey } = sandboxAccount(channelEnv.origin);
  const body = envelope(trade());
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = Buffer.from(`${timestamp}\nnonce0123\n${body}\n`);
  const signature = sign("sha256", text, createPrivateKey(privateKey)).toString("base64");
  const values = [keys.merchantSerial, timestamp, "nonce0123", signature];
  return { headers: names.flatMap((name, n) => [name, values[n] ?? ""]), body: Buffer.from(body) };
}
const later = (ms: number) => new Date(Date.now() + ms);
const timestampOf = (timestamp: string): Message =>
  withHeader("wechatpay-timestamp", () => timestamp);

/**
 * Messages with an invalid signature, timestamp or encryption: only WeChat could produce valid
 * ones.
 */
const untrue: Record<string, () => Message> = {
  "the timestamp is 301 s old": () => signed(envelope(trade()), later(-301_000)),
  "the timestamp is 301 s ahead": () => signed(envelope(trade()), later(302_000)),
  "the timestamp is no number": () => timestampOf("NaN"),
  "the timestamp is in milliseconds": () => timestampOf(String(Date.now())),
  "the serial is in another case": () => withHeader("wechatpay-serial", (id) => id.toLowerCase()),
  "the serial is unknown": () => withHeader("wechatpay-serial", () => "PUB_KEY_ID_0"),
  "the serial and the signature are our own": byTheMerchant,
  "the signature is of another body": () => {
    const { headers } = signed(envelope(amount({ total: 100 })));
    return { headers, body: Buffer.from(envelope(trade())) };
  },
  "the signature is cut": () => withHeader("wechatpay-signature", (text) => text.slice(0, -8)),
  "the signature is written another way": () =>
    withHeader("wechatpay-signature", (text) => ` ${text.slice(0, 20)} ${text.slice(20)}`),
  "the signature is for another nonce": () => withHeader("wechatpay-nonce", (nonce) => `${nonce}0`),
  "the signature is WeChat's probe": () =>
    withHeader("wechatpay-signature", (text) => `WECHATPAY/SIGNTEST/${text}`),
  "the body was read and written again": () => {
    const { headers, body } = signed(envelope(trade()));
    return { headers, body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)) };
  },
  "the tag is cut": () => {
    const { ciphertext } = encryptResource("transaction", trade(), keys.apiV3Key);
    const cut = Buffer.from(ciphertext, "base64").subarray(0, -4).toString("base64");
    return signed(envelope(trade(), { resource: { ciphertext: cut } }));
  },
  "the associated data was changed": () =>
    signed(envelope(trade(), { resource: { associated_data: "refund" } })),
  "the nonce of the sealing has 11 bytes": () =>
    signed(envelope(trade(), { resource: { nonce: "elevenbytes" } })),
  "it is sealed with another key": () => {
    const resource = encryptResource("transaction", trade(), "k".repeat(32));
    return signed(envelope(trade(), { resource }));
  },
  "it is a bomb of zeros in gzip": () => {
    const { headers, body } = signed(gzipSync(Buffer.alloc(30_000_000)));
    return { headers: [...headers, "content-encoding", "gzip"], body };
  },
};

/**
 * Messages with wrong content: WeChat signed them correctly, but they are not valid for this
 * payment.
 */
const wrong: Record<string, { message: () => Message; status: number }> = {
  "one fen less": { message: () => signed(envelope(amount({ total: 2_989 }))), status: 204 },
  "one fen more": { message: () => signed(envelope(amount({ total: 2_991 }))), status: 204 },
  "nothing at all": { message: () => signed(envelope(amount({ total: 0 }))), status: 400 },
  "the amount as text": { message: () => signed(envelope(amount({ total: "2990" }))), status: 400 },
  "the amount as 1e3": { message: () => signed(envelope(amount({ total: 1e3 }))), status: 204 },
  "part of a fen": { message: () => signed(envelope(amount({ total: 2_990.5 }))), status: 400 },
  "another currency": { message: () => signed(envelope(amount({ currency: "USD" }))), status: 204 },
  "another merchant": { message: () => signed(envelope(trade({ mchid: "1" }))), status: 204 },
  "another account": { message: () => signed(envelope(trade({ appid: "wx0" }))), status: 204 },
  "another payer": {
    message: () => signed(envelope(trade({ payer: { openid: "oSomebodyElse" } }))),
    status: 204,
  },
  "an unknown order": {
    message: () => signed(envelope(trade({ out_trade_no: "YPnobody" }))),
    status: 204,
  },
  "a closed order with the state CLOSED": {
    message: () => signed(envelope(trade({ out_trade_no: closed, trade_state: "CLOSED" }))),
    status: 400,
  },
  "another member's order of another amount": {
    message: () => signed(envelope(trade({ out_trade_no: foreign }))),
    status: 204,
  },
  "a refund's event around a payment": {
    message: () => signed(envelope(trade(), { type: "REFUND.SUCCESS" })),
    status: 400,
  },
  "a payment's event around a refund": {
    message: () =>
      signed(envelope(trade(), { resource: encryptResource("refund", trade(), keys.apiV3Key) })),
    status: 400,
  },
  "keys that change what objects are": {
    message: () => {
      const body = envelope(trade()).replace(/^\{/, '{"__proto__":{"total":1},');
      return signed(body);
    },
    status: 400,
  },
  "no JSON": { message: () => signed("total=2990"), status: 400 },
};

const credits = async () => (await trialBalance(paying.db)).txns["wxpay_credit"] ?? 0;

describe("a notification not from WeChat is refused", () => {
  const cases: [string, () => Message][] = [
    ...names.flatMap((name): [string, () => Message][] => [
      [`${name} is absent`, () => withHeader(name, () => undefined)],
      [`${name} is empty`, () => withHeader(name, () => "")],
      [
        `${name} comes twice`,
        () => {
          const { headers, body } = signed(envelope(trade()));
          const value = headers[headers.indexOf(name) + 1] ?? "";
          return { headers: [...headers, name, value], body };
        },
      ],
    ]),
    ...Object.entries(untrue),
  ];
  test.each(cases)("when %s", async (_name, message) => {
    expect(await send(message())).toBe(401);
    expect(await credits()).toBe(0);
  });

  test("when it has two million bytes", async () => {
    const body = envelope(trade(), { more: { padding: "x".repeat(2_000_000) } });
    // The server may close the connection before the end of the body, so the sender may get a
    // connection error.
    const status = await send(signed(body)).catch(() => 413);
    expect(status).toBe(413);
    expect(await credits()).toBe(0);
  });
});

describe("a notification from WeChat with wrong content", () => {
  test.each(Object.entries(wrong))("%s", async (_name, { message, status }) => {
    expect(await send(message())).toBe(status);
    expect(await credits()).toBe(0);
  });

  test("a valid payment at the refund endpoint", async () => {
    expect(await send(signed(envelope(trade())), "/callback/wechatpay/refund")).toBe(400);
    expect(await credits()).toBe(0);
  });

  test("is stored encrypted for manual review when it was valid but not credited", async () => {
    const stored = await paying.rows("SELECT applied_at, body::text FROM inbox");
    const acknowledged = Object.values(wrong).filter(({ status }) => status === 204);
    expect(stored).toHaveLength(acknowledged.length);
    expect(stored.every(({ applied_at }) => applied_at === null)).toBe(true);
    expect(stored.some(({ body }) => body.includes(openid))).toBe(false);
  });
});

test("the valid notification, sent in the same way, is credited once", async () => {
  expect(await send(signed(envelope(trade())))).toBe(204);
  expect(await send(signed(envelope(trade())))).toBe(204);
  expect(await credits()).toBe(1);
});

test("one fen less is credited when amounts are not compared: these tests can fail", async () => {
  const file = new URL("../../server/src/domain/payments/functions/apply.sql", import.meta.url);
  const text = readFileSync(file, "utf8");
  const compared = "(p_update->>'amountFen')::bigint IS DISTINCT FROM v_attempt.amount_fen";
  expect(text).toContain(compared);
  await paying.owner.query(text.replace(compared, "false"));
  const { outTradeNo: out_trade_no } = await paying.begin(paying.wanted());
  const payer = { openid: (await channelEnv.shown(out_trade_no)).openid };
  const short = { total: 2_989, currency: "CNY" };
  const transaction_id = "4200000000202611210000000002";
  const shortTrade = trade({ out_trade_no, payer, transaction_id, amount: short });
  expect(await send(signed(envelope(shortTrade)))).toBe(204);
  expect(await credits()).toBe(2);
});

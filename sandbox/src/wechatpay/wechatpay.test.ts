/**
 * Tests of the sandbox WeChat Pay: rejects what the merchant did not sign, keeps its state over a
 * restart, and retries unconfirmed notifications.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sandboxKeys } from "../keys.ts";
import { createSandbox, type SandboxOptions } from "../sandbox.ts";
import { NOTICE_RETRY_MS } from "./notices.ts";

const merchant = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const demo = sandboxKeys();
const keys = {
  ...demo,
  wechatPay: { ...demo.wechatPay, merchantPublicKey: merchant.publicKey },
};

let dataDir: string;
let merchantServer: ReturnType<typeof createServer>;
let callbackOrigin: string;
let receivedUrls: string[];
let statuses: number[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "yunjing-wechatpay-"));
  receivedUrls = [];
  statuses = [];
  merchantServer = createServer((request, response) => {
    receivedUrls.push(request.url ?? "");
    request.resume();
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((ready) => merchantServer.listen(0, "127.0.0.1", ready));
  const address = merchantServer.address();
  if (typeof address !== "object" || !address) throw new Error("not listening");
  callbackOrigin = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  merchantServer.closeAllConnections();
  merchantServer.close();
  rmSync(dataDir, { recursive: true });
});

/** Runs a sandbox on the same data folder while the work runs. */
async function withSandbox<T>(
  options: SandboxOptions,
  work: (origin: string, app: ReturnType<typeof createSandbox>["app"]) => Promise<T>,
): Promise<T> {
  const sandbox = createSandbox({ keys, dataDir, callbackOrigin, ...options });
  const origin = await sandbox.listen();
  return work(origin, sandbox.app).finally(() => sandbox.close());
}

const order = {
  appid: keys.wechatPay.appId,
  mchid: keys.wechatPay.merchantId,
  description: "套餐",
  out_trade_no: "YP0000000001",
  time_expire: "2099-01-01T00:00:00+08:00",
  notify_url: "https://merchant.example/callback/wechatpay/payment",
  amount: { total: 2_990, currency: "CNY" },
  payer: { openid: "oPayer-1" },
};
const path = "/v3/pay/transactions/jsapi";

async function prepare(
  origin: string,
  { body = order, signedBody = body }: { body?: object; signedBody?: object } = {},
) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = `POST\n${path}\n${timestamp}\nnonce\n${JSON.stringify(signedBody)}\n`;
  const signature = sign("sha256", Buffer.from(text), merchant.privateKey).toString("base64");
  const { merchantId, merchantSerial } = keys.wechatPay;
  const answer = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: {
      authorization: `WECHATPAY2-SHA256-RSA2048 mchid="${merchantId}",nonce_str="nonce",signature="${signature}",timestamp="${timestamp}",serial_no="${merchantSerial}"`,
      accept: "application/json",
      "user-agent": "test",
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const parsed: { code?: string; prepay_id?: string } = await answer.json();
  return {
    status: answer.status,
    parsed,
    isSigned: answer.headers.has("wechatpay-signature"),
  };
}
const controlUrl = (origin: string) => `${origin}/sandbox/wechatpay/${order.out_trade_no}`;
const approve = (origin: string) =>
  fetch(`${controlUrl(origin)}/approve`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });

test("accepts only what the merchant signed, byte for byte, and signs every answer", () =>
  withSandbox({}, async (origin) => {
    const taken = await prepare(origin);
    expect(taken).toMatchObject({ status: 200, isSigned: true });
    const changed = await prepare(origin, { signedBody: { ...order, description: "他物" } });
    expect(changed).toMatchObject({ status: 401, parsed: { code: "SIGN_ERROR" }, isSigned: true });
    const foreign = await prepare(origin, { body: { ...order, mchid: "1" } });
    expect(foreign).toMatchObject({ status: 400, parsed: { code: "APPID_MCHID_NOT_MATCH" } });
  }));

test("repeats a notification on schedule until it is confirmed, also after a restart", async () => {
  statuses = [500, 500];
  await withSandbox({ payNoticeRetryMs: [10, 60_000] }, async (origin) => {
    await prepare(origin);
    expect((await approve(origin)).status).toBe(200);
    await expect.poll(() => receivedUrls).toHaveLength(2);
    await vi.waitFor(async () => {
      const shown = await (await fetch(controlUrl(origin))).json();
      expect(shown).toMatchObject({ state: "SUCCESS", notices: [{ tries: 2, last: "500" }] });
    }, 15_000);
  });
  const clock = {
    now: () => new Date(Date.now() + 61_000),
    after: (delayMs: number, work: () => void) => {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
  };
  await withSandbox({ clock }, async (origin) => {
    await expect.poll(() => receivedUrls).toHaveLength(3);
    const shown = await (await fetch(controlUrl(origin))).json();
    expect(shown).toMatchObject({ state: "SUCCESS", transactionId: expect.any(String) });
  });
  expect(new Set(receivedUrls)).toEqual(new Set(["/callback/wechatpay/payment"]));
});

test("gives up after WeChat's fifteen pauses, one day and four minutes in all", () => {
  const minutes = NOTICE_RETRY_MS.reduce((sum, ms) => sum + ms, 0) / 60_000;
  expect(NOTICE_RETRY_MS).toHaveLength(15);
  expect(minutes).toBe(24 * 60 + 4);
});

test("an unpaid trade is closed at its expiry and can no longer be paid", async () => {
  await withSandbox({}, async (origin) => {
    await prepare(origin);
    const clock = { now: () => new Date("2099-01-02T00:00:00Z"), after: () => () => undefined };
    await withSandbox({ clock }, async (later) => {
      expect(await (await fetch(controlUrl(later))).json()).toMatchObject({ state: "CLOSED" });
      expect((await approve(later)).status).toBe(409);
    });
  });
});

/**
 * WeChat's credentials come from the environment; sandbox credentials are never mixed with live
 * ones.
 */
import { generateKeyPairSync } from "node:crypto";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { readConfig as readConfigFor } from "@yunjing/server/config/config";
import { expect, test } from "vitest";

const readConfig = (env: Readonly<Record<string, string | undefined>>) => readConfigFor(env, []);

const ROOT = { APP_SECRET: "a root secret that is long enough for tests" };
const sandbox = { ...ROOT, SANDBOX_ORIGIN: "http://127.0.0.1:9" };
const partner = {
  secret: "8f1c6d2b7a9e4f30" + "b5c4d3e2f1a09876",
  origin: "https://partner.example",
};
const pem = { publicKeyEncoding: { type: "spki", format: "pem" } } as const;
const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  ...pem,
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const live = {
  ...ROOT,
  SANDBOX: "0",
  SMS_ORIGIN: partner.origin,
  SMS_KEY_ID: "sms",
  SMS_SECRET: partner.secret,
  DINING_ORIGIN: partner.origin,
  DINING_KEY_ID: "d",
  DINING_SECRET: partner.secret,
  DINING_CALLBACK_KEY_ID: "c",
  DINING_CALLBACK_SECRET: partner.secret,
  WECHAT_APP_ID: "wx1",
  WECHAT_APP_SECRET: partner.secret,
  PUBLIC_ORIGIN: partner.origin,
  WECHATPAY_MCH_ID: "1",
  WECHATPAY_SERIAL: "1",
  WECHATPAY_PRIVATE_KEY: privateKey,
  WECHATPAY_API_V3_KEY: partner.secret,
  WECHATPAY_PUBLIC_KEY_ID: "1",
  WECHATPAY_PUBLIC_KEY: publicKey,
};

test("with the sandbox the account is the sandbox account", () => {
  const { origin, ...account } = readConfig(sandbox).wechat;
  expect(origin).toBe(sandbox.SANDBOX_ORIGIN);
  expect(account).toEqual(sandboxKeys().wechat);
});

test("without it the account comes from the environment, at WeChat's own address", () => {
  expect(readConfig(live).wechat).toEqual({
    origin: "https://api.weixin.qq.com",
    appId: "wx1",
    secret: partner.secret,
  });
});

test.each(["WECHAT_APP_ID", "WECHAT_APP_SECRET", "WECHAT_ORIGIN"])(
  "SANDBOX together with %s is refused, and the error names the variable",
  (name) => {
    expect(() => readConfig({ ...sandbox, [name]: partner.secret })).toThrow(name);
  },
);

test.each(["WECHAT_APP_ID", "WECHAT_APP_SECRET"])(
  "a missing %s is refused, and the error names the variable",
  (name) => {
    expect(() => readConfig({ ...live, [name]: undefined })).toThrow(name);
  },
);

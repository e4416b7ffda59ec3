/**
 * Reads the account at WeChat Pay: from the environment, or the simulated one that only the sandbox
 * accepts.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { ConfigError } from "./error.ts";

/** The input of `gateways/wechatpay`; keys are PEM. */
export type WechatPaySettings = {
  readonly origin: string;
  readonly appId: string;
  readonly merchantId: string;
  readonly serial: string;
  readonly privateKey: string;
  readonly apiV3Key: string;
  readonly platformKeys: readonly { readonly id: string; readonly pem: string }[];
  readonly notifyOrigin: string;
};

type Env = Readonly<Record<string, string | undefined>>;

/** Settings that only a live account has. */
export const LIVE_WECHATPAY_VARIABLES = [
  "WECHATPAY_ORIGIN",
  "WECHATPAY_MCH_ID",
  "WECHATPAY_SERIAL",
  "WECHATPAY_PRIVATE_KEY",
  "WECHATPAY_API_V3_KEY",
  "WECHATPAY_PUBLIC_KEY_ID",
  "WECHATPAY_PUBLIC_KEY",
  "WECHATPAY_NEXT_PUBLIC_KEY_ID",
  "WECHATPAY_NEXT_PUBLIC_KEY",
];
const ORIGIN = "https://api.mch.weixin.qq.com";
const API_V3_KEY_BYTES = 32;

/** The simulated merchant's keys. They are public: they give access to the sandbox only. */
const SANDBOX_ACCOUNT = {
  merchantId: "1900000109",
  serial: "5EAF00D0A11CE0005EAF00D0A11CE0005EAF00D0",
  privateKey: `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDRHLsC3eITmxNg
lmK3qCMNwZczweVbuGFEi6USt3slJ5ASN3BXe8LQL7PwxAsQHyZOSNcURA7rS/8L
l1FxRDJm+TZUtnvdiQUZvK7yQlX/ls8x1Sj6p/3FG7Gv3SOKiMOwVRMg2gbzplNf
tCxuAfTHDlJWgdKfPQ91OdeHK1aariImn9kPIX5JBb74yhPlMvEWHwz5Z6xzdxOB
R20BReJtAeDaQ59mbp3IULHmftp9z9JC2KMAFiquY9v3NPoTcwROWUHsZNUPXaMg
GOICQT2SEzvmfhaFLgrbnSjKfQ1D1wrky6udPcShJzJ/vyvUVGiPzxNaYVhWRgW0
1cS4gm0JAgMBAAECggEAEl2vnyTVwlsQbJ9ItFC0I3UpToZtGo0rHdYV/XrX+f9r
i+4Kk+Ruy9Ikv7S4NAZIWv/SxBjmJoxaLi5wHL6cnqasuuv8HQz3wbbstqJU40nf
kMTkAH/YrgMsrAGEKZqxdT9DmtMLYULud61faZoKYaFEYgys7wdx4B3gbCLGTHdu
K1vzxQJwfMJCU5bDI7SfmtF+xBYzZnSRUX0TmZUlPV+hHJncOxMK05CkIsUADq/W
S0q+9XXL1bir8k3zXkasucLjwzU6VkQdloA6SL8qvS5tuuY0/jHXXWygtXZd6bWv
GAooGbkYJeNyyPiNzNQwxRgD9e224WE03uV2tPOLwQKBgQDp2Fp9njFA6OWOEUp6
aQbd6wuH9IYtL5M7FqqhhcbcZvY4ATcXfrAQtJjnrGPpPVVvFqYhrKQZIGKHsBpz
OqtJIElBCDbGAKErGXOOqNfDFzeZ5ngUEbYtYocj8zRVo68iZo2YgKomNT5PTaaq
rYSv8zTBnKhuZXPrFMsLW7HUbQKBgQDk7II8+i4VNJh+NYx3ClNr90IPLZPG7iSc
jNdGplZWJSO+XRjybTPhpGAZED923qMVSmTt1itiV+aR4IxPJ1JcVtGrlVNZcVzD
sg/agsxqGPXVLTaU2JFp3qsBXiyi/FOi22g7JRARCQO4exCNuJoaC2aAzGnjwSOp
HpqTLywBjQKBgQCO6xHzMFm96BlUSLESO1pdCyhTAVl4CFmdhW7npREy5yKYe/Wl
wGHu89F31l6B0GCEsnz6m773NFnDwBeKUVMaMEdVHaYMQZo+8yEzEXI849Wxk6/T
5DdJaaxahmt348BH8BGeIRTcoTHh2f2A1uf/eU7G/e3a+tpr1Jt756C5yQKBgD1Z
MHHc7dqa9L7l5NXF+6M0aQyePzsReNhHWi3Bx+NgIpsSYewd3ch7f5FX7FoTwgqj
nDasrYW2XsD7Nz7DH+xFC/16kBKpMZ30KxF4+gT42XCepEDxZM7FcHh2X2nySwua
1uz6urqF+uxGdqI0NYADTB36KepySPc6j1wgSR/FAoGATbqFudFmSpcQJzxdTyBs
MiichJs/YvDmBzDAlTxt9vFtgocKBQcfP0YFAXyxOxqXWhmdw4f4BA6yyLKzGVoz
TnUg67WZyf37PiigrPZL/CNUZiePG/3NzT8fgU4rCpq8eZB4lrKC/WhaRTyIB3l9
5W7mP3QvSje95xHSKZlHc3U=
-----END PRIVATE KEY-----`,
  apiV3Key: "sandbox-api-v3-key-for-demo-only",
  platformKeys: [
    {
      id: "PUB_KEY_ID_0119000001092026112000000000000001",
      pem: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsBw1EZcMgNayiVr3FuLl
sCnXhj4Afcd5FDa0c1w6kxTlzaWDs+ITIWfFAqx0BYRZW8NRaAbjcInuOiX/aV8y
O9b4O0h6eytMtR/oypqGviXMFYUYHAIxWUoGtTprP5NvgJaBcNbGJcySgQYPvxnM
Z3UkEme7RJYM9VazkZotIS72JQ1fRCHgKs3mV0jBJIXAqpeD67zjXcEW9kC0olMm
mlq8mt974xGoHapKgUjKoC/+v0De4mDuS8nbosxu90UEMXac7igqjkAXgjco6nD0
On5EX1VBXKvyR123BF/5nyVpfO8dj8kYiBIJ/Wak3ZlIfgTdb2tRn+yVya4KiOqP
PQIDAQAB
-----END PUBLIC KEY-----`,
    },
  ],
};

export const sandboxWechatPay = (
  appId: string,
  { origin, notifyOrigin }: { origin: string; notifyOrigin: string },
): WechatPaySettings => ({ ...SANDBOX_ACCOUNT, appId, origin, notifyOrigin });

/**
 * Returns the text of a PEM, given directly (line feeds may be written \\n) or as the path of its
 * file.
 */
function pemOf(env: Env, name: string): string {
  const given = env[name];
  if (!given) throw new ConfigError(`${name} is missing; without the sandbox it is needed`);
  if (given.includes("-----BEGIN ")) return given.replaceAll("\\n", "\n");
  if (!existsSync(given)) throw new ConfigError(`${name} is neither a PEM nor the path of one`);
  return readFileSync(given, "utf8");
}

function checkedPem(env: Env, name: string, read: (pem: string) => KeyObject): string {
  const pem = pemOf(env, name);
  try {
    if (read(pem).asymmetricKeyType === "rsa") return pem;
  } catch (cause) {
    // The text must not appear in a message: it may be a private key.
    throw new ConfigError(`${name} is not a key that can be read`, { cause });
  }
  throw new ConfigError(`${name} is not an RSA key`);
}

/**
 * Returns the keys that WeChat may sign with: the current one, and the next one during rotation.
 */
function platformKeys(env: Env, need: (name: string) => string) {
  const keyOf = (prefix: string) => ({
    id: need(`${prefix}PUBLIC_KEY_ID`),
    pem: checkedPem(env, `${prefix}PUBLIC_KEY`, createPublicKey),
  });
  const hasNext = env["WECHATPAY_NEXT_PUBLIC_KEY_ID"] || env["WECHATPAY_NEXT_PUBLIC_KEY"];
  return [keyOf("WECHATPAY_"), ...(hasNext ? [keyOf("WECHATPAY_NEXT_")] : [])];
}

function apiV3KeyOf(key: string): string {
  if (Buffer.byteLength(key) !== API_V3_KEY_BYTES) {
    throw new ConfigError(`WECHATPAY_API_V3_KEY must have ${API_V3_KEY_BYTES} bytes`);
  }
  if (key === SANDBOX_ACCOUNT.apiV3Key || new Set(key).size < 8) {
    throw new ConfigError("WECHATPAY_API_V3_KEY is a default or trivial value");
  }
  return key;
}

/**
 * Reads the live account. Throws ConfigError with the name of a missing or bad setting, never with
 * its value.
 */
export function readWechatPay(env: Env, appId: string): WechatPaySettings {
  const need = (name: string): string => {
    const value = env[name];
    if (!value) throw new ConfigError(`${name} is missing; without the sandbox it is needed`);
    return value;
  };
  const notifyOrigin = need("PUBLIC_ORIGIN").replace(/\/$/, "");
  if (!notifyOrigin.startsWith("https://")) {
    throw new ConfigError("PUBLIC_ORIGIN must be https: WeChat Pay notifies no other");
  }
  return {
    appId,
    notifyOrigin,
    origin: env["WECHATPAY_ORIGIN"] ?? ORIGIN,
    merchantId: need("WECHATPAY_MCH_ID"),
    serial: need("WECHATPAY_SERIAL"),
    privateKey: checkedPem(env, "WECHATPAY_PRIVATE_KEY", createPrivateKey),
    apiV3Key: apiV3KeyOf(need("WECHATPAY_API_V3_KEY")),
    platformKeys: platformKeys(env, need),
  };
}

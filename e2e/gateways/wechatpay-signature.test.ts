/**
 * Our signatures and our decryption of notifications, compared with the output of OpenSSL and of
 * another AES library for the same bytes.
 */
import { signatureHeaders } from "@yunjing/sandbox/wechatpay/crypto";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { openAccount } from "@yunjing/server/gateways/wechatpay/account";
import { wechatPayChannel } from "@yunjing/server/gateways/wechatpay/channel";
import { wechatPayNotices } from "@yunjing/server/gateways/wechatpay/notice";
import { authorizationOf, signatureFaultOf } from "@yunjing/server/gateways/wechatpay/signature";
import { expect, test } from "vitest";
import { sandboxAccount } from "./wechatpay.fixture.ts";

/** 2025-11-21 12:00 in China; the random source always returns the same sixteen bytes. */
const at = new Date(1_763_697_600_000);
const account = openAccount(sandboxAccount("http://127.0.0.1:9"), {
  timeoutMs: 1,
  clock: { now: () => at },
  random: { bytes: () => Buffer.from("00112233445566778899aabbccddeeff", "hex") },
});

/**
 * Output of `openssl dgst -sha256 -sign` over the five lines of a request, with the demo merchant's
 * key.
 */
const REQUEST =
  "hYpclKW3gSxDSt5GKdDvghTfY1J8sYJKjdzcMkqT4Hv0O5pR9MnYrhlgiU1YIOcVjdvJ45h/r4PEAu2e" +
  "ITe+/FQIJMQfSMX/DQ0Xlzj0ooRTLP7NbFPxV1GdMsvaBLQ1JRzPfYFgAHz9qNGjflUHqz75LePXk2sX" +
  "AIlSnawCL9aEm+kbnXYegkYeut6CpuMtqcR0fe4L3V6hg03ChS72Ec2OVKH3p7zDDVocfZbS7xc+yWlv" +
  "zCA/+JuNKkN5w20ZKdnOIiJVzycAf2+DT5i5OrpBSRpTLQts3usIWz8KJGwHZq90s0unqkKgQZiK8foF" +
  "mav/xDVMVJV7IEaWU0bNgA==";
/** The same over the four lines of a page's payment. */
const PAGE =
  "eJIhfrLHzVXFhJ/usPaLRIQwVcZcDsS9FakYuTIOgIGx6jEAog/but2C8p9R5u2zx4jnXj8EQzpBszba" +
  "omg5CyKmAS/c4S8AsQL9WY4NxQpBETHZv0MY1Hq/kaFaPeyEbGTCNuNmU6C2Pk2qa6nJGWKK2pAE2K8K" +
  "dTOmxIse7rB+LlnDoN9aLXc30ilY5TCik4RGKfo9qGrfI/g4/pT+5Z/C9nn9HPHxfd/D1F4Kpx57vqNW" +
  "UCjsv63WemS4QW/Q/oIhNfshZQTRAHYj4FdVpyCl0KvPOCtWTdirPoi3SNdQIpe67VAh3iUQBm//dZV7" +
  "fXsy0e0I+4F5obGEuMWUfw==";
/** The same over the three lines of an answer, with the demo platform's key. */
const ANSWER =
  "YEa5yHu6gV0IBEqaz/AvRafxKrX1PooIptNSMcVFN7hZO1drALA5jZFgtcXS9NuUgyq8fSsqKO5tZT76" +
  "VHhV2Pw04VzDX/pHC+7kz3hbuY9KmV4l43rzW2X7MojkgOvsom71EiCzPF26seaWnQ/amdB90ipXDIr6" +
  "Fyfp5/id1PUEHS/E472nzFi3vfzmsOYAxVURYSjFV3H/C8M3v7B0hxEhQRdum0/thCsN+mNeO2sxkQRp" +
  "VxVtzeVrtX2ZiidzdrVFLNKphMFQwl0CX2psLd82iRM0/G869ey2SPMp9C3bpTpEvRSiVKQTuW+ousUz" +
  "ZVmrdwqrjLiOBSK4PZWRBw==";
/** AES-256-GCM by another library: a payment of 29.90 元 under the demo's API v3 key. */
const SEALED =
  "MR4SG5bmU17KSqLbTyzqwuKDmmcdeG/2dr/+/TWnagYIKZYBSq2lKLb3bomhzIwn7wWxlHJbk2nkYgoT" +
  "/rPxTZ+L2+s5QvA53nmvBzENjfeK6HIhfYX+d70dYtnnGrwzwOWUAkKNbE8iFh//X/SxBQ9pcZ+t6MwD" +
  "2/OD2P95MgS70r+QAe5SYU98Km6yEUsFkUBIJ+NUsuEx1DAyJ3VFF1lglwoH5LOrGQQ9a6/IkdHHCGQb" +
  "dO/4mSrGdPf4CtkjJCLAMHPdMEYlbtWX/cavw5kjP9ftngctZCwraG+VlIoOaFzbLmwtBOcb4CA+b5LW" +
  "HLSeH7pW8SXqYYwK/ac7wkS924vj34kK86uSG9B3AuDf8mBDy0kmwzienZEFsyMlRbI4sDBfHv4V4XHc" +
  "s3f24AiDIfB6KGUvlDsc3s/+kgmZF5Z4uYUQHWJjksOn2NroOLPyF1AlvV6SFx3eTiF2MQJ63ud1bcA+" +
  "v9/Ffb+G8S8oVvy1KKIroPxjU4Ig6EPF2F4R1p7L3t5MO9L1FMgYcz4YqPyHC+ODGvtN09eT+Bbbu8ev" +
  "OrBhnr5C4XZ+B5Wy5A==";

test("a request has the same signature as with OpenSSL", () => {
  const path = "/v3/pay/transactions/out-trade-no/YP0123456789?mchid=1900000109";
  expect(authorizationOf(account, { method: "GET", path, rawBody: "" })).toBe(
    'WECHATPAY2-SHA256-RSA2048 mchid="1900000109",nonce_str="00112233445566778899AABBCCDDEEFF",' +
      `signature="${REQUEST}",timestamp="1763697600",` +
      'serial_no="5EAF00D0A11CE0005EAF00D0A11CE0005EAF00D0"',
  );
});

test("a page's payment has the same signature as with OpenSSL", () => {
  expect(wechatPayChannel(account).sign("wx20251121")).toEqual({
    appId: "wx5eaf00d0a11ce000",
    timeStamp: "1763697600",
    nonceStr: "00112233445566778899AABBCCDDEEFF",
    package: "prepay_id=wx20251121",
    signType: "RSA",
    paySign: PAGE,
  });
});

const seal = {
  serial: account.platformKeys[0]?.id,
  timestamp: "1763697600",
  nonce: "abcdef0123456789",
  signature: ANSWER,
};
const mismatchWith = (
  changes: Partial<typeof seal>,
  body = '{"code":"ORDER_NOT_EXIST","message":"x"}',
) =>
  signatureFaultOf({ ...seal, ...changes }, Buffer.from(body), {
    keys: account.platformKeys,
    now: at,
  });

test("an answer signed by OpenSSL is accepted, and rejected after a change of any bit", () => {
  expect(mismatchWith({})).toBeUndefined();
  expect(mismatchWith({}, '{"code":"ORDER_NOT_EXIST","message":"y"}')).toBe("forged");
  expect(mismatchWith({ timestamp: "1763697601" })).toBe("forged");
  expect(mismatchWith({ nonce: "abcdef0123456788" })).toBe("forged");
  expect(mismatchWith({ signature: `WECHATPAY/SIGNTEST/${ANSWER}` })).toBe("malformed");
  expect(mismatchWith({ signature: `${ANSWER.slice(0, -2)}\n==` })).toBe("malformed");
  expect(mismatchWith({ serial: "PUB_KEY_ID_other" })).toBe("stranger");
  expect(mismatchWith({ signature: "" })).toBe("unsigned");
});

test("a notification encrypted by another AES library is decrypted", () => {
  const rawBody = JSON.stringify({
    id: "EV-1",
    create_time: "2025-11-21T12:00:00+08:00",
    resource_type: "encrypt-resource",
    event_type: "TRANSACTION.SUCCESS",
    summary: "支付成功",
    resource: {
      original_type: "transaction",
      algorithm: "AEAD_AES_256_GCM",
      ciphertext: SEALED,
      associated_data: "transaction",
      nonce: "KvZ8pQm2Xr7a",
    },
  });
  const headers = Object.entries(signatureHeaders(rawBody, sandboxKeys().wechatPay, at));
  const read = wechatPayNotices(account);
  expect(read({ rawHeaders: headers.flat(), rawBody: Buffer.from(rawBody) })).toMatchObject({
    kind: "notice",
    notice: {
      id: "EV-1",
      kind: "payment",
      update: {
        state: "paid",
        outTradeNo: "YP0123456789",
        amountFen: 2_990,
        currency: "CNY",
        transactionId: "4200001234202511211234567890",
        paidAt: at,
        appId: "wx5eaf00d0a11ce000",
        openid: "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o",
      },
    },
  });
});

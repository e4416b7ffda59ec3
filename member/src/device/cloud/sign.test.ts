/**
 * Tests the signature against vectors that were computed outside this code (cloud-protocol §3, §9).
 */
import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hmacSha256, sha256 } from "./sha256.ts";
import { authorization, type Signable, signedSocketUrl } from "./sign.ts";

const KEYS = {
  spaceId: "env-00demo0000",
  spaceAppId: "2021000000000001",
  accessKey: "AKdemo0001",
  secretKey: "SKdemo-secret-0001",
};
const NOW = 1_700_000_000_000;
const always = {
  "x-from-app-id": KEYS.spaceAppId,
  "x-from-env-id": KEYS.spaceId,
  "x-to-env-id": KEYS.spaceId,
  "x-from-instance-id": String(NOW),
  "x-client-timestamp": String(NOW),
};
const files = {
  ...always,
  "x-from-function-name": "",
  "x-data-api-type": "oss",
  "x-expire-timestamp": String(NOW + 60_000),
};
const PING = `{"a":1,"name":"云鲸","clientInfo":{"PLATFORM":"web","OS":"linux","APPID":"__UNI__DEMO","DEVICEID":"dev1","appId":"__UNI__DEMO","deviceId":"dev1","uniPlatform":"web","osName":"linux","locale":"zh-Hans","LOCALE":"zh-Hans"},"uniIdToken":"tok.en.x"}`;
const LINKS = `{"file_list":[{"file_id":"avatar/1.png","expire":600},{"file_id":"/foo","expire":600}]}`;

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000])(
  "the hash of %i bytes equals that of node:crypto",
  (length) => {
    const text = "鲸a".repeat(length).slice(0, length);
    const key = "k".repeat(length);
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
    expect(hmacSha256(key, text)).toBe(createHmac("sha256", key).update(text).digest("hex"));
  },
);

test.each<[string, Signable, string]>([
  [
    "a function call",
    {
      method: "POST",
      path: "/functions/invokeFunction",
      query: "",
      body: PING,
      headers: { ...always, "x-from-function-name": "ping", "x-to-function-name": "ping" },
    },
    "634ee6550fd935963a8b3a021a81674c36c84cab0fdc38b6987d0f7865d76ce7",
  ],
  [
    "an upload ticket request",
    { method: "GET", path: "/avatar/图 1.png", query: "post_url", body: "", headers: files },
    "8a2acbed7b29744dbfdd99b2b9f747d2bb961f8e52639a01336b4f8d1993a7e1",
  ],
  [
    "a download link request",
    { method: "POST", path: "/", query: "download_url", body: LINKS, headers: files },
    "bb46ce61f1bad208dcedf271b01c54b8da8c0f93da2de54ee8c711759c1083d5",
  ],
])("%s is signed as the public client signs it", (_, call, signature) => {
  const names = Object.keys(call.headers).toSorted().join(";");
  expect(authorization(KEYS, call)).toBe(
    `HMAC-SHA256 Credential=AKdemo0001, SignedHeaders=${names}, Signature=${signature}`,
  );
});

test("a socket's address carries its signature, with and without a token", () => {
  const config = { ...KEYS, endpoint: "", wsEndpoint: "wss://api.example.test:8443" };
  const call = { name: "push", nonce: "88888888-8888-4888-8888-888888888888", now: NOW };
  const plain = new URL(signedSocketUrl(config, call));
  expect(plain.pathname).toBe("/ws/function/push");
  expect(plain.searchParams.get("signature")).toBe(
    "2121df9dea578999d62adf10bb1cc0754e70197f81aa94a1c443c694c26b8038",
  );
  const query = { room: "a b", authorization: "tok/1" };
  const full = new URL(signedSocketUrl(config, { ...call, query }));
  expect(full.searchParams.get("room")).toBe("a b");
  expect(full.searchParams.get("signature")).toBe(
    "e524bf9150bbff2eea3df775bd3af5884562cc241922e985e3bdc3db0f123763",
  );
});

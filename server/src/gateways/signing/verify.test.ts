/**
 * Tests that only a fresh message of a known partner, received for the first time, is accepted as
 * genuine.
 */
import { describe, expect, test } from "vitest";
import { createNonceMemory } from "./nonces.ts";
import { signatureOf, signedHeaders } from "./sign.ts";
import { type InboundMessage, type SignatureCheck, verifySignature } from "./verify.ts";

const key = { keyId: "dining-supplier", secret: "a secret both sides hold, for this test" };
const now = new Date("2026-11-21T04:00:00Z");
const nonce = new Uint8Array(16).fill(7);
const path = "/callback/supplier/dining?try=1";
const rawBody = '{"outNo":"Y1"}';

const message = (at = now): InboundMessage => ({
  method: "POST",
  path,
  rawBody,
  headers: signedHeaders({ method: "POST", path, rawBody, now: at, nonce }, key),
});
const withHeaders = (headers: InboundMessage["headers"]): InboundMessage => ({
  ...message(),
  headers: { ...message().headers, ...headers },
});
const verify = (inbound: InboundMessage) =>
  verifySignature(inbound, { keys: [key], nonces: createNonceMemory(), now });

const skewed = (ms: number) => message(new Date(now.getTime() + ms));
const stamped = (timestamp: string) => {
  const nonceHex = Buffer.from(nonce).toString("hex");
  const parts = { method: "POST", path, rawBody, timestamp, nonce: nonceHex };
  return withHeaders({ "x-timestamp": timestamp, "x-signature": signatureOf(parts, key.secret) });
};
const signature = String(message().headers["x-signature"]);

const forgeries: [string, InboundMessage, SignatureCheck][] = [
  ["no key id", withHeaders({ "x-key-id": undefined }), "unsigned"],
  ["no time", withHeaders({ "x-timestamp": undefined }), "unsigned"],
  ["no nonce", withHeaders({ "x-nonce": undefined }), "unsigned"],
  ["no signature", withHeaders({ "x-signature": undefined }), "unsigned"],
  ["an empty signature", withHeaders({ "x-signature": "" }), "unsigned"],
  ["a signature twice in a list", withHeaders({ "x-signature": [signature] }), "unsigned"],
  ["a signature twice", withHeaders({ "x-signature": `${signature}, ${signature}` }), "forged"],
  ["a signature cut short", withHeaders({ "x-signature": signature.slice(0, 63) }), "forged"],
  ["a signature in capitals", withHeaders({ "x-signature": signature.toUpperCase() }), "forged"],
  ["another nonce", withHeaders({ "x-nonce": "0".repeat(32) }), "forged"],
  ["a nonce of 11 bytes", withHeaders({ "x-nonce": "0".repeat(22) }), "forged"],
  ["a stranger's key", withHeaders({ "x-key-id": "someone" }), "stranger"],
  ["a time in seconds", stamped("1795234800"), "forged"],
  ["a time that is no number", stamped("NaN"), "forged"],
  ["301 seconds old", skewed(-301_000), "stale"],
  ["301 seconds ahead", skewed(301_000), "stale"],
  ["another body", { ...message(), rawBody: '{"outNo":"Y2"}' }, "forged"],
  ["the same body spaced out", { ...message(), rawBody: '{ "outNo": "Y1" }' }, "forged"],
  ["another path", { ...message(), path: "/callback/supplier/dining" }, "forged"],
  ["another method", { ...message(), method: "PUT" }, "forged"],
];

describe("a signed message", () => {
  test("is genuine unchanged, within five minutes in either direction", () => {
    expect(verify(message())).toBe("genuine");
    expect(verify(skewed(-300_000))).toBe("genuine");
    expect(verify(skewed(300_000))).toBe("genuine");
  });

  test("is genuine under either of two valid secrets", () => {
    const older = { ...key, keyId: "older" };
    const verification = { keys: [older, key], nonces: createNonceMemory(), now };
    expect(verifySignature(message(), verification)).toBe("genuine");
  });

  test("is the same whether its body is a text or a buffer", () => {
    expect(verify({ ...message(), rawBody: Buffer.from(rawBody) })).toBe("genuine");
  });

  test.each(forgeries)("with %s is refused", (_name, inbound, expected) => {
    expect(verify(inbound)).toBe(expected);
  });

  test("is refused when it is replayed", () => {
    const nonces = createNonceMemory();
    const verifyAt = (ms: number) =>
      verifySignature(message(), { keys: [key], nonces, now: new Date(now.getTime() + ms) });
    expect([verifyAt(0), verifyAt(1), verifyAt(300_000)]).toEqual([
      "genuine",
      "replayed",
      "replayed",
    ]);
  });
});

test("a nonce is remembered for ten minutes and forgotten later", () => {
  const nonces = createNonceMemory();
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(nonces.claim("a", at(0))).toBe(true);
  expect(nonces.claim("b", at(9))).toBe(true);
  expect(nonces.claim("b", at(18.9))).toBe(false);
  expect(nonces.claim("a", at(9.9))).toBe(false);
  expect(nonces.claim("a", at(60))).toBe(true);
});

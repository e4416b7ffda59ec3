/**
 * Tests that signatures match the client's own: the published vectors, and every input that must be
 * refused.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type SignedRequest,
  signatureOf,
  socketSignatureOf,
  verify,
  verifySocket,
} from "./signature.ts";

const keys = {
  spaceId: "env-00demo0000",
  appId: "2021000000000001",
  accessKey: "AKdemo0001",
  secretKey: "SKdemo-secret-0001",
  hosts: [],
};
const NOW = 1_700_000_000_000;
const moment = { now: NOW, windowMs: 900_000 };
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const FUNCTION_BODY =
  '{"a":1,"name":"云鲸","clientInfo":{"PLATFORM":"web","OS":"linux","APPID":"__UNI__DEMO","DEVICEID":"dev1","appId":"__UNI__DEMO","deviceId":"dev1","uniPlatform":"web","osName":"linux","locale":"zh-Hans","LOCALE":"zh-Hans"},"uniIdToken":"tok.en.x"}';
const FILES_BODY =
  '{"file_list":[{"file_id":"avatar/1.png","expire":600},{"file_id":"/foo","expire":600}]}';
const EVERY_CALL =
  "x-client-timestamp;x-from-app-id;x-from-env-id;x-from-function-name;x-from-instance-id;x-to-env-id";
const NAMES = {
  function: `${EVERY_CALL};x-to-function-name`,
  file: EVERY_CALL.replace(";x-from-app-id", ";x-data-api-type;x-expire-timestamp;x-from-app-id"),
};

type Change = Partial<Omit<SignedRequest, "headers">> & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly names?: string;
  readonly accessKey?: string;
};

function requestOf(
  base: Base,
  signature: string,
  { headers = {}, names, accessKey, ...change }: Change = {},
): SignedRequest {
  const { kind, method, url, text } = base;
  return {
    kind,
    method,
    url,
    body: Buffer.from(text),
    ...change,
    headers: {
      authorization: `HMAC-SHA256 Credential=${accessKey ?? keys.accessKey}, SignedHeaders=${names ?? NAMES[kind]}, Signature=${signature}`,
      "x-from-app-id": keys.appId,
      "x-from-env-id": keys.spaceId,
      "x-to-env-id": keys.spaceId,
      "x-from-instance-id": String(NOW),
      "x-client-timestamp": String(NOW),
      ...(kind === "function"
        ? { "x-from-function-name": "ping", "x-to-function-name": "ping" }
        : { "x-data-api-type": "oss", "x-expire-timestamp": String(NOW + 60_000) }),
      ...headers,
    },
  };
}

type Base = Pick<SignedRequest, "kind" | "method" | "url"> & { readonly text: string };
const call: Base = {
  kind: "function",
  method: "POST",
  url: "/functions/invokeFunction",
  text: FUNCTION_BODY,
};
const CALL = "634ee6550fd935963a8b3a021a81674c36c84cab0fdc38b6987d0f7865d76ce7";
const vectors: readonly (Base & { readonly name: string; readonly signature: string })[] = [
  { name: "A, a function", ...call, signature: CALL },
  {
    name: "B, an upload ticket",
    kind: "file",
    method: "GET",
    text: "",
    url: "/avatar/%E5%9B%BE%201.png?post_url",
    signature: "8a2acbed7b29744dbfdd99b2b9f747d2bb961f8e52639a01336b4f8d1993a7e1",
  },
  {
    name: "C, temporary links",
    kind: "file",
    method: "POST",
    text: FILES_BODY,
    url: "/?download_url",
    signature: "bb46ce61f1bad208dcedf271b01c54b8da8c0f93da2de54ee8c711759c1083d5",
  },
];

describe("a signed call", () => {
  test.each(vectors)("is accepted: vector $name", ({ signature, ...base }) => {
    expect(verify(requestOf(base, signature), keys, moment).signature).toBe(signature);
  });

  test("covers the path as the client wrote it before percent-encoding", () => {
    const base = { kind: "file", method: "GET", text: "" } as const;
    for (const [written, wire] of [
      ["/a/图 1.png", "/a/%E5%9B%BE%201.png"],
      ["/a/%41.png", "/a/%41.png"],
      ["/a/%41图.png", "/a/%41%E5%9B%BE.png"],
      ["/a/100%.png", "/a/100%.png"],
    ] as const) {
      const unsigned = requestOf({ ...base, url: `${wire}?post_url` }, "0".repeat(64));
      const signature = signatureOf(unsigned, keys.secretKey, written);
      const request = requestOf({ ...base, url: `${wire}?post_url` }, signature);
      expect(() => verify(request, keys, moment), written).not.toThrow();
    }
  });

  test.each<[code: string, change: Change]>([
    ["SIGNATURE_MISSING", { headers: { authorization: undefined } }],
    ["SIGNATURE_MISSING", { headers: { authorization: "eyJ.eyJ.x" } }],
    ["SIGNATURE_WRONG", { headers: { authorization: "HMAC-SHA256 nonsense" } }],
    ["SIGNATURE_WRONG", { body: Buffer.from(FUNCTION_BODY.replace('"a":1', '"a":2')) }],
    ["SIGNATURE_WRONG", { method: "PUT" }],
    ["SIGNATURE_WRONG", { url: "/functions/invokeFunction?a" }],
    ["SIGNATURE_WRONG", { headers: { "x-to-function-name": "home" } }],
    ["SIGNATURE_WRONG", { headers: { "x-client-timestamp": String(NOW + 1) } }],
    ["ACCESS_KEY_UNKNOWN", { accessKey: "AKdemo0002" }],
    ["SIGNED_HEADERS_WRONG", { names: "x-client-timestamp" }],
    ["SIGNED_HEADERS_WRONG", { names: NAMES.file }],
    ["SIGNED_HEADERS_WRONG", { names: NAMES.function.split(";").reverse().join(";") }],
  ])("is refused %s when changed: %j", (code, change) => {
    expect(() => verify(requestOf(call, CALL, change), keys, moment)).toThrow(code);
  });

  test("with another secret, space, app or time is refused with its own code", () => {
    const signed = (change: Change, secretKey = keys.secretKey) => {
      const unsigned = requestOf(call, "0".repeat(64), change);
      return requestOf(call, signatureOf(unsigned, secretKey, call.url), change);
    };
    const tried = (request: SignedRequest) => () => verify(request, keys, moment);
    expect(tried(signed({}, "SKdemo-secret-0002"))).toThrow("SIGNATURE_WRONG");
    for (const name of ["x-to-env-id", "x-from-env-id", "x-from-app-id"]) {
      expect(tried(signed({ headers: { [name]: "env-00other000" } }))).toThrow("SPACE_UNKNOWN");
    }
    for (const at of [NOW - 900_001, NOW + 900_001, "17e11", "", "0x18bcfe56800"]) {
      const headers = { "x-client-timestamp": String(at) };
      expect(tried(signed({ headers }))).toThrow("REQUEST_STALE");
    }
    expect(
      tried(signed({ headers: { "x-client-timestamp": String(NOW - 900_000) } })),
    ).not.toThrow();
  });

  test("of a file expires at its own time, which may not be later than the window", () => {
    const base = { kind: "file", method: "GET", url: "/a.png?post_url", text: "" } as const;
    const at = (expires: number) => {
      const change = { headers: { "x-expire-timestamp": String(expires) } };
      const unsigned = requestOf(base, "0".repeat(64), change);
      return requestOf(base, signatureOf(unsigned, keys.secretKey, "/a.png"), change);
    };
    for (const expires of [NOW, NOW - 1, NOW + 900_001]) {
      expect(() => verify(at(expires), keys, moment)).toThrow("REQUEST_STALE");
    }
    expect(() => verify(at(NOW + 1), keys, moment)).not.toThrow();
  });
});

describe("a signed socket", () => {
  const NONCE = "88888888-8888-4888-8888-888888888888";
  const query = (more: Readonly<Record<string, string>>) =>
    new URLSearchParams({
      accessKeyId: keys.accessKey,
      signatureNonce: NONCE,
      timestamp: String(NOW),
      ...more,
    });
  const hosts = ["own.example.test", "api.example.test:8443"];

  test.each([
    ["without a query", {}, "2121df9dea578999d62adf10bb1cc0754e70197f81aa94a1c443c694c26b8038"],
    [
      "with one",
      { module: "a b", authorization: "tok/1" },
      "e524bf9150bbff2eea3df775bd3af5884562cc241922e985e3bdc3db0f123763",
    ],
  ])("is accepted: vector D %s", (_name, more, signature) => {
    const socket = { name: "push", query: query({ ...more, signature }), hosts };
    expect(verifySocket(socket, keys, moment)).toMatchObject({ nonce: NONCE, signature });
  });

  test("is refused for another name, host, key, time or nonce", () => {
    const at = (change: Readonly<Record<string, string>> = {}, name = "push") => {
      const made = query(change);
      made.set("signature", socketSignatureOf({ name, query: made }, keys.secretKey, "h"));
      return made;
    };
    const tried =
      (made: URLSearchParams, known = ["h"]) =>
      () =>
        verifySocket({ name: "push", query: made, hosts: known }, keys, moment);
    expect(tried(at())).not.toThrow();
    expect(tried(at({}, "other"))).toThrow("SIGNATURE_WRONG");
    expect(tried(at(), ["i"])).toThrow("SIGNATURE_WRONG");
    expect(tried(at(), [])).toThrow("HOST_UNKNOWN");
    expect(tried(at({ accessKeyId: "AKdemo0002" }))).toThrow("ACCESS_KEY_UNKNOWN");
    expect(tried(at({ timestamp: String(NOW - 900_001) }))).toThrow("REQUEST_STALE");
    expect(tried(at({ signatureNonce: "" }))).toThrow("REQUEST_ID_MISSING");
    expect(tried(query({}))).toThrow("SIGNATURE_MISSING");
    expect(tried(query({ signature: sha256("x") }))).toThrow("SIGNATURE_WRONG");
  });
});

/**
 * C02, C03: the cloud endpoint over HTTP accepts each signed call once, and rejects others with a
 * clear error.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compose } from "../faults/composed.fixture.ts";
import { closeDatabase } from "@yunjing/server/platform/database/pool";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "../http/test-env.fixture.ts";
import {
  type FunctionCall,
  functionRequest,
  type CloudResponse,
  send,
  space,
} from "./signer.fixture.ts";

let testEnv: HttpTestEnv;
let member: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  member = await testEnv.logIn("13700450001");
}, 60_000);
afterAll(() => testEnv.close());

const call = (made: FunctionCall): Promise<CloudResponse> =>
  send(functionRequest(testEnv.origin, made));
const ask = (name: string, method: unknown, params: readonly unknown[] = [], token?: string) =>
  call({ name, data: { method, params, ...(token ? { uniIdToken: token } : {}), clientInfo } });
const clientInfo = { appId: "__UNI__DEMO", uniPlatform: "web", deviceId: "dev1" };

describe("C02 a signed call", () => {
  test("runs the named function and returns its answer as the whole body", async () => {
    expect(await call({ data: { echo: { a: "云鲸" } } })).toEqual({
      status: 200,
      body: { pong: true, echo: { a: "云鲸" } },
    });
    const home = await call({ name: "home", data: { regionCode: "310100" } });
    expect(home).toMatchObject({ status: 200, body: { blocks: expect.any(Array) } });
    const wrong = await call({ name: "home", data: { regionCode: "nowhere" } });
    expect(wrong).toMatchObject({ status: 200, body: { errSubject: "home" } });
    expect(wrong.body["errCode"]).toBe("BAD_REQUEST");
  });

  test("returns the async format when called async", async () => {
    const tamper = { "x-function-invoke-type": "async" };
    expect((await call({ data: { echo: 1 }, tamper })).body).toEqual({
      errCode: "200",
      errMsg: "",
      data: { pong: true, echo: 1 },
    });
    const refused = await call({ name: "home", data: { regionCode: "nowhere" }, tamper });
    expect(refused.body).toEqual({ errCode: "BAD_REQUEST", errMsg: expect.any(String) });
  });

  test.each<[status: number, code: string, call: FunctionCall]>([
    [401, "SIGNATURE_WRONG", { by: { ...space, secretKey: "SKdemo-secret-0002" } }],
    [401, "ACCESS_KEY_UNKNOWN", { by: { ...space, accessKey: "AKdemo0002" } }],
    [403, "SPACE_UNKNOWN", { by: { ...space, spaceId: "env-00other000" } }],
    [403, "SPACE_UNKNOWN", { by: { ...space, spaceAppId: "2021000000000002" } }],
    [401, "SIGNATURE_WRONG", { sentBody: '{"echo":2}' }],
    [401, "SIGNED_HEADERS_WRONG", { left: ["x-to-function-name"] }],
    [401, "REQUEST_STALE", { at: Date.now() - 16 * 60_000 }],
    [401, "REQUEST_STALE", { at: Date.now() + 16 * 60_000 }],
    [401, "SIGNATURE_MISSING", { tamper: { authorization: "" } }],
    [400, "REQUEST_ID_MISSING", { tamper: { "x-request-id": "" } }],
    [400, "BAD_REQUEST", { data: [1] }],
    [400, "BAD_REQUEST", { data: JSON.parse('{"a":{"__proto__":1}}') }],
  ])("is refused %i %s: %j", async (status, code, made) => {
    const response = await call(made);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({
      code,
      trace_id: expect.any(String),
      message: expect.stringContaining(`${code}: `),
    });
  });

  test("is accepted once over all processes, and equal calls under other request IDs only within the limit", async () => {
    const other = await compose({
      DATABASE_URL: testEnv.appUrl,
      SANDBOX_ORIGIN: "http://127.0.0.1:9",
      LOG_LEVEL: "silent",
      APP_SECRET: "a root secret that is long enough for these tests",
    });
    const elsewhere = await other.app.server.listen({ port: 0, host: "127.0.0.1" });
    const request = functionRequest(testEnv.origin, {});
    const copies = [testEnv.origin, elsewhere, testEnv.origin, elsewhere].map((origin) =>
      send({ ...request, url: request.url.replace(testEnv.origin, origin) }),
    );
    const statuses = (await Promise.all(copies)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(3);
    const renamed = functionRequest(testEnv.origin, { data: { echo: "again and again" } });
    const passed: number[] = [];
    for (let n = 0; n < 12; n++) {
      const headers = { ...renamed.init.headers, "x-request-id": randomUUID() };
      passed.push((await send({ ...renamed, init: { ...renamed.init, headers } })).status);
    }
    // A few equal calls within one millisecond are legitimate.
    expect(passed.filter((status) => status === 200)).toHaveLength(8);
    await other.app.server.close();
    await other.listener.close();
    await closeDatabase(other.db);
  });

  test("is accepted from any origin, and the preflight names each of its headers", async () => {
    const preflight = await fetch(`${testEnv.origin}/cloud/functions/invokeFunction`, {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    const named = preflight.headers.get("access-control-allow-headers")?.split(", ");
    const { headers } = functionRequest(testEnv.origin, {}).init;
    expect(named).toEqual(expect.arrayContaining(Object.keys(headers)));
    const refused = await fetch(`${testEnv.origin}/cloud/functions/invokeFunction`, {
      method: "POST",
    });
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    const nothing = await fetch(`${testEnv.origin}/cloud/nothing`, { method: "POST" });
    expect(nothing.status).toBe(404);
  });
});

describe("C02 a body of any content", () => {
  const odd: readonly unknown[] = [
    "x",
    7,
    true,
    null,
    {},
    [],
    [null],
    [[["a"]]],
    [[]],
    [{}],
    [{ toString: 1 }],
    [1e308],
    ["\u0000"],
    ["x".repeat(20_000)],
    [{ phone: {}, code: [], everywhere: "x" }],
    [{ limit: -1, cursor: "'; DROP TABLE member; --", refreshToken: { a: 1 }, session: 7 }],
  ];
  const objects = [
    ...["sendSms", "loginBySms", "refresh"].map((method) => ["passport", method] as const),
    ["member", "me"] as const,
    ["order", "list"] as const,
    ["order", "detail"] as const,
    ["coupon", "list"] as const,
    ["points", "summary"] as const,
    ["wallet", "summary"] as const,
    ["exchange", "inspect"] as const,
    ["invite", "summary"] as const,
  ];

  test.each(objects)("%s.%s answers it without a server error", async (name, method) => {
    for (const params of odd) {
      const response = await call({
        name,
        data: { method, params, clientInfo, uniIdToken: member.token },
      });
      expect(response.status, JSON.stringify(params).slice(0, 80)).toBeLessThan(500);
      expect(response.body["message"] ?? response.body["errCode"]).toBeDefined();
    }
  });

  test("causes no server error when its caller data are malformed", async () => {
    for (const one of odd) {
      const bodies = [{ clientInfo: one }, { uniIdToken: one }, { method: one, params: one }];
      for (const data of bodies) {
        for (const name of ["home", "wallet", "passport", "DCloud-clientDB"]) {
          const response = await call({ name, data: { ...data, command: one } });
          expect(response.status, JSON.stringify({ name, data }).slice(0, 120)).toBeLessThan(500);
        }
      }
    }
  });
});

describe("C03 an unpublished name", () => {
  test.each(["nothing", "__proto__", "constructor", "toString", "_ping", "push", "x".repeat(65)])(
    "is answered 404 with the code the client expects: %s",
    async (name) => {
      const response = await call({ name });
      expect(response.status).toBe(404);
      expect(response.body["message"]).toContain("FUNCTION_NOT_FOUND");
    },
  );

  test.each(["constructor", "__proto__", "_before", "toString", "hasOwnProperty", "", 7, null])(
    "is not accepted as a method either: %s",
    async (method) => {
      const response = await ask("member", method, [], member.token);
      expect(response).toMatchObject({ status: 200, body: { errCode: "METHOD_NOT_FOUND" } });
    },
  );
});

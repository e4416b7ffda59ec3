/** Tests plain functions, the access list, and which responses send a member to login. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saveToken, storedToken } from "../token.ts";
import { callFunction } from "./call.ts";
import { stubCloudResponses, rejectionOf, testCloud } from "./cloud.fixture.ts";
import { databaseForJQL } from "./database.ts";
import { addInterceptor, onResponse } from "./interceptors.ts";
import { getTempFileURL } from "./temp-file-url.ts";
import { importObject } from "./objects.ts";
import { uploadFile } from "./upload.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a function", () => {
  test("receives its data, the client info and the token; its own errCode is a result", async () => {
    saveToken({ token: "t.o.k", tokenExpired: Date.now() + 60_000 });
    const sent = stubCloudResponses({ errCode: "mine", pong: true });
    const data = { a: 1, clientInfo: "forged" };
    await expect(callFunction(testCloud().cloud, { name: "ping", data })).resolves.toMatchObject({
      errCode: 0,
      success: true,
      result: { errCode: "mine", pong: true },
      requestId: expect.any(String),
    });
    expect(sent).toMatchObject([
      { name: "ping", body: { a: 1, uniIdToken: "t.o.k", clientInfo: { uniPlatform: "web" } } },
    ]);
  });

  test("that is called asynchronously returns the accepted data, or fails with its code", async () => {
    const call = { name: "ping", async: true };
    const sent = stubCloudResponses({ errCode: "200", errMsg: "", data: { id: 1 } });
    await expect(callFunction(testCloud().cloud, call)).resolves.toMatchObject({
      result: { id: 1 },
    });
    expect(sent[0]?.headers.get("x-function-invoke-type")).toBe("async");
    stubCloudResponses({ errCode: "429", errMsg: "busy" });
    expect(await rejectionOf(callFunction(testCloud().cloud, call))).toMatchObject({
      code: "429",
      message: "busy",
    });
  });

  test("that fails is published unchanged to the response listeners", async () => {
    const responses: unknown[] = [];
    const off = onResponse((response) => responses.push(response));
    stubCloudResponses([500, { message: "down" }]);
    const failure = await rejectionOf(callFunction(testCloud().cloud, { name: "ping" }));
    expect(responses).toEqual([{ type: "cloudfunction", content: failure }]);
    off();
  });
});

describe("C10 access", () => {
  const own = { appId: "__UNI__YUNJING", platform: "web" };
  const other = { appId: "__UNI__OTHER", platform: "web" };
  const invalid = { code: 20101, message: "Invalid client", subject: "uni-secure-network" };
  const call = (name: string, access: Parameters<typeof testCloud>[0]) =>
    callFunction(testCloud(access).cloud, { name });

  test("a function that does not allow this app and platform is not requested", async () => {
    const sent = stubCloudResponses({});
    const access = [{ names: "ping", clients: [other, { ...own, platform: "app" }] }];
    expect(await rejectionOf(call("ping", { access }))).toMatchObject(invalid);
    expect(sent).toEqual([]);
    await call("home", { access });
    await call("ping", { access: [{ names: "ping", clients: [other, own] }] });
    expect(sent).toHaveLength(2);
  });

  test("a rule for one name comes before a rule for several names, and both before the rule for all", async () => {
    stubCloudResponses({});
    const access = [
      { names: "*", clients: [other] },
      { names: "home, ping", clients: [own] },
      { names: "ping", clients: [other] },
    ];
    expect(await rejectionOf(call("ping", { access }))).toMatchObject(invalid);
    await call("home", { access });
    expect(await rejectionOf(call("member", { access }))).toMatchObject(invalid);
  });

  test("the codes of the secure network have their messages, from the client and from the server", async () => {
    stubCloudResponses({});
    const secret = { name: "ping", secretType: "both" };
    expect(await rejectionOf(callFunction(testCloud().cloud, secret))).toMatchObject({
      code: 20000,
      message: "System error",
      subject: "uni-secure-network",
    });
    stubCloudResponses({ errSubject: "uni-secure-network", errCode: 20101, errMsg: "" });
    expect(await rejectionOf(call("ping", {}))).toMatchObject(invalid);
    stubCloudResponses({ errSubject: "uni-secure-network", errCode: 20102 });
    expect(await rejectionOf(call("ping", {}))).toMatchObject({
      code: 20102,
      message: "Get encrypt key failed",
    });
  });
});

describe("C11 login", () => {
  const EXPIRED = "token过期，跳转登录页面";
  const WRONG = "token无效，跳转登录页面";

  test.each([
    ["uni-id-token-expired", EXPIRED],
    ["uni-id-check-token-failed", WRONG],
    ["uni-id-token-not-exist", WRONG],
    ["uni-id-check-device-feature-failed", WRONG],
    ["TOKEN_INVALID_TOKEN_EXPIRED", EXPIRED],
    ["TOKEN_INVALID_INVALID_CLIENTID", WRONG],
    ["TOKEN_INVALID", WRONG],
    ["TOKEN_INVALID_WRONG_TOKEN", WRONG],
    ["TOKEN_INVALID_ANONYMOUS_USER", WRONG],
  ])(
    "%s of an object sends the member to login, without another message",
    async (errCode, errMsg) => {
      stubCloudResponses({ errCode, errMsg: "x" });
      const testEnv = testCloud();
      const failure = await rejectionOf(importObject<"me">(testEnv.cloud, "member").me());
      expect(failure).toMatchObject({ code: errCode });
      expect(testEnv.shown.slice(2)).toEqual([["login", { errCode, errMsg }]]);
    },
  );

  test("a database command sends the member to login only for the older codes", async () => {
    const orders = (testEnv: ReturnType<typeof testCloud>) =>
      rejectionOf(databaseForJQL(testEnv.cloud).collection("orders").get());
    const testEnv = testCloud();
    stubCloudResponses({ code: "TOKEN_INVALID_TOKEN_EXPIRED", message: "x" });
    expect(await orders(testEnv)).toMatchObject({ code: "TOKEN_INVALID_TOKEN_EXPIRED" });
    expect(testEnv.shown).toEqual([
      ["login", { errCode: "TOKEN_INVALID_TOKEN_EXPIRED", errMsg: EXPIRED }],
    ]);
    const other = testCloud();
    stubCloudResponses({ code: "uni-id-token-expired", message: "x" });
    await orders(other);
    expect(other.shown).toEqual([]);
  });

  test("a plain function never sends the member to login", async () => {
    stubCloudResponses({ errCode: "uni-id-token-expired" });
    const testEnv = testCloud();
    await callFunction(testEnv.cloud, { name: "ping" });
    expect(testEnv.shown).toEqual([]);
  });

  test("an expired login is renewed before the call", async () => {
    // Simulates a browser without locks between tabs.
    vi.stubGlobal("navigator", { userAgent: navigator.userAgent });
    saveToken({ token: "old.to.ken", tokenExpired: Date.now() - 1 });
    const bodies: string[] = [];
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      if (String(address).endsWith("/passport/refresh")) {
        const data = { token: "new.to.ken", tokenExpired: Date.now() + 60_000 };
        return Response.json({ status: true, msg: "", data });
      }
      bodies.push(String(init.body));
      return Response.json({ errCode: 0 });
    });
    await importObject<"me">(testCloud().cloud, "member").me();
    expect(storedToken()).toBe("new.to.ken");
    expect(bodies).toEqual([expect.stringContaining('"uniIdToken":"new.to.ken"')]);
  });
});

test("interceptors wrap file operations like calls", async () => {
  const failed: unknown[] = [];
  const fail = (failure: unknown) => failed.push(failure);
  const offs = [addInterceptor("uploadFile", { fail }), addInterceptor("getTempFileURL", { fail })];
  const config = await testCloud().cloud.config();
  await rejectionOf(uploadFile(config, { cloudPath: " ", file: new Blob() }));
  await rejectionOf(getTempFileURL(config, { fileList: [] }));
  expect(failed).toMatchObject([
    { code: "INVALID_PARAM", message: "cloudPath不可为空" },
    { code: "INVALID_PARAM", message: "fileList不能为空数组" },
  ]);
  for (const off of offs) off();
});

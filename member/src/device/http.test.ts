// @vitest-environment happy-dom
/** Tests U05 and U06: how a request is sent and how each response is read. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure, userMessageFor } from "./failure.ts";
import { requestUrl, download, request } from "./http.ts";

const answer = (body: string, status = 200) => vi.fn(async () => new Response(body, { status }));
const fails = async (run: Promise<unknown>): Promise<ApiFailure> => {
  const failure = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(failure).toBeInstanceOf(ApiFailure);
  return failure instanceof ApiFailure ? failure : Promise.reject(failure);
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("U05 every call carries the stored token; POST is JSON, a form is form-encoded", async () => {
  const sent = answer('{"status":true}');
  vi.stubGlobal("fetch", sent);
  localStorage.setItem("uni_id_token", "a.b.c");
  await request({ method: "POST", path: "/x", body: { a: 1 } });
  await request({ method: "POST", path: "/x", form: { a: 1, b: undefined } });
  expect(sent.mock.calls[0]).toMatchObject([
    "/api/x",
    { headers: { authorization: "a.b.c", "content-type": "application/json" }, body: '{"a":1}' },
  ]);
  expect(String(vi.mocked(fetch).mock.calls[1]?.[1]?.body)).toBe("a=1");
});

test("M05 every call contains the version and the platform of the client", async () => {
  const sent = answer('{"status":true}');
  vi.stubGlobal("fetch", sent);
  await request({ method: "GET", path: "/x" });
  expect(sent.mock.calls[0]).toMatchObject([
    "/api/x",
    { headers: { "x-client": "1.0.0 (100) web" } },
  ]);
});

test("U05 GET drops undefined parameters", () => {
  expect(requestUrl("/list", { page: 1, keyword: undefined, kind: "a&b" })).toBe(
    "/api/list?page=1&kind=a%26b",
  );
  expect(requestUrl("/list", { keyword: undefined })).toBe("/api/list");
});

test("U05 a download is bytes", async () => {
  vi.stubGlobal("fetch", answer("abc"));
  expect((await download("/file")).bytes.byteLength).toBe(3);
});

test("U05 a download that is refused rejects with the server's message, whatever its status", async () => {
  const body = JSON.stringify({ status: false, code: "BATCH_STATE", msg: "批次状态已变化" });
  const headers = { "content-type": "application/json; charset=utf-8" };
  vi.stubGlobal("fetch", async () => new Response(body, { status: 200, headers }));
  await expect(download("/file")).rejects.toMatchObject({
    code: "BATCH_STATE",
    message: "批次状态已变化",
  });
});

test("U06 a string body is returned as it is", async () => {
  vi.stubGlobal("fetch", answer("1.0.0+abc"));
  expect(await request({ method: "GET", path: "/version" })).toBe("1.0.0+abc");
});

test("U06 status false rejects with the server's msg, else 接口错误", async () => {
  vi.stubGlobal(
    "fetch",
    answer('{"status":false,"code":"SOLD_OUT","msg":"已抢光","requestId":"r1"}'),
  );
  const refused = await fails(request({ method: "GET", path: "/x" }));
  expect(refused).toMatchObject({
    message: "已抢光",
    code: "SOLD_OUT",
    status: 200,
    requestId: "r1",
  });
  vi.stubGlobal("fetch", answer('{"status":false}'));
  expect((await fails(request({ method: "GET", path: "/x" }))).message).toBe("接口错误");
});

test("U06 a non-200 rejects with HTTP {code}, and its code decides what follows", async () => {
  vi.stubGlobal("fetch", answer('{"status":false,"code":"AUTH_EXPIRED","msg":"登录已过期"}', 401));
  const failure = await fails(request({ method: "GET", path: "/x" }));
  expect(failure).toMatchObject({ message: "HTTP 401", code: "AUTH_EXPIRED", status: 401 });
  expect(userMessageFor(failure)).toBe("登录已过期");
});

test("U06 a transport failure rejects with its message, else 网络错误", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("connection reset")));
  expect((await fails(request({ method: "GET", path: "/x" }))).message).toBe("connection reset");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("")));
  const silent = await fails(request({ method: "GET", path: "/x" }));
  expect(silent).toMatchObject({ message: "网络错误", status: 0, code: "NETWORK" });
});

test("U05 a form is sent as a form, with the token", async () => {
  vi.stubGlobal("fetch", answer('{"status":true}'));
  localStorage.setItem("uni_id_token", "a.b.c");
  await request({ method: "POST", path: "/x", form: { name: "云 鲸&" } });
  const [address, init] = vi.mocked(fetch).mock.calls[0] ?? [];
  const sent = new Request(new URL(String(address), "https://a.test"), init);
  expect(sent.headers.get("content-type")).toMatch(/^application\/x-www-form-urlencoded/);
  expect(sent.headers.get("authorization")).toBe("a.b.c");
  expect(await sent.text()).toBe("name=%E4%BA%91+%E9%B2%B8%26");
});

test.each([
  ["a request", () => request({ method: "GET", path: "/x" })],
  ["a download", () => download("/file")],
])("U05 %s without a response ends after 60 s, not before", async (_what, send) => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    return new Promise((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
    );
  });
  let isOver = false;
  const late = fails(send()).finally(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await late).message).toBe("request timed out");
  vi.useRealTimers();
});

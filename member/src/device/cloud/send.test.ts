/** Tests how responses of the cloud are passed on to the app. */
import { afterEach, expect, test, vi } from "vitest";
import { updateClockOffset } from "../clock.ts";
import { cloudConfig } from "./config.ts";
import { CloudFailure, filesCall, functionCall, sendCloud } from "./send.ts";

const config = cloudConfig({
  spaceId: "env-1",
  spaceAppId: "app-1",
  accessKey: "AK",
  secretKey: "SK",
  endpoint: "https://a.test/cloud",
});

afterEach(() => vi.unstubAllGlobals());

/** Gives every call this response and records the requests. */
function answering(answer: () => Promise<Response>) {
  const requests: { address: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    requests.push({ address, init });
    return answer();
  });
  return requests;
}
const stubResponse = (body: string, status = 200) =>
  answering(async () => new Response(body === "" ? null : body, { status }));
const ping = () => sendCloud(config, { ...functionCall("ping"), name: "ping", body: { a: 1 } });

test("a response is its JSON, whatever its own errCode; other text is returned unchanged", async () => {
  stubResponse('{"errCode":"no","data":1}');
  await expect(ping()).resolves.toMatchObject({ result: { errCode: "no", data: 1 } });
  stubResponse("plain");
  await expect(ping()).resolves.toMatchObject({ result: "plain" });
  stubResponse("");
  await expect(ping()).resolves.toMatchObject({ result: "" });
});

test.each([
  [
    "the response has a message",
    '{"message":"no","trace_id":"t"}',
    { errMsg: "[ping]: no", userMessage: "no" },
  ],
  ["the response has an errMsg", '{"errMsg":"nay"}', { errMsg: "[ping]: nay", userMessage: "nay" }],
  ["the response is no JSON", "<html>", { errMsg: "[ping]: request:fail", userMessage: undefined }],
  [
    "the function is unknown",
    '{"message":"FUNCTION_NOT_FOUND"}',
    {
      errMsg:
        "[ping]: FUNCTION_NOT_FOUND，云函数[ping]在云端不存在，请检查此云函数名称是否正确以及该云函数是否已上传到服务空间",
    },
  ],
])("a status of 400 or more is SYS_ERR: %s", async (_, body, expected) => {
  stubResponse(body, 404);
  const failure: unknown = await ping().catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(CloudFailure);
  expect(failure).toMatchObject({ code: "SYS_ERR", errCode: "SYS_ERR", ...expected });
});

test("no response is SYS_ERR request:fail, and so is a response that takes too long", async () => {
  const silence = { code: "SYS_ERR", message: "[ping]: request:fail" };
  answering(() => Promise.reject(new Error("connection lost")));
  await expect(ping()).rejects.toMatchObject(silence);
  answering(() => new Promise(() => undefined));
  const late = sendCloud(config, { ...functionCall("ping"), name: "ping", timeoutMs: 5 });
  await expect(late).rejects.toMatchObject(silence);
});

test("a file's path is sent encoded, its query unencoded, its body and type only where there is one", async () => {
  const requests = stubResponse("{}");
  await sendCloud(config, {
    method: "GET",
    path: "/avatar/图 1?#.png",
    query: "post_url",
    ...filesCall(),
  });
  await ping();
  const [ticket, call] = requests;
  expect(ticket?.address).toBe("https://a.test/cloud/avatar/%E5%9B%BE%201%3F%23.png?post_url");
  expect(ticket?.init).not.toHaveProperty("body");
  const headers = new Headers(ticket?.init.headers);
  expect(headers.get("content-type")).toBeNull();
  expect(headers.get("x-data-api-type")).toBe("oss");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
  expect(call?.init.body).toBe('{"a":1}');
  expect(new Headers(call?.init.headers).get("content-type")).toBe("application/json");
});

test("a phone whose clock is two hours slow signs and expires its requests by the server's time", async () => {
  const requests = stubResponse("{}");
  const [now, ahead] = [Date.now(), 2 * 3_600_000];
  updateClockOffset(new Date(now + ahead).toUTCString(), now, now);
  await sendCloud(config, {
    method: "GET",
    path: "/a.png",
    query: "post_url",
    ...filesCall(),
  });
  const sent = new Headers(requests[0]?.init.headers);
  expect(Number(sent.get("x-client-timestamp"))).toBeGreaterThan(now + ahead - 2_000);
  expect(Number(sent.get("x-expire-timestamp"))).toBeGreaterThan(now + ahead + 58_000);
});

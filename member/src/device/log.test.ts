// @vitest-environment happy-dom
/** Tests that failures are recorded for debugging and that no secret is shown. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { request } from "./http.ts";
import { clearLog, logEntries, record, startLog } from "./log.ts";
import { lastRequestId, logText, maskSecrets, reportText, entryText } from "./log-text.ts";

beforeEach(clearLog);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const fails = (run: Promise<unknown>) =>
  run.then(
    () => expect.unreachable("the call succeeded"),
    () => undefined,
  );

test("the newest two hundred entries are stored", () => {
  for (let made = 1; made <= 203; made++) record("page", [`/${made}`]);
  expect(logEntries()).toHaveLength(200);
  expect(logEntries().map(entryText).at(0)).toBe("/4");
});

test("console errors and warnings are recorded, and still printed", () => {
  const original = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  startLog();
  const { console: captured } = globalThis;
  captured.error("boom", { at: 3 });
  captured.warn(new TypeError("odd"));
  expect(logEntries().map((entry) => [entry.kind, entryText(entry)])).toEqual([
    ["error", 'boom {"at":3}'],
    ["warn", "TypeError: odd"],
  ]);
  expect(original).toHaveBeenCalledWith("boom", { at: 3 });
  expect(warned).toHaveBeenCalledTimes(1);
});

test("a failed call is recorded with its request id and its path, never with its query", async () => {
  const answer = '{"status":false,"code":"SYS_BUSY","msg":"忙","requestId":"r-7"}';
  vi.stubGlobal("fetch", async () => new Response(answer, { status: 503 }));
  await fails(request({ method: "GET", path: "/home", query: { keyword: "私密" } }));
  expect(logEntries().map(entryText)).toEqual(["GET /home 503 SYS_BUSY HTTP 503"]);
  expect(lastRequestId()).toBe("r-7");
  expect(reportText()).toContain("编号 r-7");
});

test("a call that its own caller aborted is not a failure", async () => {
  const given = new AbortController();
  vi.stubGlobal("fetch", async () => Promise.reject(new Error("aborted")));
  given.abort();
  await fails(request({ method: "GET", path: "/home", signal: given.signal }));
  expect(logEntries()).toEqual([]);
});

const jwt = `${"eyJhbGciOiJIUzI1NiJ9"}.${"eyJ1aWQiOiIwMTIzNDU2Nzg5In0"}.${"c2lnbmF0dXJlLW9mLWl0"}`;
test.each([
  ["a phone", "打给 13812341234 吧", "打给 138****1234 吧"],
  ["a login token", `authorization ${jwt}`, "authorization [token]"],
  ["a receipt in a path", "GET /receipts/AbC1dEfGhIjKlMnOpQrStU", "GET /receipts/AbC1…"],
  ["an exchange code", "码 7K2M9QXR4TWZ8HBN3C", "码 7K2M…"],
  ["a text message's code", "验证码 123456", "验证码 12…"],
  ["a member's id", "019aa3c0-1111-7abc-8def-0123456789ab", "019a…"],
  ["ordinary text", "TypeError: x is not a function", "TypeError: x is not a function"],
])("%s is masked correctly", (_what, text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});

test("the copied log begins with the version and the build", () => {
  record("page", ["/pages/user/index"]);
  const lines = logText().split("\n");
  expect(lines[0]).toBe("云鲸权益 1.0.0（100）web");
  expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d page \/pages\/user\/index$/);
});

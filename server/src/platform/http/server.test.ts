/** Tests the log line of an answered call, the response above the flood limit, and who may frame. */
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { testContext } from "../testing.ts";
import { createServer } from "./server.ts";

async function logOf(headers: Record<string, string>): Promise<Record<string, unknown>> {
  const lines: string[] = [];
  const { ids } = testContext();
  const server = await createServer({
    log: createLog("info", { write: (line) => lines.push(line) }),
    ids,
    trustProxy: undefined,
    scriptHashes: [],
    styleHashes: [],
    floodPerMinute: undefined,
    isProduction: false,
  });
  server.get("/x", () => "fine");
  await server.inject({ method: "GET", url: "/x", headers });
  await server.close();
  return JSON.parse(lines.find((line) => line.includes("answered")) ?? "{}");
}

test("M05 the version and platform of the client are in the log of its calls", async () => {
  const logged = await logOf({ "x-client": "1.0.0 (100) mp-weixin-web" });
  expect(logged).toMatchObject({ route: "/x", client: "1.0.0 (100) mp-weixin-web" });
});

test.each(["", "1.0.0", `1.0.0 (100) ${"w".repeat(99)}`, "1.0.0 (100) 13800000001"])(
  "a malformed client header is not logged: %s",
  async (client) => {
    expect(await logOf({ "x-client": client })).not.toHaveProperty("client");
  },
);

test("above the flood limit the response contains how long the minute still lasts", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T08:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const { ids, log } = testContext();
  const server = await createServer({
    log,
    ids,
    trustProxy: undefined,
    scriptHashes: [],
    styleHashes: [],
    floodPerMinute: 2,
    isProduction: false,
  });
  onTestFinished(() => server.close());
  server.get("/x", () => "fine");
  const ask = () => server.inject({ method: "GET", url: "/x" });
  await ask();
  await ask();
  vi.advanceTimersByTime(18_000);
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ status: false, code: "RATE_LIMITED" });
  expect(refused.headers["retry-after"]).toBe("42");
  vi.advanceTimersByTime(42_000);
  expect((await ask()).statusCode).toBe(200);
});

test("only the preview of the home page may be framed, by a page of its own origin", async () => {
  const { ids, log } = testContext();
  const server = await createServer({
    log,
    ids,
    trustProxy: undefined,
    scriptHashes: [],
    styleHashes: [],
    floodPerMinute: undefined,
    isProduction: false,
  });
  onTestFinished(() => server.close());
  server.get("/*", (_request, reply) => reply.type("text/html").send("<!doctype html>"));
  const policyOf = async (url: string) =>
    String((await server.inject({ method: "GET", url })).headers["content-security-policy"]);
  expect(await policyOf("/")).toContain("frame-ancestors 'none'");
  expect(await policyOf("/pages/index/preview/x")).toContain("frame-ancestors 'none'");
  const preview = await policyOf("/pages/index/preview?x=1");
  expect(preview).toContain("frame-ancestors 'self'");
  expect(preview).toContain("script-src 'self'");
});

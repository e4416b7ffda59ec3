/** Tests that a request's log is created when it is needed, and what the line about an answer contains. */
import { expect, test } from "vitest";
import { createLog, type Log } from "../log.ts";
import { testContext } from "../testing.ts";
import { createLazyLog } from "./request-log.ts";
import { createServer } from "./server.ts";

function recordedLog(): { log: Log; lines: () => Record<string, unknown>[] } {
  const written: string[] = [];
  const log = createLog("info", { write: (line: string) => void written.push(line) });
  return { log, lines: () => written.map((line) => JSON.parse(line)) };
}

test("a request's log is created with its first line, which has the request's id and is masked", () => {
  const { log, lines } = recordedLog();
  let made = 0;
  const counted = Object.create(log, {
    child: {
      value: (bindings: object) => {
        made += 1;
        return log.child(bindings);
      },
    },
  });
  const lazy = createLazyLog(counted, { reqId: "r1" });
  expect(made).toBe(0);
  lazy.warn({ token: "canary-token" }, "first");
  lazy.error("second");
  lazy.child({ part: "p" }).info("third");
  expect(made).toBe(1);
  expect(lines()).toMatchObject([
    { level: "warn", reqId: "r1", token: "[hidden]", msg: "first" },
    { level: "error", reqId: "r1", msg: "second" },
    { level: "info", reqId: "r1", part: "p", msg: "third" },
  ]);
});

test("the line about an answer has the pattern of the route, not what the caller sent", async () => {
  const { log, lines } = recordedLog();
  const app = await createServer({
    log,
    ids: testContext().ids,
    trustProxy: undefined,
    scriptHashes: [],
    styleHashes: [],
    floodPerMinute: undefined,
    isProduction: false,
  });
  app.get("/sessions/:token", async () => ({}));
  const headers = { "x-client": "canary-client" };
  await app.inject({ url: "/sessions/canary-token?code=canary-code", headers });
  await app.inject({ url: "/sessions/1", headers: { "x-client": "1.0.0 (100) web" } });
  await app.close();
  const answered = lines().filter(({ msg }) => msg === "answered");
  expect(answered).toMatchObject([
    { route: "/sessions/:token", status: 200 },
    { route: "/sessions/:token", status: 200, client: "1.0.0 (100) web" },
  ]);
  expect(JSON.stringify(answered)).not.toContain("canary");
  for (const { reqId, ms } of answered) {
    expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
    expect(ms).toEqual(expect.any(Number));
  }
});

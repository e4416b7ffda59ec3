/**
 * Protocol upgrade requests that the server does not support: they are answered and their
 * connections close.
 */
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSocket } from "./socket.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
const sockets: Socket[] = [];
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await testEnv.close();
});

/**
 * Returns everything the server sends on one connection until it closes it; the client does not
 * close.
 */
function answersTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(testEnv.origin).port), "127.0.0.1");
  sockets.push(socket);
  socket.write(bytes);
  return new Promise((done, failed) => {
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    socket.on("error", failed);
    socket.on("end", () => done(received));
  });
}

const request = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, "host: 127.0.0.1", ...headers, "", ""].join("\r\n");
const H2C = ["connection: upgrade, http2-settings", "upgrade: h2c", "http2-settings: AAMAAABk"];
const WEBSOCKET = [
  "connection: upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
];
const statuses = (received: string): string[] =>
  [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = ""]) => status);
const connections = () =>
  new Promise<number>((done, failed) => {
    testEnv.app.server.server.getConnections((error, count) =>
      error ? failed(error) : done(count),
    );
  });

test.each([
  ["h2c at /version", request("GET /version", ...H2C), "200"],
  ["a WebSocket at an operation", request("GET /api/home", ...WEBSOCKET), "200"],
  [
    "a WebSocket at an operation that needs a login",
    request("GET /api/orders", ...WEBSOCKET),
    "401",
  ],
  [
    "a protocol without a name",
    request("GET /api/home", "connection: upgrade", "upgrade: x"),
    "200",
  ],
  ["a WebSocket at an unknown path", request("GET /api/nothing", ...WEBSOCKET), "404"],
  ["a WebSocket at a path that cannot be read", request("GET /api/%ff", ...WEBSOCKET), "400"],
  ["a WebSocket at the sandbox", request("GET /sandbox/inbox", ...WEBSOCKET), "503"],
  ["a WebSocket at a file of the cloud", request("GET /cloud/a.jpg", ...WEBSOCKET), "403"],
  ["a WebSocket at push without an origin", request("GET /ws/function/push", ...WEBSOCKET), "403"],
  ["h2c at push", request("GET /ws/function/push", ...H2C, `origin: @`), "400"],
  ["HEAD with an upgrade", request("HEAD /version", ...H2C), "200"],
])("%s is answered once and its connection closes", async (_, bytes, status) => {
  const own = bytes.replace("@", testEnv.origin).replace("127.0.0.1", new URL(testEnv.origin).host);
  const received = await answersTo(own);
  expect(statuses(received)).toEqual([status]);
});

test("a request behind an upgrade on the same connection does not stay unanswered", async () => {
  const second = request("GET /healthz");
  const received = await answersTo(request("GET /version", ...H2C) + second);
  expect(statuses(received)).toEqual(["200"]);
  expect(received).toMatch(/^connection: close\r$/im);
});

test("a body behind an upgrade is not treated as an empty one", async () => {
  const head = request("POST /api/wechat/jsdk", ...H2C, "content-type: application/json");
  for (const [length, body] of [
    ["content-length: 2", "{}"],
    ["transfer-encoding: chunked", "2\r\n{}\r\n0\r\n\r\n"],
  ] as const) {
    const received = await answersTo(head.replace("\r\n\r\n", `\r\n${length}\r\n\r\n`) + body);
    expect(statuses(received), length).toEqual(["400"]);
    expect(received).toContain("BAD_REQUEST");
  }
});

test("no connection stays open after a hundred unsupported upgrades", async () => {
  const before = await connections();
  await Promise.all(
    Array.from({ length: 100 }, () => answersTo(request("GET /api/home", ...WEBSOCKET))),
  );
  await expect.poll(connections).toBeLessThanOrEqual(before);
});

test("a supported WebSocket still opens", async () => {
  const page = openSocket(testEnv.origin);
  expect(await page.opened).toBe(101);
  page.close();
});

/**
 * H03 under hostile input: the API answers every request in the envelope, in Chinese, and never
 * with a server error.
 */
import { Agent } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { operations } from "@yunjing/contract/operations";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileRequest } from "./hostile.fixture.ts";
import {
  expectEnvelope,
  type RawResponse,
  sendRawRequest,
  type RawRequest,
} from "./raw-request.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";

let testEnv: HttpTestEnv;
let token: string;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  ({ token } = await testEnv.logIn("13700000001", ["exchange:generate"]));
}, 60_000);
afterAll(async () => {
  agent.destroy();
  await testEnv.close();
});

const send = (request: RawRequest): Promise<RawResponse> =>
  sendRawRequest(testEnv.origin, request, agent);

test("H03 any hostile request to any route is answered in the envelope, in Chinese, without a server error", async () => {
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ headers: sent, ...rest }) => {
      const login = sent["authorization"] === "mine" ? { authorization: token } : {};
      expectEnvelope(await send({ ...rest, headers: { ...sent, ...login } }));
    }),
    { numRuns: repeatCount({ suite: 300, slow: 5_000 }) },
  );
}, 120_000);

test("H03 every operation answers a call without input in the envelope", async () => {
  for (const { method, path } of operations) {
    const filled = `/api${path.replace(/\{\w+\}/g, "AAAAAAAAAAAAAAAAAAAAAA")}`;
    expectEnvelope(await send({ method, path: filled, headers: {}, body: undefined }));
  }
});

test("H03 a body over the limit is refused in the envelope", async () => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ code: "9".repeat(300_000) });
  const response = await send({ method: "POST", path: "/api/exchange/sessions", headers, body });
  expect(response.status).toBe(413);
  expectEnvelope(response);
});

test("H03 an invalid host is refused in the envelope, whatever the URL parser makes of it", async () => {
  // A hostile request may have logged out the login of the first test.
  const { token: ownToken } = await testEnv.logIn("13700000002");
  for (const host of ["evil.example:99999", "a b", "[::1", "%00"]) {
    const headers = { authorization: ownToken, host };
    const response = await send({
      method: "GET",
      path: "/api/invite/posters",
      headers,
      body: undefined,
    });
    expect(response.status, host).toBe(400);
    expectEnvelope(response);
  }
});

/** Returns the answer to bytes that may not be valid HTTP. */
function speak(bytes: string): Promise<RawResponse> {
  const socket = connect(Number(new URL(testEnv.origin).port), "127.0.0.1");
  socket.end(bytes);
  return text(socket).then((response) => {
    const [head = "", ...rest] = response.split("\r\n\r\n");
    const type = /content-type: (.*)/i.exec(head)?.[1] ?? "";
    return { status: Number(head.split(" ")[1]), type, body: rest.join("\r\n\r\n") };
  });
}

test.each([
  ["no HTTP", "hello\r\n\r\n"],
  ["an unknown method", "BREW /api/home HTTP/1.1\r\nhost: a\r\n\r\n"],
  ["too many headers", `GET /api/home HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`],
  [
    "two lengths",
    "POST /api/orders HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
  ],
  [
    "a path that cannot be read",
    "GET /api/orders/%ff HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
  ],
])("H03 %s is answered in the envelope", async (_, bytes) => {
  expectEnvelope(await speak(bytes));
});

/** H03 under hostile input: whatever is sent to the API is answered in the envelope, in Chinese, and never by a failure. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { operations } from "@yunjing/contract/operations";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpWorld, openHttpWorld } from "./world.fixture.ts";

let world: HttpWorld;
let token: string;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  world = await openHttpWorld();
  const permissions = ["exchange:generate", "exchange:approve"];
  ({ token } = await world.logIn("13700000001", permissions));
}, 60_000);
afterAll(async () => {
  agent.destroy();
  await world.close();
});

type Thrown = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
};
type Heard = { readonly status: number; readonly type: string; readonly body: string };

const send = ({ method, path, headers, body }: Thrown): Promise<Heard> =>
  new Promise((heard, failed) => {
    const { port } = new URL(world.origin);
    const options = { host: "127.0.0.1", port, method, path, headers, agent };
    const sent = request(options, (answer) => {
      const type = String(answer.headers["content-type"]);
      text(answer).then(
        (said) => heard({ status: answer.statusCode ?? 0, type, body: said }),
        failed,
      );
    });
    sent.on("error", failed);
    sent.end(body);
  });

function expectEnvelope({ status, type, body }: Heard): void {
  expect(status).toBeLessThan(500);
  expect(type).toContain("application/json");
  const said = JSON.parse(body);
  expect(said).toMatchObject({ status: expect.any(Boolean), requestId: expect.any(String) });
  expect(said.msg).toMatch(/^[\u4e00-\u9fff][^a-z]*$/);
  expect(said.status ? "A_SUCCESS" : said.code).toMatch(/^[A-Z_]+$/);
  expect(said.status && status >= 400).toBe(false);
}

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((n) => String.fromCharCode(n)),
});
const awkward = oneOf(
  ...[
    "",
    "0",
    "-1",
    "1e999",
    "NaN",
    "null",
    "%00",
    "%",
    "%zz",
    "..%2f..",
    "__proto__",
    "' OR 1=1 --",
  ],
  ...[
    "2026-11-20T04:00:00.000Z",
    "9".repeat(40),
    "A".repeat(300),
    "AAAAAAAAAAAAAAAAAAAAAA",
    "%F0%9F%8D%94",
  ],
);
const piece = fc.oneof(
  awkward.map((word) => word.replaceAll(" ", "%20")),
  fc.string({ unit: "binary" }).map(encodeURIComponent),
  printable.map((word) => word.replaceAll(/[#?]/g, "_")),
);
const query = fc.oneof(
  fc.constant(""),
  fc
    .array(
      fc.tuple(
        oneOf("page", "pageSize", "cursor", "kind", "keyword", "last4", "lat", "brand", "x[]"),
        piece,
      ),
    )
    .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`),
);
const known = fc
  .tuple(oneOf(...operations), fc.array(piece, { minLength: 3, maxLength: 3 }), query)
  .map(([{ method, path }, words, asked]) => {
    let at = 0;
    return { method, path: `/api${path.replace(/\{\w+\}/g, () => words[at++] ?? "")}${asked}` };
  });
const target = fc.oneof(
  { weight: 5, arbitrary: known },
  fc.record({
    method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"),
    path: fc
      .tuple(fc.array(piece), query)
      .map(([words, asked]) => `/api/${words.join("/")}${asked}`),
  }),
);

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const fields = oneOf(
  ...[
    "code",
    "phone",
    "session",
    "scene",
    "target",
    "name",
    "count",
    "file",
    "dryRun",
    "lines",
    "storeId",
  ],
  ...[
    "slot",
    "eatType",
    "contactPhone",
    "menuHash",
    "reason",
    "nickname",
    "path",
    "challengeId",
    "skuId",
  ],
);
const body = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc
    .dictionary(fields, fc.oneof(fc.jsonValue(), awkward, fc.constant("\u0000")))
    .map((it) => JSON.stringify(it)),
  oneOf(
    deep(10),
    deep(30),
    deep(5_000),
    '{"__proto__":{"a":1}}',
    '{"constructor":1}',
    "{",
    "",
    "\u0000",
  ),
  oneOf(`[${"1,".repeat(2_000)}1]`, JSON.stringify({ code: "9".repeat(20_000) })),
  fc.uint8Array({ maxLength: 200 }),
);
const headers = fc.record(
  {
    "content-type": oneOf(
      ...[
        "application/json",
        "application/json; charset=utf-8",
        "application/x-www-form-urlencoded",
      ],
      ...["text/plain", "multipart/form-data; boundary=x", "application/xml", "garbage", ""],
    ),
    authorization: oneOf("Bearer x", "x.y.z", "mine", "mine", "mine", "Basic Og=="),
    "idempotency-key": fc.oneof(printable, fc.constant("k".repeat(400)), fc.uuid()),
    cookie: oneOf("rt=1", "__Host-rt=%", "did=\u00ff", "a;b=;=c", "did=x".repeat(50)),
    origin: oneOf("null", "http://evil.example", "::"),
    accept: oneOf("text/html", "*/*", ""),
    host: oneOf("localhost", "evil.example:99999", "[::1]", "a b"),
  },
  { requiredKeys: [] },
);

const thrown = fc.tuple(target, headers, body).map(([to, sent, carried]): Thrown => {
  const login = sent.authorization === "mine" ? { authorization: "mine" } : {};
  const mayCarry = to.method !== "GET";
  return { ...to, headers: { ...sent, ...login }, body: mayCarry ? carried : undefined };
});

test("H03 whatever is thrown at any route is answered in the envelope, in Chinese, and is never a failure", async () => {
  await fc.assert(
    fc.asyncProperty(thrown, async ({ headers: sent, ...rest }) => {
      const login = sent["authorization"] === "mine" ? { authorization: token } : {};
      expectEnvelope(await send({ ...rest, headers: { ...sent, ...login } }));
    }),
    { numRuns: 1_500 },
  );
}, 120_000);

test("H03 every operation answers a bare call in the envelope", async () => {
  for (const { method, path } of operations) {
    const filled = `/api${path.replace(/\{\w+\}/g, "AAAAAAAAAAAAAAAAAAAAAA")}`;
    expectEnvelope(await send({ method, path: filled, headers: {}, body: undefined }));
  }
});

test("H03 a body over the limit is refused in the envelope", async () => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ code: "9".repeat(300_000) });
  const heard = await send({ method: "POST", path: "/api/exchange/sessions", headers, body });
  expect(heard.status).toBe(413);
  expectEnvelope(heard);
});

test("H03 a host that can be none is refused in the envelope, whatever would be made of it", async () => {
  for (const host of ["evil.example:99999", "a b", "[::1", "%00"]) {
    const headers = { authorization: token, host };
    const heard = await send({
      method: "GET",
      path: "/api/invite/posters",
      headers,
      body: undefined,
    });
    expect(heard.status, host).toBe(400);
    expectEnvelope(heard);
  }
});

/** What is answered to bytes that may not be HTTP at all. */
function speak(bytes: string): Promise<Heard> {
  const socket = connect(Number(new URL(world.origin).port), "127.0.0.1");
  socket.end(bytes);
  return text(socket).then((said) => {
    const [head = "", ...rest] = said.split("\r\n\r\n");
    const type = /content-type: (.*)/i.exec(head)?.[1] ?? "";
    return { status: Number(head.split(" ")[1]), type, body: rest.join("\r\n\r\n") };
  });
}

test.each([
  ["no HTTP", "hello\r\n\r\n"],
  ["a method nobody knows", "BREW /api/home HTTP/1.1\r\nhost: a\r\n\r\n"],
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

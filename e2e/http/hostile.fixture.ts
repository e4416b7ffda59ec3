/**
 * Generates random hostile requests to any route: paths, queries, headers and bodies that no client
 * sends.
 */
import { operations } from "@yunjing/contract/operations";
import fc from "fast-check";
import type { RawRequest } from "./raw-request.fixture.ts";

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((n) => String.fromCharCode(n)),
});
const awkwardTexts = oneOf(
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
  "2026-11-20T04:00:00.000Z",
  "9".repeat(40),
  "A".repeat(300),
  "AAAAAAAAAAAAAAAAAAAAAA",
  "%F0%9F%8D%94",
);
const piece = fc.oneof(
  awkwardTexts.map((text) => text.replaceAll(" ", "%20")),
  fc.string({ unit: "binary" }).map(encodeURIComponent),
  printable.map((text) => text.replaceAll(/[#?]/g, "_")),
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
  .map(([{ method, path }, segments, queryString]) => {
    let at = 0;
    return {
      method,
      path: `/api${path.replace(/\{\w+\}/g, () => segments[at++] ?? "")}${queryString}`,
    };
  });
const target = fc.oneof(
  { weight: 5, arbitrary: known },
  fc.record({
    method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"),
    path: fc
      .tuple(fc.array(piece), query)
      .map(([segments, queryString]) => `/api/${segments.join("/")}${queryString}`),
  }),
);

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const fields = oneOf(
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
  "slot",
  "eatType",
  "contactPhone",
  "menuHash",
  "reason",
  "nickname",
  "path",
  "challengeId",
  "skuId",
);
const body = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc
    .dictionary(fields, fc.oneof(fc.jsonValue(), awkwardTexts, fc.constant("\u0000")))
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
      "application/json",
      "application/json; charset=utf-8",
      "application/x-www-form-urlencoded",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/xml",
      "garbage",
      "",
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

/** `authorization: mine` is a placeholder for the caller's login. */
export const hostileRequest = fc
  .tuple(target, headers, body)
  .map(([to, sent, generatedBody]): RawRequest => {
    const login = sent.authorization === "mine" ? { authorization: "mine" } : {};
    const mayCarry = to.method !== "GET";
    return { ...to, headers: { ...sent, ...login }, body: mayCarry ? generatedBody : undefined };
  });

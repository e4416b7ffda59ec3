/**
 * Malformed requests for every operation, generated from the contract: a new operation is among them by itself. Each
 * takes a right input and spoils one thing: the whole body, a header, the connection, a path parameter, or one field.
 */
import type { Operation } from "@yunjing/contract/operations";
import { operations, prefixes } from "@yunjing/contract/operations";
import { inputs } from "./inputs.fixture.ts";

export type Malformed = {
  readonly operation: Operation;
  /** What is wrong with it. */
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** True for a request that asks for another protocol: its connection closes with the answer. */
  readonly isUpgrade: boolean;
  /** True for the cases that every run of the suite sends; the slow tier sends all. */
  readonly isCore: boolean;
};

/** What is read of a schema: TypeBox's schemas are JSON Schema. */
type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: object;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maximum?: number;
};

type Spoilt = { readonly what: string; readonly value: unknown; readonly isCore: boolean };
const core = (what: string, value: unknown): Spoilt => ({ what, value, isCore: true });
const more = (what: string, value: unknown): Spoilt => ({ what, value, isCore: false });

const JSON_TYPE = { "content-type": "application/json" };
/** Ends in a surrogate without its other half; short enough for most fields, and long enough where it must be. */
const withSurrogate = (length: number): string => `${"x".repeat(Math.max(0, length - 1))}\ud800`;

function spoiltTexts(schema: Schema): Spoilt[] {
  const length = schema.minLength ?? 2;
  return [
    core("a lone surrogate", withSurrogate(length)),
    core("the name of a prototype", "__proto__"),
    more("the name of a constructor", "constructor"),
    more("a NUL", `a${"\0".repeat(Math.max(1, length))}`),
    more("a day of no calendar", "9999-99-99"),
    more("an instant of a far year", "+275760-09-13T00:00:00.000Z"),
    more("half a percent code", "%E0%A4%A"),
    more("a long text", "很".repeat(5_000)),
    more("nothing", ""),
    more("a number instead of a text", 1),
    more("a list instead of a text", []),
    more("null instead of a text", null),
  ];
}

function spoiltNumbers(schema: Schema): Spoilt[] {
  const most = schema.maximum ?? Number.MAX_SAFE_INTEGER;
  return [
    core("the largest safe integer", Number.MAX_SAFE_INTEGER),
    core("the largest number that is allowed", most),
    more("the last millisecond of JavaScript's dates", 8_640_000_000_000_000),
    more("a millisecond after JavaScript's dates", 8_640_000_000_000_001),
    more("the first number a column cannot hold", 2_147_483_648),
    more("a negative number", -1),
    more("a fraction", 0.5),
    more("a number beyond all", 1e308),
    more("a text instead of a number", "1"),
    more("null instead of a number", null),
  ];
}

const spoiltOthers: readonly Spoilt[] = [
  more("null", null),
  more("a text", "x"),
  more("an empty list", []),
  more("a list of a thousand and one", Array(1_001).fill(1)),
  more("an object with a surrogate in a name", { "\ud800": 1 }),
];

type Field = { readonly at: readonly string[]; readonly schema: Schema };

/** Every field of a schema, those within objects, lists and alternatives too. */
function fieldsOf(schema: Schema, at: readonly string[] = []): Field[] {
  const { properties = {}, patternProperties, items, anyOf = [] } = schema;
  return [
    ...(at.length > 0 ? [{ at, schema }] : []),
    ...Object.entries(properties).flatMap(([name, field]) => fieldsOf(field, [...at, name])),
    ...(items ? fieldsOf(items, [...at, "0"]) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, at)),
    ...(patternProperties ? [{ at: [...at, "x"], schema: { type: "string" } }] : []),
  ];
}

function spoiltFor({ schema: { type, ...schema } }: Field): readonly Spoilt[] {
  if (type === "string") return spoiltTexts(schema);
  if (type === "integer" || type === "number") return spoiltNumbers(schema);
  return spoiltOthers;
}

/** The input with one field replaced; what stands above it is made where it is missing. */
function replaced(input: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === "0") {
    const [first, ...others]: readonly unknown[] = Array.isArray(input) ? input : [];
    return [replaced(first, rest, value), ...others];
  }
  const fields = typeof input === "object" && input !== null ? { ...input } : {};
  const below: unknown = Object.getOwnPropertyDescriptor(fields, name)?.value;
  return { ...fields, [name]: replaced(below, rest, value) };
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

const spoiltBodies: readonly Spoilt[] = [
  core("broken JSON", '{"a":'),
  core("JSON five thousand deep", nested(5_000)),
  more("JSON twenty-one deep", nested(21)),
  more("a prototype in the JSON", '{"__proto__":{"a":1}}'),
  more("a NUL for a body", "\0"),
  more("a list for a body", "[]"),
  more("a text for a body", '"x"'),
  more("a long list", `[${"1,".repeat(2_000)}1]`),
  more("an empty body", ""),
];
const oversized = JSON.stringify({ a: "9".repeat(300_000) });

const spoiltHeaders: readonly (readonly [string, Record<string, string>, isCore?: boolean])[] = [
  ["a content type of no server", { "content-type": "application/xml" }],
  ["a content type that cannot be read", { "content-type": "garbage" }],
  [
    "a form with a boundary of 5,000 characters",
    { "content-type": `multipart/form-data; boundary=${"x".repeat(5_000)}` },
    true,
  ],
  ["a key of 400 characters", { "idempotency-key": "k".repeat(400) }],
  ["a key that is no ASCII", { "idempotency-key": "\u00ff" }],
  ["cookies that cannot be read", { cookie: "did=\u00ff; a;b=;=c; rt=%; __Host-rt=%00" }],
  ["a token of three dots", { authorization: "..." }],
  ["a host that can be none", { host: "a b" }],
  ["an origin of nowhere", { origin: "null" }],
  ["an expectation nobody meets", { expect: "x" }],
  ["a client of another tongue", { "user-agent": "\u00e9".repeat(2_000), accept: "\u00ff" }],
];

const spoiltSegments: readonly Spoilt[] = [
  core("the name of a prototype in the path", "__proto__"),
  core("the name of a constructor in the path", "constructor"),
  more("what every object inherits in the path", "hasOwnProperty"),
  more("a NUL in the path", "%00"),
  more("half a surrogate pair in the path", "%ED%A0%80"),
  more("a path that cannot be read", "%ff"),
  more("a way out of the path", "..%2f..%2fetc"),
  more("256 characters in the path", "a".repeat(256)),
  more("2,000 characters in the path", "a".repeat(2_000)),
];

const UPGRADES = {
  h2c: { connection: "upgrade, http2-settings", upgrade: "h2c", "http2-settings": "AAMAAABk" },
  websocket: {
    connection: "upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  },
};

const goodInput = ({ topic, name }: Operation): Readonly<Record<string, unknown>> => {
  const input: unknown = Object.entries(inputs[topic]).find(([known]) => known === name)?.[1];
  return { ...(input as object) };
};

/** A value as a query carries it; a lone surrogate becomes the bytes that stand for it in no UTF-8. */
const queryText = (value: unknown): string =>
  (typeof value === "object" ? JSON.stringify(value) : String(value)).replace(
    /\p{Surrogate}|[^\w.-]/gu,
    (unit) => (/\p{Surrogate}/u.test(unit) ? "%ED%A0%80" : encodeURIComponent(unit)),
  );

const queryOf = (input: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(input).map(([name, value]) => `${name}=${queryText(value)}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
};

/** The request of one operation with an input of any shape. */
function requestOf(operation: Operation, input: unknown, segment?: string) {
  const rest: Record<string, unknown> = { ...(input as object) };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = segment ?? queryText(Object.getOwnPropertyDescriptor(rest, name)?.value);
    Reflect.deleteProperty(rest, name);
    return value === "" ? "%20" : value;
  });
  const { method } = operation;
  const isRead = method === "GET" || method === "DELETE";
  return {
    operation,
    method,
    path: `${prefixes[operation.host]}${path}`,
    ...(isRead
      ? { headers: {}, body: undefined, query: queryOf(rest) }
      : { headers: JSON_TYPE, body: JSON.stringify(rest), query: "" }),
  };
}

function* spoiltWhole(operation: Operation): Generator<Malformed> {
  const { query, ...good } = requestOf(operation, goodInput(operation));
  const plain = { ...good, path: good.path + query, isUpgrade: false };
  if (plain.body !== undefined) {
    for (const { what, value, isCore } of spoiltBodies) {
      yield { ...plain, what, body: String(value), isCore };
    }
    const isCore = operation.bodyBytesMax === undefined;
    yield { ...plain, what: "a body over the limit", body: oversized, isCore };
  }
  for (const [what, headers, isCore = false] of spoiltHeaders) {
    yield { ...plain, what, headers: { ...plain.headers, ...headers }, isCore };
  }
  for (const [name, headers] of Object.entries(UPGRADES)) {
    const what = `an upgrade to ${name}`;
    yield {
      ...plain,
      what,
      isUpgrade: true,
      isCore: name === "h2c",
      headers: { ...plain.headers, ...headers },
    };
  }
}

function* spoiltFields(operation: Operation): Generator<Malformed> {
  const good = goodInput(operation);
  const plain = { isUpgrade: false };
  if (operation.path.includes("{")) {
    for (const { what, value, isCore } of spoiltSegments) {
      const { query, ...request } = requestOf(operation, good, String(value));
      yield { ...request, ...plain, path: request.path + query, what, isCore };
    }
  }
  for (const field of fieldsOf(operation.input)) {
    for (const { what, value, isCore } of spoiltFor(field)) {
      const input = replaced(good, field.at, value);
      const { query, ...request } = requestOf(operation, input);
      const named = `${what} in ${field.at.join(".")}`;
      yield { ...request, ...plain, path: request.path + query, what: named, isCore };
    }
  }
}

/** Every malformed request of an operation. */
export function* malformedRequests(operation: Operation): Generator<Malformed> {
  yield* spoiltWhole(operation);
  yield* spoiltFields(operation);
}

/** Every malformed request of the contract. */
export function* allMalformed(): Generator<Malformed> {
  for (const operation of operations) yield* malformedRequests(operation);
}

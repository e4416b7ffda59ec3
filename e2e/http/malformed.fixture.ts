/**
 * Generates malformed requests for every operation from the contract, so that new operations are
 * included automatically. Each takes a valid input and corrupts one thing: the whole body, a
 * header, the connection, a path parameter, or one field.
 */
import { type Operation, prefixes } from "@yunjing/contract/operations";
import { firstOfEachTopicAndMethod } from "./first-operations.fixture.ts";
import { inputs } from "./inputs.fixture.ts";

export type Malformed = {
  readonly operation: Operation;
  /** The fault of the request. */
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** True for a protocol upgrade request: its connection closes with the answer. */
  readonly isUpgrade: boolean;
  /** True for the cases that every run of the suite sends; the slow tier sends all. */
  readonly isInEveryRun: boolean;
};

/** The parts of a schema that are read: TypeBox's schemas are JSON Schema. */
type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: object;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maximum?: number;
};

type MalformedValue = { readonly what: string; readonly value: unknown; readonly isCore: boolean };
const everyRun = (what: string, value: unknown): MalformedValue => ({ what, value, isCore: true });
const longRunOnly = (what: string, value: unknown): MalformedValue => ({
  what,
  value,
  isCore: false,
});

const JSON_TYPE = { "content-type": "application/json" };
/**
 * Returns a text that ends in a lone surrogate; short enough for most fields, and as long as
 * required.
 */
const withSurrogate = (length: number): string => `${"x".repeat(Math.max(0, length - 1))}\ud800`;

function malformedTexts(schema: Schema): MalformedValue[] {
  const length = schema.minLength ?? 2;
  return [
    everyRun("a lone surrogate", withSurrogate(length)),
    everyRun("the name of a prototype", "__proto__"),
    longRunOnly("the name of a constructor", "constructor"),
    longRunOnly("a NUL", `a${"\0".repeat(Math.max(1, length))}`),
    longRunOnly("a day of no calendar", "9999-99-99"),
    longRunOnly("an instant of a far year", "+275760-09-13T00:00:00.000Z"),
    longRunOnly("half a percent code", "%E0%A4%A"),
    longRunOnly("a long text", "很".repeat(5_000)),
    longRunOnly("nothing", ""),
    longRunOnly("a number instead of a text", 1),
    longRunOnly("a list instead of a text", []),
    longRunOnly("null instead of a text", null),
  ];
}

function malformedNumbers(schema: Schema): MalformedValue[] {
  const most = schema.maximum ?? Number.MAX_SAFE_INTEGER;
  return [
    everyRun("the largest safe integer", Number.MAX_SAFE_INTEGER),
    everyRun("the largest number that is allowed", most),
    longRunOnly("the last millisecond of JavaScript's dates", 8_640_000_000_000_000),
    longRunOnly("a millisecond after JavaScript's dates", 8_640_000_000_000_001),
    longRunOnly("the first number a column cannot hold", 2_147_483_648),
    longRunOnly("a negative number", -1),
    longRunOnly("a fraction", 0.5),
    longRunOnly("a number beyond all", 1e308),
    longRunOnly("a text instead of a number", "1"),
    longRunOnly("null instead of a number", null),
  ];
}

const malformedOthers: readonly MalformedValue[] = [
  longRunOnly("null", null),
  longRunOnly("a text", "x"),
  longRunOnly("an empty list", []),
  longRunOnly("a list of a thousand and one", Array(1_001).fill(1)),
  longRunOnly("an object with a surrogate in a name", { "\ud800": 1 }),
];

type Field = { readonly at: readonly string[]; readonly schema: Schema };

/** Returns every field of a schema, including those within objects, lists and alternatives. */
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

function malformedValuesFor({ schema: { type, ...schema } }: Field): readonly MalformedValue[] {
  if (type === "string") return malformedTexts(schema);
  if (type === "integer" || type === "number") return malformedNumbers(schema);
  return malformedOthers;
}

/** Returns the input with one field replaced; missing parents are created. */
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

const malformedBodies: readonly MalformedValue[] = [
  everyRun("broken JSON", '{"a":'),
  everyRun("JSON five thousand deep", nested(5_000)),
  longRunOnly("JSON twenty-one deep", nested(21)),
  longRunOnly("a prototype in the JSON", '{"__proto__":{"a":1}}'),
  longRunOnly("a NUL for a body", "\0"),
  longRunOnly("a list for a body", "[]"),
  longRunOnly("a text for a body", '"x"'),
  longRunOnly("a long list", `[${"1,".repeat(2_000)}1]`),
  longRunOnly("an empty body", ""),
];
const oversized = JSON.stringify({ a: "9".repeat(300_000) });

const malformedHeaders: readonly (readonly [string, Record<string, string>, isCore?: boolean])[] = [
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
  ["an unmet expectation", { expect: "x" }],
  ["a client of another tongue", { "user-agent": "\u00e9".repeat(2_000), accept: "\u00ff" }],
];

const malformedSegments: readonly MalformedValue[] = [
  everyRun("the name of a prototype in the path", "__proto__"),
  everyRun("the name of a constructor in the path", "constructor"),
  longRunOnly("what every object inherits in the path", "hasOwnProperty"),
  longRunOnly("a NUL in the path", "%00"),
  longRunOnly("half a surrogate pair in the path", "%ED%A0%80"),
  longRunOnly("a path that cannot be read", "%ff"),
  longRunOnly("a way out of the path", "..%2f..%2fetc"),
  longRunOnly("256 characters in the path", "a".repeat(256)),
  longRunOnly("2,000 characters in the path", "a".repeat(2_000)),
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

const validInput = ({ topic, name }: Operation): Readonly<Record<string, unknown>> => {
  const input: unknown = Object.entries(inputs[topic]).find(([known]) => known === name)?.[1];
  return { ...(input as object) };
};

/** Encodes a value for a query; a lone surrogate becomes its bytes, which are invalid UTF-8. */
const queryText = (value: unknown): string =>
  (typeof value === "object" ? JSON.stringify(value) : String(value)).replace(
    /\p{Surrogate}|[^\w.-]/gu,
    (unit) => (/\p{Surrogate}/u.test(unit) ? "%ED%A0%80" : encodeURIComponent(unit)),
  );

const queryOf = (input: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(input).map(([name, value]) => `${name}=${queryText(value)}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
};

/** Builds the request of one operation from any input. */
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

/**
 * Operations whose malformed bodies, headers and upgrades every run sends, the first of each topic
 * and method: the server refuses these before it knows the operation.
 */
const WHOLE_IN_EVERY_RUN = firstOfEachTopicAndMethod();

function* malformedWhole(operation: Operation): Generator<Malformed> {
  for (const request of everyMalformedWhole(operation)) {
    const isInEveryRun = request.isInEveryRun && WHOLE_IN_EVERY_RUN.has(operation);
    yield { ...request, isInEveryRun };
  }
}

function* everyMalformedWhole(operation: Operation): Generator<Malformed> {
  const { query, ...good } = requestOf(operation, validInput(operation));
  const plain = { ...good, path: good.path + query, isUpgrade: false };
  if (plain.body !== undefined) {
    for (const { what, value, isCore } of malformedBodies) {
      yield { ...plain, description: what, body: String(value), isInEveryRun: isCore };
    }
    const isCore = operation.bodyBytesMax === undefined;
    yield { ...plain, description: "a body over the limit", body: oversized, isInEveryRun: isCore };
  }
  for (const [what, headers, isCore = false] of malformedHeaders) {
    yield {
      ...plain,
      description: what,
      headers: { ...plain.headers, ...headers },
      isInEveryRun: isCore,
    };
  }
  for (const [name, headers] of Object.entries(UPGRADES)) {
    const description = `an upgrade to ${name}`;
    yield {
      ...plain,
      description,
      isUpgrade: true,
      isInEveryRun: name === "h2c",
      headers: { ...plain.headers, ...headers },
    };
  }
}

function* malformedFields(operation: Operation): Generator<Malformed> {
  const good = validInput(operation);
  const plain = { isUpgrade: false };
  if (operation.path.includes("{")) {
    for (const { what, value, isCore } of malformedSegments) {
      const { query, ...request } = requestOf(operation, good, String(value));
      yield {
        ...request,
        ...plain,
        path: request.path + query,
        description: what,
        isInEveryRun: isCore,
      };
    }
  }
  for (const field of fieldsOf(operation.input)) {
    for (const { what, value, isCore } of malformedValuesFor(field)) {
      const input = replaced(good, field.at, value);
      const { query, ...request } = requestOf(operation, input);
      const named = `${what} in ${field.at.join(".")}`;
      yield {
        ...request,
        ...plain,
        path: request.path + query,
        description: named,
        isInEveryRun: isCore,
      };
    }
  }
}

export function* malformedRequests(operation: Operation): Generator<Malformed> {
  yield* malformedWhole(operation);
  yield* malformedFields(operation);
}

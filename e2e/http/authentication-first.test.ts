/**
 * Authentication and permission are checked before validation: only a permitted caller learns what
 * is wrong with an input.
 */
import { fillPath } from "@yunjing/contract/calls";
import { type Operation, operations, prefixes } from "@yunjing/contract/operations";
import { isOperator } from "@yunjing/contract/permissions";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstOfEachTopicAndMethod } from "./first-operations.fixture.ts";
import { inputs } from "./inputs.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const ALL = [...new Set(operations.flatMap(({ permissions = [] }) => permissions))];

let testEnv: HttpTestEnv;
let everything: Login;
const holdersOfOne = new Map<string, Login>();
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  everything = await testEnv.logIn("13700000001", ALL);
  for (const [index, permission] of ALL.entries()) {
    const phone = `138${String(index).padStart(8, "0")}`;
    holdersOfOne.set(permission, await testEnv.logIn(phone, [permission]));
  }
}, 60_000);
afterAll(() => testEnv.close());

type Sent = { readonly url: string; readonly body?: string; readonly type?: string };

const isRead = ({ method }: Operation): boolean => method === "GET" || method === "DELETE";

/** Returns the path of a valid input, or one whose first parameter no schema accepts. */
function pathOf({ topic, name, path, host }: Operation, isBad: boolean): string {
  const good: unknown = Object.entries(inputs[topic]).find(([known]) => known === name)?.[1];
  const filled = fillPath(isBad ? path.replace(/\{\w+\}/, "%00") : path, { ...(good as object) });
  return prefixes[host] + filled.path;
}

/**
 * Returns the invalid requests of an operation, each with a description of its fault; empty when
 * none exist.
 */
function badRequestsOf(operation: Operation): [string, Sent][] {
  const bad: [string, Sent][] = [];
  const url = pathOf(operation, false);
  const type = "application/json";
  if (operation.path.includes("{")) {
    const inPath = { url: pathOf(operation, true) };
    bad.push([
      "a parameter in the path",
      isRead(operation) ? inPath : { ...inPath, body: "{}", type },
    ]);
  }
  if (!isRead(operation)) {
    bad.push(["a list as the body", { url, body: "[]", type }]);
    bad.push(["half a JSON document", { url, body: '{"', type }]);
    bad.push(["a body of another media type", { url, body: "<a/>", type: "text/xml" }]);
    return bad;
  }
  const inQuery = Object.keys(operation.input.properties).find(
    (name) => !operation.path.includes(`{${name}}`),
  );
  if (inQuery) bad.push(["a parameter of the query", { url: `${url}?${inQuery}=%00` }]);
  return bad;
}

async function statusOf({ method }: Operation, sent: Sent, token?: string): Promise<number> {
  const headers: Record<string, string> = { "idempotency-key": "a-key" };
  if (token !== undefined) headers["authorization"] = token;
  if (sent.type !== undefined) headers["content-type"] = sent.type;
  const init = sent.body === undefined ? {} : { body: sent.body };
  const answer = await fetch(testEnv.origin + sent.url, { method, headers, ...init });
  await answer.arrayBuffer();
  return answer.status;
}

const own = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.consoleToken : login.token;
const ofOtherHost = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.token : login.consoleToken;

/**
 * Operations of which the suite sends every invalid input, the first of each topic and method; of
 * the others it sends the first. All pass the same check before their input is read.
 */
const WITH_EVERY_INPUT: ReadonlySet<Operation> = firstOfEachTopicAndMethod();

const cases = operations
  .filter(({ caller }) => caller === "member" || caller === "operator")
  .map((operation) => {
    const { topic, name } = operation;
    const bad = badRequestsOf(operation);
    const isWhole = isSlowTier || WITH_EVERY_INPUT.has(operation);
    return { called: `${topic}.${name}`, operation, bad: isWhole ? bad : bad.slice(0, 1) };
  });

/** Returns a permission that passes the login check but does not permit the operation. */
const otherPermission = ({ permissions, host }: Operation): string | undefined =>
  ALL.find(
    (permission) =>
      permissions?.includes(permission) === false &&
      (host !== "console" || isOperator({ roles: [], permissions: [permission] })),
  );
const withPermission = cases.filter(({ operation }) => otherPermission(operation) !== undefined);

describe("an invalid input without a login, or with a token of the other host, is answered 401", () => {
  test.each(cases)("$called", async ({ operation, bad }) => {
    const requests: [string, Sent][] = [["a good path", { url: pathOf(operation, false) }], ...bad];
    for (const [what, sent] of requests) {
      const statuses = [
        await statusOf(operation, sent),
        await statusOf(operation, sent, "no-token-of-ours"),
        await statusOf(operation, sent, ofOtherHost(operation, everything)),
      ];
      expect([what, ...statuses]).toEqual([what, 401, 401, 401]);
    }
  });
});

describe("an invalid input of a caller without the permission is answered 403", () => {
  test.each(withPermission)("$called", async ({ operation, bad }) => {
    const login = holdersOfOne.get(otherPermission(operation) ?? "");
    if (!login) throw new Error("no login has the other permission");
    for (const [what, sent] of bad) {
      expect([what, await statusOf(operation, sent, own(operation, login))]).toEqual([what, 403]);
    }
  });
});

describe("an invalid input of a permitted caller is answered 400 or 415", () => {
  test.each(cases.filter(({ bad }) => bad.length > 0))("$called", async ({ operation, bad }) => {
    for (const [what, sent] of bad) {
      const status = await statusOf(operation, sent, own(operation, everything));
      expect([what, status]).toEqual([what, what.includes("media type") ? 415 : 400]);
    }
  });
});

/**
 * Access control: every operation of the contract, called by every kind of caller, answers as the
 * contract's table defines.
 */
import { fillPath } from "@yunjing/contract/client";
import { type Operation, operations, prefixes } from "@yunjing/contract/operations";
import { isOperator } from "@yunjing/contract/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inputs } from "./inputs.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const ALL = [...new Set(operations.flatMap(({ permissions = [] }) => permissions))];

let testEnv: HttpTestEnv;
let phones = 0;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
}, 60_000);
afterAll(() => testEnv.close());

const member = (permissions: readonly string[] = []): Promise<Login> =>
  testEnv.logIn(`137${String(++phones).padStart(8, "0")}`, permissions);

/**
 * Returns `AUTH_EXPIRED` or `NO_PERMISSION`, or "through" when the call passed the access check.
 */
async function callAs(
  { topic, name, method, path, host, bytes }: Operation,
  token?: string,
): Promise<string> {
  const input: unknown = Object.entries(inputs[topic]).find(([known]) => known === name)?.[1];
  const filled = fillPath(path, { ...(input as object) });
  const isRead = method === "GET" || method === "DELETE";
  const answer = await testEnv.app.server.inject({
    method,
    url: `${prefixes[host]}${filled.path}`,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      "idempotency-key": `k${++phones}`,
    },
    ...(isRead ? { query: asTexts(filled.rest) } : { payload: filled.rest }),
  });
  const isBytes = answer.headers["content-type"] === bytes?.type;
  const { status, code } = isBytes ? { status: true, code: undefined } : answer.json();
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect(code, `the input of ${topic}.${name} has the wrong shape`).not.toBe("BAD_REQUEST");
  const isAccessRefusal = code === "AUTH_EXPIRED" || code === "NO_PERMISSION";
  return !status && isAccessRefusal ? code : "through";
}

const asTexts = (rest: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));

/**
 * An operation may itself declare an access refusal, for example the refresh without its cookie.
 */
const mayRefuse = (operation: Operation, code: string): boolean =>
  operation.refusals.some((declared) => declared === code);

/**
 * Returns the login's token for the operation's host; `otherHostToken` returns the one for the
 * other host.
 */
const ownHostToken = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.consoleToken : login.token;
const otherHostToken = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.token : login.consoleToken;
const expiredToken = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.expiredConsoleToken : login.expiredToken;

describe.each(
  operations.map((operation) => [`${operation.topic}.${operation.name}`, operation] as const),
)("%s", (_, operation) => {
  const needsLogin = operation.caller === "member" || operation.caller === "operator";
  const through = mayRefuse(operation, "AUTH_EXPIRED") ? "AUTH_EXPIRED" : "through";

  // A page learns that its login is over, but public pages and the login operations stay open.
  const isPassport = operation.topic === "passport" || operation.topic === "operatorPassport";
  const isOpen = operation.caller === "anyone" && (operation.method === "GET" || isPassport);
  const toBadToken = isOpen ? through : "AUTH_EXPIRED";

  /** A member without any operator permission has no valid console token. */
  const toHolderOf = (permissions: readonly string[]): string => {
    if (operation.host === "console" && !isOperator({ roles: [], permissions })) return toBadToken;
    const isEnough = operation.permissions?.some((each) => permissions.includes(each)) ?? true;
    return isEnough ? through : "NO_PERMISSION";
  };

  test("called without a login", async () => {
    expect(await callAs(operation)).toBe(needsLogin ? "AUTH_EXPIRED" : through);
  });

  test("called by a member without permissions", async () => {
    expect(await callAs(operation, ownHostToken(operation, await member()))).toBe(toHolderOf([]));
  });

  test.each(ALL)("called by a member with only %s", async (permission) => {
    const login = await member([permission]);
    expect(await callAs(operation, ownHostToken(operation, login))).toBe(toHolderOf([permission]));
  });

  test("called with a token for the other host", async () => {
    expect(await callAs(operation, otherHostToken(operation, await member(ALL)))).toBe(toBadToken);
  });

  test("called with an expired token", async () => {
    expect(await callAs(operation, expiredToken(operation, await member(ALL)))).toBe(toBadToken);
  });

  test("called with an altered token", async () => {
    const [head, , signature] = ownHostToken(operation, await member(ALL)).split(".");
    const other = ownHostToken(operation, await member()).split(".")[1];
    expect(await callAs(operation, [head, other, signature].join("."))).toBe(toBadToken);
  });

  test("called after the member logged out", async () => {
    const token = ownHostToken(operation, await member(ALL));
    const ended = await testEnv.app.server.inject({
      method: "POST",
      url: `${prefixes[operation.host]}/passport/logout`,
      payload: {},
      headers: { authorization: token },
    });
    expect(ended.statusCode).toBe(200);
    expect(await callAs(operation, token)).toBe(toBadToken);
  });
});

/**
 * Access control: every operation of the contract, called by every kind of caller, answers as the
 * contract's table defines.
 */
import { fillPath } from "@yunjing/contract/calls";
import { type Operation, operations, prefixes } from "@yunjing/contract/operations";
import { isOperator } from "@yunjing/contract/permissions";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
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

/** Logins that no call has changed yet, by permissions. */
const unchanged = new Map<string, Login>();

/** Returns a login with these permissions that no call has changed. */
async function loginWith(permissions: readonly string[]): Promise<Login> {
  const key = permissions.join();
  const login = unchanged.get(key) ?? (await member(permissions));
  unchanged.set(key, login);
  return login;
}

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
  if (answer.statusCode >= 500) return `${answer.statusCode} ${answer.body}`;
  if (code === "BAD_REQUEST") return `the input of ${topic}.${name} has the wrong shape`;
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

/** Return the token of a login for the host of an operation, and for the other host. */
const ownHostToken = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.consoleToken : login.token;
const otherHostToken = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.token : login.consoleToken;
const expiredToken = ({ host }: Operation, login: Login): string =>
  host === "console" ? login.expiredConsoleToken : login.expiredToken;

type Call = {
  /** Names the caller in the report of a failure. */
  readonly caller: string;
  readonly permissions: readonly string[];
  /** The token that this caller sends, made from a login with the permissions. */
  readonly token: (login: Login, operation: Operation) => string | Promise<string>;
  readonly expected: string;
};

/** The first operation of each host that needs a permission. */
const COMPLETE: ReadonlySet<Operation> = new Set(
  [...new Set(operations.map(({ host }) => host))].flatMap(
    (host) => operations.find((each) => each.host === host && each.permissions !== undefined) ?? [],
  ),
);

/**
 * Operations that every run calls with an expired, a changed and an ended token, the first of each
 * topic. One hook reads the token before every operation; `authentication-first.test.ts` calls all.
 */
const WITH_ENDED_TOKENS: ReadonlySet<Operation> = isSlowTier
  ? new Set(operations)
  : new Set(new Map(operations.toReversed().map((each) => [each.topic, each] as const)).values());

/** What the inputs of this test need besides: an export needs the permission of its list. */
const NEEDED_BY_INPUT: ReadonlyMap<string, string> = new Map([
  ["operatorExports.create", "orders:read"],
  ["operatorExports.proposeClear", "members:read"],
]);
const neededByInput = ({ topic, name }: Operation): string | undefined =>
  NEEDED_BY_INPUT.get(`${topic}.${name}`);

/**
 * Returns the sets of permissions with which an operation is called: each that is enough by itself,
 * and all others together. One operation of each host, and in the slow tier every operation, is
 * called with every permission by itself.
 */
function permissionSets(operation: Operation): readonly (readonly string[])[] {
  const enough = operation.permissions ?? [];
  const needed = neededByInput(operation);
  const both = needed === undefined ? [] : enough.map((permission) => [permission, needed]);
  if (isSlowTier || COMPLETE.has(operation))
    return [...ALL.map((permission) => [permission]), ...both];
  const others = ALL.filter((permission) => !enough.some((each) => each === permission));
  return [...enough.map((permission) => [permission]), ...both, others];
}

/** Returns the calls of an operation by every kind of caller with a token, and the expected result. */
function callsOf(operation: Operation): Call[] {
  const through = mayRefuse(operation, "AUTH_EXPIRED") ? "AUTH_EXPIRED" : "through";

  // A page learns that its login has expired; public pages and logins ignore a bad token.
  const isPassport = operation.topic === "passport" || operation.topic === "operatorPassport";
  const isOpen = operation.caller === "anyone" && (operation.method === "GET" || isPassport);
  const toBadToken = isOpen ? through : "AUTH_EXPIRED";

  /** A console token without an operator permission is a bad token. */
  const toHolderOf = (permissions: readonly string[]): string => {
    if (operation.host === "console" && !isOperator({ roles: [], permissions })) return toBadToken;
    const needed = neededByInput(operation);
    const isEnough =
      (operation.permissions?.some((each) => permissions.includes(each)) ?? true) &&
      (needed === undefined || permissions.includes(needed));
    return isEnough ? through : "NO_PERMISSION";
  };
  const ownToken = (login: Login) => ownHostToken(operation, login);
  const badToken = (caller: string, token: Call["token"]): Call => ({
    caller,
    permissions: ALL,
    token,
    expected: toBadToken,
  });
  const endedTokens = (): Call[] => [
    badToken("an expired token", (login) => expiredToken(operation, login)),
    badToken("a changed token", async (login) => {
      const [head, , signature] = ownHostToken(operation, login).split(".");
      const other = ownHostToken(operation, await loginWith([])).split(".")[1];
      return [head, other, signature].join(".");
    }),
    badToken("a member who has logged out", async (login) => {
      const token = ownHostToken(operation, login);
      unchanged.delete(ALL.join());
      const ended = await testEnv.app.server.inject({
        method: "POST",
        url: `${prefixes[operation.host]}/passport/logout`,
        payload: {},
        headers: { authorization: token },
      });
      expect(ended.statusCode).toBe(200);
      return token;
    }),
  ];
  return [
    {
      caller: "a member without permissions",
      permissions: [],
      token: ownToken,
      expected: toHolderOf([]),
    },
    ...permissionSets(operation).map((permissions) => ({
      caller: `a member holding only ${permissions.join()}`,
      permissions,
      token: ownToken,
      expected: toHolderOf(permissions),
    })),
    badToken("a token for the other host", (login) => otherHostToken(operation, login)),
    badToken("a partner, by what it gets of the member", ({ memberId }) =>
      testEnv.context.secrets.deriveToken("partner-member", `partner:${memberId}`),
    ),
    ...(WITH_ENDED_TOKENS.has(operation) ? endedTokens() : []),
  ];
}

test.each(
  operations.map((operation) => [`${operation.topic}.${operation.name}`, operation] as const),
)("%s", async (_, operation) => {
  const needsLogin = operation.caller === "member" || operation.caller === "operator";
  const through = mayRefuse(operation, "AUTH_EXPIRED") ? "AUTH_EXPIRED" : "through";
  const expected: [string, string][] = [["no login", needsLogin ? "AUTH_EXPIRED" : through]];
  const actual: [string, string][] = [["no login", await callAs(operation)]];
  const calls = callsOf(operation);
  for (const { caller, permissions, token, expected: answer } of calls) {
    const login = await loginWith(permissions);
    expected.push([caller, answer]);
    const outcome = await callAs(operation, await token(login, operation));
    actual.push([caller, outcome]);
    // A call that may have changed the login must not affect the next one.
    if (outcome === "through" && operation.method !== "GET") unchanged.delete(permissions.join());
  }
  expect(Object.keys(Object.fromEntries(actual))).toHaveLength(calls.length + 1);
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
});

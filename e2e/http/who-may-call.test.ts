/** Who may call what: every operation of the contract, called as everybody there is, answers as the contract's table says. */
import { fillPath } from "@yunjing/contract/client";
import { type Operation, operations } from "@yunjing/contract/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inputs } from "./inputs.fixture.ts";
import { type HttpWorld, type Login, openHttpWorld } from "./world.fixture.ts";

const ALL = [...new Set(operations.flatMap(({ permissions = [] }) => permissions))];

let world: HttpWorld;
let phones = 0;
beforeAll(async () => {
  world = await openHttpWorld();
}, 60_000);
afterAll(() => world.close());

const member = (permissions: readonly string[] = []): Promise<Login> =>
  world.logIn(`137${String(++phones).padStart(8, "0")}`, permissions);

/** What the door says: the code of its "no", or that the call went through to the trade. */
async function callAs({ topic, name, method, path }: Operation, token?: string): Promise<string> {
  const input: unknown = Object.entries(inputs[topic]).find(([known]) => known === name)?.[1];
  const filled = fillPath(path, { ...(input as object) });
  const isRead = method === "GET" || method === "DELETE";
  const answer = await world.app.server.inject({
    method,
    url: `/api${filled.path}`,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      "idempotency-key": `k${++phones}`,
    },
    ...(isRead ? { query: asTexts(filled.rest) } : { payload: filled.rest }),
  });
  const { status, code } = answer.json();
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect(code, `the input of ${topic}.${name} has the wrong shape`).not.toBe("BAD_REQUEST");
  const isOfTheDoor = code === "AUTH_EXPIRED" || code === "NO_PERMISSION";
  return !status && isOfTheDoor ? code : "through";
}

const asTexts = (rest: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));

/** An operation may itself refuse with a word of the door: the refresh without its cookie. */
const mayRefuse = (operation: Operation, code: string): boolean =>
  operation.refusals.some((declared) => declared === code);

describe.each(
  operations.map((operation) => [`${operation.topic}.${operation.name}`, operation] as const),
)("%s", (_, operation) => {
  const needsLogin = operation.caller === "member";
  const through = mayRefuse(operation, "AUTH_EXPIRED") ? "AUTH_EXPIRED" : "through";

  test("called by nobody", async () => {
    expect(await callAs(operation)).toBe(needsLogin ? "AUTH_EXPIRED" : through);
  });

  test("called by a member who may do nothing special", async () => {
    const { token } = await member();
    expect(await callAs(operation, token)).toBe(operation.permissions ? "NO_PERMISSION" : through);
  });

  test.each(ALL)("called by a member holding only %s", async (permission) => {
    const { token } = await member([permission]);
    const isEnough = operation.permissions?.includes(permission) ?? true;
    expect(await callAs(operation, token)).toBe(isEnough ? through : "NO_PERMISSION");
  });

  // A page learns that its login is over; a public page, and the way to a new login, are not closed by it.
  const isOpen =
    operation.caller === "anyone" && (operation.method === "GET" || operation.topic === "passport");
  const toBadToken = isOpen ? through : "AUTH_EXPIRED";

  test("called with a token for the console", async () => {
    const { consoleToken } = await member(ALL);
    expect(await callAs(operation, consoleToken)).toBe(toBadToken);
  });

  test("called with a token that is over", async () => {
    const { oldToken } = await member(ALL);
    expect(await callAs(operation, oldToken)).toBe(toBadToken);
  });

  test("called with a token somebody changed", async () => {
    const { token } = await member(ALL);
    const [head, , signature] = token.split(".");
    const other = (await member()).token.split(".")[1];
    expect(await callAs(operation, [head, other, signature].join("."))).toBe(toBadToken);
  });

  test("called after the member logged out", async () => {
    const { token } = await member(ALL);
    const ended = await world.app.server.inject({
      ...{ method: "POST", url: "/api/passport/logout", payload: {} },
      headers: { authorization: token },
    });
    expect(ended.statusCode).toBe(200);
    expect(await callAs(operation, token)).toBe(toBadToken);
  });
});

/**
 * Who may use an exchange session that a member opened or claimed: every operation that takes one ×
 * its owner, an anonymous caller, another member.
 */
import { operations, shapes } from "@yunjing/contract/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExchangeFixture, type CallResult, type ExchangeFixture } from "./exchange.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
let owner: Login;
let other: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  exchange = await openExchangeFixture(testEnv);
  owner = await testEnv.logIn("13600001001");
  other = await testEnv.logIn("13600001002");
}, 60_000);
afterAll(() => testEnv.close());

type Kind = "points-500" | "kfc-set";
type Held = { readonly code: string; readonly session: string };
type By = { readonly token?: string; readonly key?: string };

/**
 * Each operation that takes a session: the kind of code, the refusal for other callers, and the
 * call.
 */
const calls = {
  open: {
    kind: "points-500",
    refused: "CODE_BUSY",
    call: ({ code, session }: Held, by: By) =>
      exchange.call("exchange", "open", { code, session }, by),
  },
  resume: {
    kind: "points-500",
    refused: "SESSION_OVER",
    call: ({ session }: Held, by: By) => exchange.call("exchange", "resume", { session }, by),
  },
  leave: {
    kind: "points-500",
    refused: "SESSION_OVER",
    call: ({ session }: Held, by: By) => exchange.call("exchange", "leave", { session }, by),
  },
  redeem: {
    kind: "points-500",
    refused: "SESSION_OVER",
    call: ({ session }: Held, by: By) => exchange.call("exchange", "redeem", { session }, by),
  },
  orderMeal: {
    kind: "kfc-set",
    refused: "SESSION_OVER",
    call: async ({ session }: Held, by: By) =>
      exchange.call("exchange", "orderMeal", { session, ...(await exchange.meal()) }, by),
  },
} as const satisfies Record<
  string,
  { kind: Kind; refused: string; call: (held: Held, by: By) => Promise<CallResult<unknown>> }
>;
type Operation = keyof typeof calls;
const named = Object.keys(calls) as Operation[];

test("every operation of the contract that takes a session is tested here", () => {
  const taking = operations
    .filter(({ topic, name, path }) => {
      const { input } =
        (shapes as Record<string, Record<string, { input: object }>>)[topic]?.[name] ?? {};
      const fields = input && "properties" in input ? Object.keys(input.properties as object) : [];
      return path.includes("{session}") || fields.includes("session");
    })
    .map(({ topic, name }) => `${topic}.${name}`);
  expect(taking.sort()).toEqual(named.map((name) => `exchange.${name}`).sort());
});

const uses = [
  { what: "a single-use code", usesPerCode: 1 },
  { what: "a multi-use code", usesPerCode: 3 },
];
const origins = [
  { how: "opened by a member", isTaken: false },
  { how: "opened without a login and taken by a member", isTaken: true },
];

/** Opens a session that belongs to the owner. */
async function openSessionAs(
  kind: Kind,
  { usesPerCode, isTaken }: { usesPerCode: number; isTaken: boolean },
): Promise<Held> {
  const code = await exchange.code(kind, { usesPerCode });
  const opened = await exchange.open(code, isTaken ? {} : { token: owner.token });
  const session = opened.data["session"] ?? "";
  if (isTaken) {
    await exchange.call("exchange", "resume", { session }, { token: owner.token });
  }
  return { code, session };
}

describe.each(origins)("a session $how", ({ isTaken }) => {
  describe.each(uses)("on $what", ({ usesPerCode }) => {
    test.each(named)("can be used only by its member: %s", async (name) => {
      const { kind, refused, call } = calls[name];
      // A member may redeem only one use of a multi-use code, so each test uses its own code.
      const held = await openSessionAs(kind, { usesPerCode, isTaken });
      const strangers = [{}, { token: other.token }];
      for (const by of strangers) {
        const response = await call(held, by);
        const newSession = (response.data as Record<string, string> | undefined)?.["session"];
        // A multi-use code gives other callers a session of their own, never this one.
        const isOwnUse = name === "open" && usesPerCode > 1;
        expect(response.code).toBe(isOwnUse ? "DONE" : refused);
        expect(newSession).not.toBe(held.session);
      }
      expect((await call(held, { token: owner.token })).code).toBe("DONE");
    });
  });
});

test.each(["redeem", "orderMeal"] as const)(
  "the receipt of %s is repeated only to its member, under the same key",
  async (name) => {
    const { kind, call } = calls[name];
    const held = await openSessionAs(kind, { usesPerCode: 1, isTaken: false });
    const key = `receipt-${name}`;
    const first = await call(held, { token: owner.token, key });
    expect(first.code).toBe("DONE");
    expect(await call(held, { key })).toMatchObject({ code: "SESSION_OVER" });
    expect(await call(held, { token: other.token, key })).toMatchObject({ code: "SESSION_OVER" });
    expect(await call(held, { token: owner.token, key })).toEqual(first);
  },
);

test("a session opened without a login can be used by any caller with its token", async () => {
  const code = await exchange.code("kfc-set");
  const session = (await exchange.open(code)).data["session"] ?? "";
  expect((await calls.resume.call({ code, session }, {})).code).toBe("DONE");
  expect((await calls.open.call({ code, session }, {})).data).toMatchObject({ session });
  expect((await calls.orderMeal.call({ code, session }, {})).code).toBe("DONE");
});

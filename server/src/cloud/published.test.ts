/** The table of what is published opens nothing that the host API keeps shut, and misses nothing it names. */
import { expect, test } from "vitest";
import { runnerFor } from "./operation.ts";
import { type Entry, published } from "./published.ts";

const entries = [...published].flatMap(([name, one]): [string, Entry][] => {
  if (one.kind === "object")
    return [...one.methods].map(([method, entry]) => [`${name}.${method}`, entry]);
  return one.entry === "echo" ? [] : [[name, one.entry]];
});

test.each(entries)(
  "%s is open to whom its operation is open, and asks for what it takes",
  (name, entry) => {
    const { operation } = runnerFor(entry.operation);
    expect(operation.host).toBe("api");
    expect(entry.allowedCaller).toBe(operation.caller === "member" ? "member" : "anyone");
    expect(operation.key, "a call here carries no idempotency key").toBeUndefined();
    const fields = Object.keys(operation.input.properties);
    // The refresh token is a cookie there and travels in the body here.
    expect([...fields, "refreshToken"]).toEqual(expect.arrayContaining([...entry.argumentNames]));
    expect(name).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$/);
    expect(entry.description).not.toBe("");
  },
);

test("every object and function the protocol's paper asks for is there", () => {
  const names = ["ping", ...entries.map(([name]) => name)];
  expect(names).toEqual([
    "ping",
    "home",
    ...["sendSms", "loginBySms", "refresh", "logout"].map((method) => `passport.${method}`),
    "member.me",
    "order.list",
    "order.detail",
    "coupon.list",
    "points.summary",
    "wallet.summary",
    "exchange.inspect",
    "invite.summary",
  ]);
});

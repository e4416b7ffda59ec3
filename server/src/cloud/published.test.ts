/**
 * Tests that the published functions allow nothing that the host API refuses, and that all
 * functions of the protocol are published.
 */
import { expect, test } from "vitest";
import { runnerFor } from "./operation.ts";
import { type Entry, published } from "./published.ts";

const entries = [...published].flatMap(([name, one]): [string, Entry][] => {
  if (one.kind === "object")
    return [...one.methods].map(([method, entry]) => [`${name}.${method}`, entry]);
  return one.entry === "echo" ? [] : [[name, one.entry]];
});

test.each(entries)(
  "%s has the same callers as its operation, and takes only the operation's arguments",
  (name, entry) => {
    const { operation } = runnerFor(entry.operation);
    expect(operation.host).toBe("api");
    expect(entry.allowedCaller).toBe(operation.caller === "member" ? "member" : "anyone");
    expect(operation.key, "a call here carries no idempotency key").toBeUndefined();
    const fields = Object.keys(operation.input.properties);
    // The refresh token is a cookie in the host API and is in the body here.
    expect([...fields, "refreshToken"]).toEqual(expect.arrayContaining([...entry.argumentNames]));
    expect(name).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$/);
    expect(entry.description).not.toBe("");
  },
);

test("every object and function that the protocol document requires is published", () => {
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

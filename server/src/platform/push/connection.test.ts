/** C12: tests the rate limit and the parsing of a socket's messages. */
import { expect, test } from "vitest";
import { offeredTicket, parseFrame } from "./frames.ts";
import { createMessageLimit } from "./connection.ts";

test("C12 twenty messages within a second are accepted, the next is too many, and each second starts a new count", () => {
  let now = 0;
  const mayGoOn = createMessageLimit(() => now);
  const acceptedCount = (n: number) => Array.from({ length: n }, mayGoOn).filter(Boolean).length;
  expect(acceptedCount(25)).toBe(20);
  now = 999;
  expect(acceptedCount(1)).toBe(0);
  now = 1_000;
  expect(acceptedCount(25)).toBe(20);
});

test("C12 only known frames are parsed, and only their known fields", () => {
  expect(parseFrame('{"type":"auth","ticket":"t","after":3,"more":1}')).toEqual({
    type: "auth",
    ticket: "t",
    after: 3,
  });
  expect(parseFrame('{"type":"resume"}')).toEqual({ type: "resume" });
  const foreign = [
    "",
    "null",
    "3",
    '"ping"',
    '["ping"]',
    "{}",
    '{"type":"ready"}',
    '{"type":["ping"]}',
    '{"type":"auth"}',
    '{"type":"auth","ticket":3}',
    '{"type":"resume","after":"1"}',
    '{"type":"resume","after":-1}',
    '{"type":"resume","after":1.5}',
    '{"type":"resume","after":1e99}',
  ];
  for (const text of foreign) expect(parseFrame(text), text).toBeUndefined();
});

test("C12 the ticket is found among the offered subprotocols", () => {
  expect(offeredTicket("yunjing.push, ticket.abc")).toBe("abc");
  expect(offeredTicket("yunjing.push")).toBeUndefined();
  expect(offeredTicket(undefined)).toBeUndefined();
});

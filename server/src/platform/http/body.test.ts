/** Tests request bodies: which are parsed, and which are refused for their depth, size or names. */
import { describe, expect, test } from "vitest";
import { parseJson } from "./body.ts";

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const refused = expect.objectContaining({ name: "Refusal", code: "BAD_REQUEST" });
const reading = (text: string) => () => parseJson(text);

describe("a body", () => {
  test("that is empty is an empty object", () => {
    expect(parseJson("")).toEqual({});
    expect(parseJson(" \n")).toEqual({});
  });

  test("may be nested twenty levels deep, but no deeper", () => {
    expect(reading(nested(20))).not.toThrow();
    expect(reading(nested(21))).toThrow(refused);
    expect(reading(`${"[".repeat(10_000)}${"]".repeat(10_000)}`)).toThrow(refused);
  });

  test("may contain a list of a thousand items, but no more", () => {
    expect(reading(JSON.stringify(Array(1_000).fill(0)))).not.toThrow();
    expect(reading(JSON.stringify({ a: Array(1_001).fill(0) }))).toThrow(refused);
  });

  test.each(["__proto__", "constructor", "prototype"])(
    "may not contain the name %s at any depth",
    (name) => {
      expect(reading(`{"a":[{"${name}":{}}]}`)).toThrow(refused);
    },
  );

  test.each(["{", "nul", "{'a':1}", "1 2"])("that is not JSON, as %s, is refused", (text) => {
    expect(reading(text)).toThrow(refused);
  });
});

/** Bodies: what is read, what is refused for its depth, size or names. */
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

  test("may be twenty deep and no deeper", () => {
    expect(reading(nested(20))).not.toThrow();
    expect(reading(nested(21))).toThrow(refused);
    expect(reading(`${"[".repeat(10_000)}${"]".repeat(10_000)}`)).toThrow(refused);
  });

  test("may list a thousand things and no more", () => {
    expect(reading(JSON.stringify(Array(1_000).fill(0)))).not.toThrow();
    expect(reading(JSON.stringify({ a: Array(1_001).fill(0) }))).toThrow(refused);
  });

  test.each(["__proto__", "constructor", "prototype"])("may not name %s at any depth", (name) => {
    expect(reading(`{"a":[{"${name}":{}}]}`)).toThrow(refused);
  });

  test.each(["{", "nul", "{'a':1}", "1 2"])("that is no JSON, as %s, is refused", (text) => {
    expect(reading(text)).toThrow(refused);
  });
});

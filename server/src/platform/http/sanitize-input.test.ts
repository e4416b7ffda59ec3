/**
 * Tests that inputs lose undeclared fields at every depth, and that query texts are converted to
 * their declared types.
 */
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { sanitizerOf, querySanitizerOf } from "./sanitize-input.ts";

describe("sanitizing", () => {
  const Line = Type.Object({
    id: Type.String(),
    options: Type.Array(Type.Object({ o: Type.String() })),
  });
  const clean = sanitizerOf(
    Type.Object({ a: Type.Optional(Type.String()), lines: Type.Array(Line) }),
  );

  test("drops undeclared fields at every depth and does not change the given object", () => {
    const given = { a: "1", x: 1, lines: [{ id: "l", y: 2, options: [{ o: "o", z: 3 }] }] };
    expect(clean(given)).toEqual({ a: "1", lines: [{ id: "l", options: [{ o: "o" }] }] });
    expect(given.x).toBe(1);
  });

  test("copies only own fields, so that none comes from a prototype", () => {
    expect(clean(Object.create({ a: "inherited" }))).toEqual({});
  });

  test("leaves a value of another type for the validation to refuse", () => {
    for (const value of [null, 1, "text", []]) expect(clean(value)).toEqual(value);
    expect(clean({ lines: "none" })).toEqual({ lines: "none" });
  });

  test("accepts no list where a record is declared", () => {
    const prices = sanitizerOf(Type.Object({ levels: Type.Record(Type.String(), Type.Integer()) }));
    expect(prices({ levels: { 2: 100 } })).toEqual({ levels: { 2: 100 } });
    expect(prices({ levels: [] })).toEqual({ levels: null });
  });

  test("sanitizes a union of several shapes", () => {
    const either = sanitizerOf(
      Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    );
    expect(either({ b: "1", x: 2 })).toEqual({ b: "1" });
  });
});

test("query texts become numbers and booleans where declared, and only when they are valid ones", () => {
  const convert = querySanitizerOf(
    Type.Object({
      page: Type.Integer(),
      lat: Type.Number(),
      on: Type.Boolean(),
      code: Type.String(),
    }),
  );
  const texts = { page: "2", lat: "-31.25", on: "true", code: "0012", x: "1" };
  expect(convert(texts)).toEqual({ page: 2, lat: -31.25, on: true, code: "0012" });
  const odd = { page: "1e3", lat: " 1", on: "yes" };
  expect(convert(odd)).toEqual(odd);
});

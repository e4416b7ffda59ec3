/** Inputs lose what nobody declared, at every depth; the texts of a query become what they stand for. */
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { sanitizerOf, querySanitizerOf } from "./sanitize-input.ts";

describe("cleaning", () => {
  const Line = Type.Object({
    id: Type.String(),
    options: Type.Array(Type.Object({ o: Type.String() })),
  });
  const clean = sanitizerOf(
    Type.Object({ a: Type.Optional(Type.String()), lines: Type.Array(Line) }),
  );

  test("drops undeclared fields at every depth and leaves what was given alone", () => {
    const given = { a: "1", x: 1, lines: [{ id: "l", y: 2, options: [{ o: "o", z: 3 }] }] };
    expect(clean(given)).toEqual({ a: "1", lines: [{ id: "l", options: [{ o: "o" }] }] });
    expect(given.x).toBe(1);
  });

  test("takes only own fields, so that nothing comes from a prototype", () => {
    expect(clean(Object.create({ a: "inherited" }))).toEqual({});
  });

  test("leaves another shape for the check to refuse", () => {
    for (const value of [null, 1, "text", []]) expect(clean(value)).toEqual(value);
    expect(clean({ lines: "none" })).toEqual({ lines: "none" });
  });

  test("leaves no list where names with values are declared", () => {
    const prices = sanitizerOf(Type.Object({ levels: Type.Record(Type.String(), Type.Integer()) }));
    expect(prices({ levels: { 2: 100 } })).toEqual({ levels: { 2: 100 } });
    expect(prices({ levels: [] })).toEqual({ levels: null });
  });

  test("cleans what may have several shapes", () => {
    const either = sanitizerOf(
      Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    );
    expect(either({ b: "1", x: 2 })).toEqual({ b: "1" });
  });
});

test("a query's texts become numbers and booleans where declared, and only where they are some", () => {
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

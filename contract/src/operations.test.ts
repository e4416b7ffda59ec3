/** Tests rules that hold for every operation's input. */
import Type, { type TSchema } from "typebox";
import { expect, test } from "vitest";
import { operations } from "./operations.ts";
import { INSTANT_MAX } from "./values.ts";

/** Returns every integer and number of a schema with its path. */
function numbersOf(schema: TSchema, at: string): { at: string; maximum: unknown }[] {
  if (Type.IsInteger(schema) || Type.IsNumber(schema))
    return [{ at, maximum: "maximum" in schema ? schema.maximum : undefined }];
  if (Type.IsObject(schema)) {
    return Object.entries(schema.properties).flatMap(([name, field]) =>
      numbersOf(field, `${at}.${name}`),
    );
  }
  if (Type.IsArray(schema)) return numbersOf(schema.items, `${at}[]`);
  if (Type.IsUnion(schema)) return schema.anyOf.flatMap((one) => numbersOf(one, at));
  return [];
}

const inputNumbers = operations.flatMap(({ topic, name, input }) =>
  numbersOf(input, `${topic}.${name}`),
);

test("every number of an input has a maximum, and no maximum is later than the last instant", () => {
  expect(inputNumbers.length).toBeGreaterThan(100);
  const endless = inputNumbers.filter(({ maximum }) => !(Number(maximum) <= INSTANT_MAX));
  expect(endless).toEqual([]);
});

test("the last instant is in the year 9999 in UTC and in Shanghai", () => {
  const inShanghai = new Date(INSTANT_MAX + 8 * 3_600_000);
  expect(inShanghai.toISOString()).toBe("9999-12-31T23:59:59.999Z");
});

/** Tests of the field that a refused input names. */
import Type from "typebox";
import { expect, test } from "vitest";
import { validatorOf } from "./validate.ts";

const Kind = Type.Union([
  Type.Object({ kind: Type.Literal("cash"), percent: Type.Integer({ maximum: 50 }) }),
  Type.Object({ kind: Type.Literal("none") }),
]);
const check = validatorOf(
  Type.Object({
    reason: Type.String({ minLength: 2 }),
    rules: Type.Object({ percent: Type.Integer({ maximum: 99 }) }),
    tips: Type.Array(Type.String({ maxLength: 3 })),
    gift: Kind,
  }),
  (raw) => raw,
);
const good = { reason: "已核对", rules: { percent: 88 }, tips: ["一"], gift: { kind: "none" } };

test.each([
  ["a missing field", { ...good, reason: undefined }, "reason"],
  ["a field that is too short", { ...good, reason: "短" }, "reason"],
  ["a field within an object", { ...good, rules: { percent: 100 } }, "rules.percent"],
  ["an entry of a list", { ...good, tips: ["一", "太长的一条"] }, "tips.1"],
  ["a field of one kind", { ...good, gift: { kind: "cash", percent: 60 } }, "gift.percent"],
])("the refusal of %s has the path of the field", (_, input, field) => {
  const raw: unknown = JSON.parse(JSON.stringify(input));
  expect(check(raw)).toMatchObject({ error: { code: "BAD_REQUEST", data: { field } } });
});

test("an input that is no object names no field", () => {
  expect(check("text")).toMatchObject({ error: { code: "BAD_REQUEST", data: undefined } });
  expect(check(good)).toEqual({ value: good });
});

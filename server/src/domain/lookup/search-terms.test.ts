/** Where the operators' search looks for each form of text. */
import { expect, test } from "vitest";
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { searchTermOf } from "./search-terms.ts";

const data = "7K2QM9XT4HVBW3NE";
const code = `${data}${checkSymbols(data)}`;

test.each([
  [code, "code", code],
  [code.toLowerCase().replace(/(.{4})/g, "$1-"), "code", code],
  ["20261122 17363 22051 9", "orderNo", "2026112217363220519"],
  ["912345678901234567", "withdrawalNo", "912345678901234567"],
  ["159 0000 0002", "phone", "15900000002"],
  ["801 620 476", "memberNo", "801620476"],
  ["0002", "last4", "0002"],
  ["k7q2", "last4", "K7Q2"],
  ["D20261122ABCDEFGHIJKLMNOP", "other", "D20261122ABCDEFGHIJKLMNOP"],
  ["话费直充", "other", "话费直充"],
] as const)("%s is searched as %s", (typed, target, text) => {
  expect(searchTermOf(typed)).toEqual({ target, text });
});

test("a code with one wrong symbol is not searched as a code", () => {
  const wrong = `${code.slice(0, 3)}${code[3] === "Z" ? "Y" : "Z"}${code.slice(4)}`;
  expect(searchTermOf(wrong).target).toBe("other");
});

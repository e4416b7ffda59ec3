/** Tests of what a page reads from its address. */
import { expect, test } from "vitest";
import { flag, oneOf, readSearch, text, whole } from "./search-state.ts";

const SPEC = {
  tab: oneOf("waiting", "done"),
  keyword: text(5),
  fromFen: whole(0, 100),
  mine: flag,
};

test("a page reads the values that it knows", () => {
  expect(readSearch(SPEC, { tab: "done", keyword: "1234", fromFen: "100", mine: "1" })).toEqual({
    tab: "done",
    keyword: "1234",
    fromFen: 100,
    mine: true,
  });
});

test("unknown, foreign and malformed values are dropped", () => {
  const hostile = {
    tab: "constructor",
    keyword: "123456",
    fromFen: "1e2",
    mine: "yes",
    other: "1",
  };
  expect(readSearch(SPEC, hostile)).toEqual({});
  expect(readSearch(SPEC, { fromFen: "101", tab: ["done"], keyword: "" })).toEqual({});
});

test("a number is read inside of its range, with both ends", () => {
  const read = (fromFen: string) => readSearch({ fromFen: whole(-5, 100) }, { fromFen }).fromFen;
  expect(["-5", "0", "100"].map(read)).toEqual([-5, 0, 100]);
  expect(["-6", "101", "1.5", "", " 1", "0x10", "9".repeat(17)].map(read)).toEqual(
    Array(7).fill(undefined),
  );
});

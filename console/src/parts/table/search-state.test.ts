/** Tests of what a page reads from its address. */
import { expect, test } from "vitest";
import { noFilters, oneOf, readSearch, text } from "./search-state.ts";

const SPEC = {
  tab: oneOf("waiting", "done"),
  keyword: text(5),
};

test("a page reads the values that it knows", () => {
  expect(readSearch(SPEC, { tab: "done", keyword: "1234" })).toEqual({
    tab: "done",
    keyword: "1234",
  });
});

test("unknown, foreign and malformed values are dropped", () => {
  const hostile = {
    tab: "constructor",
    keyword: "123456",
    other: "1",
  };
  expect(readSearch(SPEC, hostile)).toEqual({});
  expect(readSearch(SPEC, { tab: ["done"], keyword: "" })).toEqual({});
});

test("clearing the filters leaves the tab and the open panel alone", () => {
  const spec = { ...SPEC, open: text(), state: oneOf("open") };
  expect(noFilters(spec)).toEqual({ keyword: undefined, state: undefined });
  expect(Object.keys(noFilters(spec))).toEqual(["keyword", "state"]);
});

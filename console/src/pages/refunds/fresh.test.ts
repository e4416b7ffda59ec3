/** Tests of the line that offers new refunds: a tab counts only its own. */
import { expect, test } from "vitest";
import { missingCount } from "./fresh.ts";

const rows = (...refundNos: string[]) => refundNos.map((refundNo) => ({ refundNo }));
const counts = {
  waiting: 3,
  second: 1,
  abnormal: 0,
  processing: 0,
  newest: { waiting: "RF3", second: "RF9" },
};

test("a tab offers what its stage has and the tab lacks", () => {
  expect(missingCount("waiting", counts, rows("RF1", "RF2"))).toBe(1);
  expect(missingCount("waiting", counts, rows("RF1", "RF2", "RF3"))).toBe(0);
});

test("a new refund of another stage is not offered", () => {
  expect(missingCount("abnormal", counts, rows())).toBe(0);
  expect(missingCount("second", counts, rows("RF9"))).toBe(0);
});

test("one that replaced another is offered although the count is the same", () => {
  expect(missingCount("second", counts, rows("RF8"))).toBe(1);
});

test("nothing is offered before the list and the counts are loaded", () => {
  expect(missingCount("waiting", undefined, rows())).toBe(0);
  expect(missingCount("waiting", counts, undefined)).toBe(0);
});

/** Tests the steps of a withdrawal: newest first, with the pending step on top. */
import { expect, test } from "vitest";
import { stepsOf } from "./withdrawal-text.ts";

const steps = [
  { text: "提交申请", at: Date.UTC(2026, 10, 21, 4, 15) },
  { text: "审核通过", at: Date.UTC(2026, 10, 21, 5, 0) },
];

test("a pending withdrawal shows the arrival on top without a time", () => {
  expect(stepsOf({ state: "paying", steps })).toEqual([
    { text: "到账微信零钱", state: "later" },
    { text: "审核通过", at: "11-21 13:00", state: "now" },
    { text: "提交申请", at: "11-21 12:15", state: "past" },
  ]);
});

test("an ended withdrawal shows no further step", () => {
  expect(stepsOf({ state: "rejected", steps }).map(({ state }) => state)).toEqual(["now", "past"]);
});

/** Tests D06: the answer of a prompt for a typed text. */
import { expect, test } from "vitest";
import { NOT_A_NUMBER, promptAnswer } from "./prompt-answer.ts";

test("D06 a text prompt returns the trimmed text, and an empty text when nothing was typed", () => {
  expect(promptAnswer("text", " 公司 ")).toEqual({ answer: "公司" });
  expect(promptAnswer("textarea", "少酱\n餐具一份\n")).toEqual({ answer: "少酱\n餐具一份" });
  expect(promptAnswer("text", "  ")).toEqual({ answer: "" });
  expect(promptAnswer("text", "0050")).toEqual({ answer: "0050" });
});

test("D06 a number prompt returns a number, unless nothing was typed", () => {
  expect(promptAnswer("number", " 50 ")).toEqual({ answer: 50 });
  expect(promptAnswer("number", "-2.5")).toEqual({ answer: -2.5 });
  expect(promptAnswer("number", "１２")).toEqual({ answer: 12 });
  expect(promptAnswer("number", "0")).toEqual({ answer: 0 });
  expect(promptAnswer("number", "")).toEqual({ answer: "" });
});

test.each(["五十", "0x10", "1e3", "Infinity", "1.2.3", "-"])(
  "D06 %s is not a number and is reported",
  (typed) => expect(promptAnswer("number", typed)).toEqual({ error: NOT_A_NUMBER }),
);

/** Holds D06: what a prompt answers for what was typed. */
import { expect, test } from "vitest";
import { NOT_A_NUMBER, promptAnswer } from "./prompt-answer.ts";

test("D06 a text prompt answers the trimmed text, and nothing typed is an empty text", () => {
  expect(promptAnswer("text", " 公司 ")).toEqual({ answer: "公司" });
  expect(promptAnswer("textarea", "少酱\n餐具一份\n")).toEqual({ answer: "少酱\n餐具一份" });
  expect(promptAnswer("text", "  ")).toEqual({ answer: "" });
  expect(promptAnswer("text", "0050")).toEqual({ answer: "0050" });
});

test("D06 a number prompt answers a number, unless nothing was typed", () => {
  expect(promptAnswer("number", " 50 ")).toEqual({ answer: 50 });
  expect(promptAnswer("number", "-2.5")).toEqual({ answer: -2.5 });
  expect(promptAnswer("number", "１２")).toEqual({ answer: 12 });
  expect(promptAnswer("number", "0")).toEqual({ answer: 0 });
  expect(promptAnswer("number", "")).toEqual({ answer: "" });
});

test.each(["五十", "0x10", "1e3", "Infinity", "1.2.3", "-"])(
  "D06 %s is no number and is said so",
  (typed) => expect(promptAnswer("number", typed)).toEqual({ error: NOT_A_NUMBER }),
);

/** Detects weak pay passwords, the ones that are guessed first. */
import { expect, test } from "vitest";
import { isWeak } from "./model.ts";

const PHONE = "13812341906";

test.each([
  ["000000", "one digit"],
  ["123456", "ascending digits"],
  ["654321", "descending digits"],
  ["789012", "ascending digits through zero"],
  ["121212", "two digits repeated"],
  ["520520", "three digits twice"],
  ["112233", "pairs"],
  ["341906", "the end of the member's phone"],
])("%s is weak: %s", (password) => {
  expect(isWeak(password, PHONE)).toBe(true);
});

test.each(["271828", "135790", "112234", "123457", "906341"])("%s is not", (password) => {
  expect(isWeak(password, PHONE)).toBe(false);
});

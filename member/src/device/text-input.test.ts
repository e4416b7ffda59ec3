/** Holds D09: texts are trimmed and bounded. */
import { expect, test } from "vitest";
import { keptText, lengthLimit, NO_LIMIT } from "./text-input.ts";

test("D09 a typed text is kept without the space around it, and not that within it", () => {
  expect(keptText("  少酱， 餐具一份 \n")).toBe("少酱， 餐具一份");
});

test("D09 a text input takes 140 characters unless it says another figure", () => {
  expect(lengthLimit()).toBe(140);
  expect(lengthLimit(20)).toBe(20);
  expect(lengthLimit(NO_LIMIT)).toBeUndefined();
  expect(keptText("字".repeat(200))).toHaveLength(140);
  expect(keptText("字".repeat(200), NO_LIMIT)).toHaveLength(200);
});

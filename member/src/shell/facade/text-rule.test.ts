/** Tests D09 for plain text: trimming, the maximum length, and what an input shows while typing. */
import { expect, test } from "vitest";
import { lengthMaxOf, displayedText, trimText } from "./text-rule.ts";

test("D09 a text is returned without surrounding spaces, including full-width ones", () => {
  expect(trimText(" \u3000林知夏\u3000 \n")).toBe("林知夏");
});

test("D09 a text is at most 140 long by default, and any length at -1", () => {
  expect(lengthMaxOf()).toBe(140);
  expect(lengthMaxOf(20)).toBe(20);
  expect(lengthMaxOf(-1)).toBeUndefined();
});

test("D09 a space just typed stays visible until the field loses focus", () => {
  expect(displayedText("少酱 ", "少酱")).toBe("少酱 ");
  expect(displayedText("少酱 ", "多酱")).toBe("多酱");
  expect(displayedText("12 a", "12")).toBe("12");
});

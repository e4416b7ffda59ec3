/** Tests D10: a swipe turns the page, a pull down closes, smaller movements do nothing. */
import { expect, test } from "vitest";
import { dampedX, dragActionOf } from "./drag.ts";

const slow = { speedX: 0, speedY: 0 };

test.each([
  { stroke: { x: -130, y: 10, ...slow }, meaning: "next" },
  { stroke: { x: 130, y: 10, ...slow }, meaning: "previous" },
  { stroke: { x: -60, y: 10, ...slow }, meaning: "stay" },
  { stroke: { x: -60, y: 10, speedX: 0.9, speedY: 0 }, meaning: "next" },
  { stroke: { x: -10, y: 2, speedX: 0.9, speedY: 0 }, meaning: "stay" },
  { stroke: { x: 20, y: 140, ...slow }, meaning: "close" },
  { stroke: { x: 20, y: 60, ...slow }, meaning: "stay" },
  { stroke: { x: 20, y: 60, speedX: 0, speedY: 0.9 }, meaning: "close" },
  { stroke: { x: 20, y: -300, speedX: 0, speedY: 2 }, meaning: "stay" },
] as const)("D10 a drag by $stroke.x, $stroke.y means $meaning", ({ stroke, meaning }) => {
  expect(dragActionOf(stroke, 400)).toBe(meaning);
});

test("D10 at either end the row follows the finger only slightly", () => {
  expect(dampedX(100, true)).toBe(100);
  expect(dampedX(100, false)).toBe(30);
});

/** Tests that a distance is formatted the same way wherever a store is listed. */
import { expect, test } from "vitest";
import { distanceText } from "./distance.ts";

test.each([
  [0, "10 米"],
  [4, "10 米"],
  [318, "320 米"],
  [994, "990 米"],
  [996, "1.0 公里"],
  [1000, "1.0 公里"],
  [1149, "1.1 公里"],
  [23_400, "23.4 公里"],
])("%i metres are formatted as %s", (metres, text) => {
  expect(distanceText(metres)).toBe(text);
});

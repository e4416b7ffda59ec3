/** Tests how the remaining time is formatted. */
import { describe, expect, test } from "vitest";
import { clockParts, clockText } from "./countdown.tsx";

describe("a countdown", () => {
  test("has hours, minutes and seconds", () => {
    expect(clockParts(2 * 3600 + 14 * 60 + 36)).toEqual(["02", "14", "36"]);
    expect(clockParts(30 * 3600)).toEqual(["30", "00", "00"]);
    expect(clockParts(0)).toEqual(["00", "00", "00"]);
  });

  test("leaves out the hours when there are none", () => {
    expect(clockText(14 * 60 + 32)).toBe("14:32");
    expect(clockText(3600)).toBe("01:00:00");
  });
});

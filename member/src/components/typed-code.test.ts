/** Tests how a typed or pasted exchange code is normalised and formatted before it is sent. */
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { describe, expect, test } from "vitest";
import {
  caretAfter,
  codeProgress,
  normalizeTypedCode,
  remainingPlaces,
  formatTypedCode,
} from "./typed-code.ts";

const data = "7K3M9QXT2VABCDEF";
const own = `${data}${checkSymbols(data)}`;

describe("entering an exchange code", () => {
  test("our own form is grouped 4-4-4-4-2 as it is typed", () => {
    expect(formatTypedCode("7K3M9QXT2V")).toBe("7K3M 9QXT 2V");
    expect(formatTypedCode(own)).toBe(`7K3M 9QXT 2VAB CDEF ${checkSymbols(data)}`);
    expect(remainingPlaces("7K3M9QXT2V")).toBe("__ ____ __");
    expect(remainingPlaces("")).toBe("____ ____ ____ ____ __");
  });

  test("a pasted code loses lower case, spaces and, if it is of our own form, its hyphens", () => {
    expect(
      normalizeTypedCode(` ${data.toLowerCase().match(/.{4}/g)?.join("-")}-${checkSymbols(data)} `),
    ).toBe(own);
  });

  test("a code issued elsewhere keeps its hyphens and is not grouped", () => {
    expect(normalizeTypedCode("kfc-2026-ab12cd")).toBe("KFC-2026-AB12CD");
    expect(formatTypedCode("KFC-2026-AB12CD")).toBe("KFC-2026-AB12CD");
    expect(remainingPlaces("KFC-2026-AB12CD")).toBe("");
    expect(codeProgress("KFC-2026-AB12CD").reason).toBeUndefined();
  });

  test("a longer code is shown as it is and cut at 64", () => {
    const long = "A1".repeat(40);
    expect(normalizeTypedCode(long)).toHaveLength(64);
    expect(formatTypedCode(normalizeTypedCode(long))).not.toContain(" ");
    expect(codeProgress(normalizeTypedCode(long)).reason).toBeUndefined();
  });

  test("the reason says what is missing", () => {
    expect(codeProgress("").reason).toBe("请输入兑换码");
    expect(codeProgress("7K3M").reason).toBe("还差 14 位");
    expect(codeProgress("7K3M9").countText).toBe("5 / 18");
    expect(codeProgress("兑换码在这里吗").reason).toBe("只能有字母、数字和短横");
  });

  test("a wrong check symbol is only a hint", () => {
    const mistyped = `${own.slice(0, 17)}${own.endsWith("Z") ? "Y" : "Z"}`;
    expect(codeProgress(mistyped)).toEqual({ countText: "18 / 18", isTypoLikely: true });
    expect(codeProgress(own).isTypoLikely).toBe(false);
  });

  test("the caret stays after the symbol it followed", () => {
    expect(caretAfter("7K3M 9QXT", 4)).toBe(4);
    expect(caretAfter("7K3M 9QXT", 5)).toBe(6);
    expect(caretAfter("7K3M 9QXT", 8)).toBe(9);
  });
});

/** Tests drawing and normalising of codes, without a database. */
import { parseCode } from "@yunjing/contract/exchange-code";
import { expect, test } from "vitest";
import { testContext } from "../../platform/testing.ts";
import { drawCodes, foldCode } from "./model.ts";

test("drawn codes have our form, are distinct, and use the whole alphabet", () => {
  const codes = drawCodes(testContext(), 500);
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) expect(parseCode(code)).toEqual({ form: "own", code });
  expect(new Set(codes.join("")).size).toBe(32);
});

test("a code is normalised before it is compared", () => {
  const [code = ""] = drawCodes(testContext(), 1);
  expect(foldCode(` ${code.toLowerCase().replace(/(.{4})/g, "$1 - ")}`)).toBe(code);
  expect(foldCode(" ab-12-cd ")).toBe("AB-12-CD");
  expect(foldCode("兑换码")).toBeUndefined();
});

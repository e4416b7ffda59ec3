/** What can be said of codes without a database: how they are drawn and folded. */
import { parseCode } from "@yunjing/contract/exchange-code";
import { expect, test } from "vitest";
import { testContext } from "../../platform/testing.ts";
import { drawCodes, foldCode } from "./model.ts";

test("drawn codes are of our form, differ, and use the whole alphabet", () => {
  const codes = drawCodes(testContext(), 500);
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) expect(parseCode(code)).toEqual({ form: "own", code });
  expect(new Set(codes.join("")).size).toBe(32);
});

test("a code is compared as people mean it", () => {
  const [code = ""] = drawCodes(testContext(), 1);
  expect(foldCode(` ${code.toLowerCase().replace(/(.{4})/g, "$1 - ")}`)).toBe(code);
  expect(foldCode(" ab-12-cd ")).toBe("AB-12-CD");
  expect(foldCode("兑换码")).toBeUndefined();
});

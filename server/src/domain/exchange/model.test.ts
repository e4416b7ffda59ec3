/** What can be said of codes without a database: how they are drawn, folded, and whose guesses are counted. */
import { readCode } from "@yunjing/contract/exchange-code";
import { expect, test } from "vitest";
import { testContext } from "../../platform/testing.ts";
import { drawCodes, foldCode, guessLimits, networkOf } from "./model.ts";

test("drawn codes are of our form, differ, and use the whole alphabet", () => {
  const codes = drawCodes(testContext(), 500);
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) expect(readCode(code)).toEqual({ form: "own", code });
  expect(new Set(codes.join("")).size).toBe(32);
});

test("a code is compared as people mean it", () => {
  const [code = ""] = drawCodes(testContext(), 1);
  expect(foldCode(` ${code.toLowerCase().replace(/(.{4})/g, "$1 - ")}`)).toBe(code);
  expect(foldCode(" ab-12-cd ")).toBe("AB-12-CD");
  expect(foldCode("兑换码")).toBeUndefined();
});

test("an address stands for its network", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:DB8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
});

test("all that is known of a guesser is counted; a network bars only those without a login", () => {
  const context = testContext();
  const guest = guessLimits(context, { memberId: undefined, device: "d", address: "203.0.113.7" });
  expect(guest.subjects).toEqual(["device:d", "network:203.0.113.7"]);
  expect(guest.gates).toEqual(["code-lock:device:d", "code-lock:network:203.0.113.7"]);
  const member = guessLimits(context, { memberId: "m", device: "", address: "203.0.113.7" });
  expect(member.subjects).toEqual(["account:m", "network:203.0.113.7"]);
  expect(member.limits).toEqual([10, 60]);
  expect(member.gates).toEqual(["code-lock:account:m"]);
});

/** Which proof may be given, and what a refused one says. */
import { expect, test } from "vitest";
import { ApiFailure } from "../../device/failure.ts";
import { digitsOf } from "./six-digits.tsx";
import { passwordBlockedReason, proofError } from "./use-step-up.ts";

/** 2026-11-21 12:15 in Shanghai. */
const NOON = Date.UTC(2026, 10, 21, 4, 15);
const security = { phone: "138****0001", hasPayPassword: true, freeFen: 20_000 };
const refusal = (code: string, data: object, words: string) =>
  new ApiFailure({ code, message: words, userMessage: words, status: 200, data });

test("a password that is set and open may prove anything", () => {
  expect(passwordBlockedReason(security, "pay")).toBeUndefined();
  expect(passwordBlockedReason(security, "withdraw")).toBeUndefined();
});

test("a password that is missing or locked says so, and the code stays", () => {
  expect(passwordBlockedReason({ ...security, hasPayPassword: false }, "pay")).toContain(
    "还没有设置",
  );
  expect(passwordBlockedReason({ ...security, lockedUntil: NOON }, "pay")).toBe(
    "支付密码输错太多次，11-21 12:15 前请用短信验证码",
  );
});

test("a new password pays at once and withdraws nothing for a while", () => {
  const cooling = { ...security, coolingUntil: NOON };
  expect(passwordBlockedReason(cooling, "pay")).toBeUndefined();
  expect(passwordBlockedReason(cooling, "withdraw")).toContain("11-21 12:15 前提现请用短信验证码");
});

test("a wrong code says how many tries are left where that is told", () => {
  const wrong = "验证码不正确，请重新输入";
  expect(proofError(refusal("SMS_CODE_WRONG", { triesLeft: 3 }, wrong))).toBe(
    "验证码不对，还可以试 3 次",
  );
  expect(proofError(refusal("SMS_CODE_WRONG", {}, wrong))).toBe(wrong);
  expect(proofError(refusal("PASSWORD_WRONG", { left: 2 }, "还可再试 2 次"))).toBe("还可再试 2 次");
});

test("what is pasted is reduced to six figures", () => {
  expect(digitsOf("验证码 482 913，5 分钟内有效")).toBe("482913");
  expect(digitsOf("12a")).toBe("12");
});

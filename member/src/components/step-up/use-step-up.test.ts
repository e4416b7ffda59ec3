/** Tests which proof is allowed and the message of a rejected one. */
import { expect, test } from "vitest";
import { ApiFailure } from "../../device/failure.ts";
import { digitsOf } from "./six-digits.tsx";
import { passwordBlockedReason, proofError } from "./use-step-up.ts";

/** 2026-11-21 12:15 in Shanghai. */
const NOON = Date.UTC(2026, 10, 21, 4, 15);
const security = { phone: "138****0001", hasPayPassword: true, freeFen: 20_000 };
const refusal = (code: string, data: object, userMessage: string) =>
  new ApiFailure({ code, message: userMessage, userMessage, status: 200, data });

test("a password that is set and not locked may prove any purpose", () => {
  expect(passwordBlockedReason(security, "pay")).toBeUndefined();
  expect(passwordBlockedReason(security, "withdraw")).toBeUndefined();
});

test("a missing or locked password is reported, and the SMS code remains", () => {
  expect(passwordBlockedReason({ ...security, hasPayPassword: false }, "pay")).toContain(
    "还没有设置",
  );
  expect(passwordBlockedReason({ ...security, lockedUntil: NOON }, "pay")).toBe(
    "支付密码输错太多次，11-21 12:15 前请用短信验证码",
  );
});

test("a new password may pay at once but not withdraw for a while", () => {
  const cooling = { ...security, coolingUntil: NOON };
  expect(passwordBlockedReason(cooling, "pay")).toBeUndefined();
  expect(passwordBlockedReason(cooling, "withdraw")).toContain("11-21 12:15 前提现请用短信验证码");
});

test("a wrong code shows the number of tries left where the server returns it", () => {
  const wrong = "验证码不正确，请重新输入";
  expect(proofError(refusal("SMS_CODE_WRONG", { triesLeft: 3 }, wrong))).toBe(
    "验证码不对，还可以试 3 次",
  );
  expect(proofError(refusal("SMS_CODE_WRONG", {}, wrong))).toBe(wrong);
  expect(proofError(refusal("PASSWORD_WRONG", { left: 2 }, "还可再试 2 次"))).toBe("还可再试 2 次");
});

test("a pasted text is reduced to six digits", () => {
  expect(digitsOf("验证码 482 913，5 分钟内有效")).toBe("482913");
  expect(digitsOf("12a")).toBe("12");
});

/**
 * Step-up authentication: a second proof of the payer, by the pay password or a code sent to the
 * member's own phone.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { security as routes } from "../routes/security.ts";
import { Fen, Instant, Token } from "../values.ts";

export const Security = Type.Object({
  phone: Type.String({ description: "masked, where codes go" }),
  hasPayPassword: Type.Boolean(),
  /** Set after too many wrong passwords: until then only a code by SMS is accepted. */
  lockedUntil: Type.Optional(Instant),
  /** After a change of the password: until then only a code by SMS is accepted for a withdrawal. */
  coolingUntil: Type.Optional(Instant),
  /** After a change of the phone: until then no proof is accepted for a payment or a withdrawal. */
  phoneCoolingUntil: Type.Optional(Instant),
  /**
   * The amount of balance that can be spent now without a proof; such spending of the last 24 hours
   * counts.
   */
  freeFen: Fen,
});
export type Security = Static<typeof Security>;

/** Six digits; sequences like 123456 and a single repeated digit are refused. */
export const PayPassword = Type.String({ pattern: "^\\d{6}$" });
const SmsCode = Type.String({ pattern: "^\\d{6}$" });

/** What the proof is for: one for a payment is not valid for a withdrawal. */
export const StepUpPurpose = Type.Union([
  Type.Literal("pay"),
  Type.Literal("withdraw"),
  Type.Literal("pay_password"),
  Type.Literal("identity"),
  Type.Literal("phone"),
  Type.Literal("close"),
  Type.Literal("copy"),
]);
export type StepUpPurpose = Static<typeof StepUpPurpose>;

export const security = shapesOf<typeof routes>()({
  summary: {
    summary: "How the caller proves who pays",
    input: Type.Object({}),
    output: Security,
    refusals: [],
  },
  sendCode: {
    summary: "Sends a code to the caller's own phone",
    input: Type.Object({ purpose: StepUpPurpose }),
    output: Type.Object({
      challengeId: Type.String(),
      resendAfterSeconds: Type.Integer({ minimum: 0 }),
    }),
    refusals: ["PHONE_NEEDED", "PHONE_COOLING", "RATE_LIMITED"],
  },
  stepUp: {
    summary:
      "Proves it by password or code, not both; the proof serves one act within a few minutes. A password sets no password, leaves no phone and closes no account",
    input: Type.Object({
      purpose: StepUpPurpose,
      password: Type.Optional(PayPassword),
      challengeId: Type.Optional(Token),
      code: Type.Optional(SmsCode),
    }),
    output: Type.Object({ stepUp: Type.String(), expiresAt: Instant }),
    refusals: [
      "PASSWORD_WRONG",
      "PASSWORD_LOCKED",
      "SMS_CODE_WRONG",
      "SMS_CODE_EXPIRED",
      "PHONE_NEEDED",
      "PHONE_COOLING",
      "RATE_LIMITED",
    ],
  },
  setPayPassword: {
    summary: "Sets or replaces the pay password; always with a proof by SMS",
    input: Type.Object({ password: PayPassword, stepUp: Type.String({ maxLength: 64 }) }),
    output: Security,
    refusals: ["STEP_UP_NEEDED", "PASSWORD_WEAK", "PHONE_NEEDED", "RATE_LIMITED"],
  },
});

/** The input, output and refusals of an operator's login, refresh and logout. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorPassport as routes } from "../../routes/operators/passport.ts";
import { Instant, Nothing, Phone, Token } from "../../values.ts";

const Totp = Type.String({ pattern: "^\\d{6}$" });
const RecoveryCode = Type.String({ pattern: "^[A-Za-z2-7]{5}-?[A-Za-z2-7]{5}$" });
const Granted = Type.Object({ token: Type.String(), tokenExpired: Instant, uid: Type.String() });

export const operatorPassport = shapesOf<typeof routes>()({
  smsSend: {
    summary: "Send a login code; the same answer whether or not the phone is an operator's",
    input: Type.Object({ phone: Phone, scene: Type.Literal("login") }),
    output: Type.Object({
      challengeId: Type.String(),
      resendAfterSeconds: Type.Integer({ minimum: 0 }),
    }),
    refusals: ["RATE_LIMITED"],
  },
  smsLogin: {
    summary:
      "First step of a login; a phone that is no operator's is refused after its code. The ticket is for the second step: the authenticator's code, or enrolling one",
    input: Type.Object({ challengeId: Token, phone: Phone, code: Totp }),
    output: Type.Object({
      step: Type.Union([Type.Literal("totp"), Type.Literal("enrol")]),
      ticket: Type.String(),
      ticketExpired: Instant,
      name: Type.String(),
      phone: Type.String({ description: "masked" }),
      triesMax: Type.Integer(),
    }),
    refusals: ["SMS_CODE_WRONG", "SMS_CODE_EXPIRED", "NO_PERMISSION"],
  },
  totpVerify: {
    summary: "Second step of a login: a code of the authenticator, good once",
    input: Type.Object({ ticket: Token, code: Totp }),
    output: Granted,
    refusals: ["LOGIN_TICKET", "TOTP_WRONG", "TOTP_USED", "TOTP_LOCKED"],
  },
  totpRecover: {
    summary: "Second step of a login with one of the recovery codes, each good once",
    input: Type.Object({ ticket: Token, code: RecoveryCode }),
    output: Type.Object({ ...Granted.properties, codesLeft: Type.Integer() }),
    refusals: ["LOGIN_TICKET", "RECOVERY_WRONG", "TOTP_LOCKED"],
  },
  totpBegin: {
    summary: "Begin to enrol an authenticator: its secret, shown once for a ticket",
    input: Type.Object({ ticket: Token }),
    output: Type.Object({
      otpauth: Type.String(),
      secret: Type.String(),
      qr: Type.Array(Type.String(), {
        description: "the URI as a QR code: one text of 0 and 1 (dark) a row",
      }),
    }),
    refusals: ["LOGIN_TICKET"],
  },
  totpConfirm: {
    summary: "Confirm the new authenticator by its first code; the recovery codes are shown once",
    input: Type.Object({ ticket: Token, code: Totp }),
    output: Type.Object({ ...Granted.properties, recoveryCodes: Type.Array(Type.String()) }),
    refusals: ["LOGIN_TICKET", "TOTP_WRONG", "TOTP_LOCKED"],
  },
  stepUp: {
    summary: "Prove the second factor again; fresh for five minutes, for this session",
    input: Type.Object({ code: Totp }),
    output: Type.Object({ provenUntil: Instant }),
    refusals: ["TOTP_WRONG", "TOTP_USED", "TOTP_LOCKED"],
  },
  refresh: {
    summary: "Trade the console's refresh cookie for a new token; half an hour idle ends it",
    input: Nothing,
    output: Type.Object({ token: Type.String(), tokenExpired: Instant }),
    refusals: ["AUTH_EXPIRED"],
  },
  logout: {
    summary: "End this session of the console",
    input: Nothing,
    output: Nothing,
    refusals: [],
  },
  me: {
    summary: "Who is logged in, and what they may do",
    input: Nothing,
    output: Type.Object({
      uid: Type.String(),
      name: Type.String({ description: "the operator's name in the console" }),
      nickname: Type.String(),
      phone: Type.String({ description: "masked" }),
      roles: Type.Array(Type.String(), { description: "names of the operator's roles" }),
      permissions: Type.Array(Type.String()),
      /** Until when the second factor counts as fresh. */
      provenUntil: Type.Optional(Instant),
      proofAboveFen: Type.Integer({
        description: "an act `byAmount` above this, in fen, needs a fresh second factor",
      }),
    }),
    refusals: [],
  },
});

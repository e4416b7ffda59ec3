/** The input, output and refusals of an operator's login, refresh and logout. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorPassport as routes } from "../../routes/operators/passport.ts";
import { Instant, Nothing, Phone, Token } from "../../values.ts";

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
    summary: "Log in to the console; a phone that is no operator's is refused after its code",
    input: Type.Object({
      challengeId: Token,
      phone: Phone,
      code: Type.String({ pattern: "^\\d{6}$" }),
    }),
    output: Type.Object({ token: Type.String(), tokenExpired: Instant, uid: Type.String() }),
    refusals: ["SMS_CODE_WRONG", "SMS_CODE_EXPIRED", "NO_PERMISSION"],
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
      nickname: Type.String(),
      phone: Type.String({ description: "masked" }),
      roles: Type.Array(Type.String()),
      permissions: Type.Array(Type.String()),
    }),
    refusals: [],
  },
});

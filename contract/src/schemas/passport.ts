/** The input, output and refusals of login, refresh and logout. */
import Type from "typebox";
import { shapesOf } from "../operation.ts";
import type { passport as routes } from "../routes/passport.ts";
import { Instant, Nothing, Phone, Token } from "../values.ts";
import { WechatReturn, Referer } from "./wechat-login.ts";

const Login = Type.Object({
  token: Type.String(),
  tokenExpired: Instant,
  uid: Type.String(),
  isNew: Type.Boolean(),
  isClosing: Type.Boolean({ description: "the member asked for the account to be closed" }),
});

export const passport = shapesOf<typeof routes>()({
  smsSend: {
    summary: "Send a login code; the same answer for known and unknown phones",
    input: Type.Object({ phone: Phone, scene: Type.Literal("login") }),
    output: Type.Object({
      challengeId: Type.String(),
      resendAfterSeconds: Type.Integer({ minimum: 0 }),
    }),
    refusals: ["RATE_LIMITED"],
  },
  smsLogin: {
    summary: "Log in with the code of a challenge; the refresh cookie is set",
    input: Type.Object({
      challengeId: Token,
      phone: Phone,
      code: Type.String({ pattern: "^\\d{6}$" }),
      termsVersion: Type.Optional(Type.String({ maxLength: 32 })),
      inviteCode: Type.Optional(Type.String({ maxLength: 32 })),
    }),
    output: Login,
    refusals: ["SMS_CODE_WRONG", "SMS_CODE_EXPIRED", "TERMS_NEEDED", "RISK_REFUSED"],
  },
  wechatAuthorize: {
    summary:
      "Where to go for a login by WeChat; the state is bound to this browser by a cookie. With `withProfile` WeChat asks for nickname and picture, else the login is silent",
    input: Type.Object({ referer: Referer, withProfile: Type.Optional(Type.Boolean()) }),
    output: Type.Object({ url: Type.String() }),
    refusals: [],
  },
  wechatLogin: {
    summary: "Log in with what WeChat gave back; `referer` is where to land",
    input: Type.Object({
      ...WechatReturn,
      termsVersion: Type.Optional(Type.String({ maxLength: 32 })),
      inviteCode: Type.Optional(Type.String({ maxLength: 32 })),
    }),
    output: Type.Object({ ...Login.properties, referer: Type.String() }),
    refusals: ["TERMS_NEEDED", "WECHAT_STATE", "WECHAT_CODE", "WECHAT_SNAPSHOT", "RISK_REFUSED"],
  },
  refresh: {
    summary: "Trade the refresh cookie for a new token; the cookie rotates, reuse ends the family",
    input: Nothing,
    output: Type.Object({ token: Type.String(), tokenExpired: Instant }),
    refusals: ["AUTH_EXPIRED"],
  },
  logout: {
    summary: "End this session, or every session of the member",
    input: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }),
    output: Nothing,
    refusals: [],
  },
});

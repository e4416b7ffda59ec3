/** The ways to log in to an account: listing, adding and removing them. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { identity as routes } from "../routes/identity.ts";
import { Instant, Phone, Token } from "../values.ts";
import { WechatReturn, Referer } from "./wechat-login.ts";

export const Identities = Type.Object({
  phone: Type.String({ description: "masked; empty while none is bound" }),
  /** After a change of the phone: until then it cannot be changed again. */
  phoneFixedUntil: Type.Optional(Instant),
  wechat: Type.Object({
    isLinked: Type.Boolean(),
    nickname: Type.String({ description: "as told by WeChat; empty until it was asked" }),
    linkedAt: Type.Optional(Instant),
    /** Whether WeChat's page opens in this browser: in WeChat itself, or with the sandbox. */
    isHere: Type.Boolean(),
  }),
  /** Whether linking and unlinking require a proof, because money or a pay password is at stake. */
  needsProof: Type.Boolean(),
});
export type Identities = Static<typeof Identities>;

const StepUp = Type.Optional(Type.String({ maxLength: 64 }));
/** Returned after a code to the old phone was verified. */
const OldPhoneProof = Type.String({ maxLength: 64 });

export const identity = shapesOf<typeof routes>()({
  list: {
    summary: "The ways into the caller's account",
    input: Type.Object({}),
    output: Identities,
    refusals: [],
  },
  wechatAuthorize: {
    summary:
      "Where to go to link WeChat, or for nickname and avatar; bound to this session. Linking may need a proof",
    input: Type.Object({
      purpose: Type.Union([Type.Literal("link"), Type.Literal("profile")]),
      referer: Referer,
      stepUp: StepUp,
    }),
    output: Type.Object({ url: Type.String() }),
    refusals: ["STEP_UP_NEEDED", "WECHAT_OTHER"],
  },
  wechatReturn: {
    summary: "Does what the state was made for; WECHAT_TAKEN carries a `proof` for a merge",
    input: Type.Object(WechatReturn),
    output: Type.Object({
      purpose: Type.Union([Type.Literal("link"), Type.Literal("profile")]),
      referer: Type.String(),
    }),
    refusals: ["WECHAT_STATE", "WECHAT_CODE", "WECHAT_SNAPSHOT", "WECHAT_TAKEN", "WECHAT_OTHER"],
  },
  wechatUnlink: {
    summary: "Takes WeChat away; never the last way in",
    input: Type.Object({ stepUp: StepUp }),
    output: Identities,
    refusals: ["LAST_IDENTITY", "STEP_UP_NEEDED"],
  },
  phoneSend: {
    summary: "Sends a code to the phone that is to be bound",
    input: Type.Object({ phone: Phone }),
    output: Type.Object({
      challengeId: Type.String(),
      resendAfterSeconds: Type.Integer({ minimum: 0 }),
    }),
    refusals: ["PHONE_BOUND", "RATE_LIMITED"],
  },
  phoneBind: {
    summary: "Binds a first phone; a code that met PHONE_TAKEN {canMerge} stays good for a merge",
    input: Type.Object({
      challengeId: Token,
      phone: Phone,
      code: Type.String({ pattern: "^\\d{6}$" }),
    }),
    output: Identities,
    refusals: ["SMS_CODE_WRONG", "SMS_CODE_EXPIRED", "PHONE_TAKEN", "PHONE_BOUND"],
  },
  phoneChangeSend: {
    summary: "Sends a code to the phone that is to come; takes a live proof of purpose `phone`",
    input: Type.Object({ phone: Phone, stepUp: OldPhoneProof }),
    output: Type.Object({
      challengeId: Type.String(),
      resendAfterSeconds: Type.Integer({ minimum: 0 }),
    }),
    refusals: ["STEP_UP_NEEDED", "PHONE_NEEDED", "PHONE_SAME", "PHONE_CHANGE_WAIT", "RATE_LIMITED"],
  },
  phoneChange: {
    summary:
      "Puts the new phone in the old one's place and ends every other session; a repeat changes nothing",
    input: Type.Object({
      challengeId: Token,
      phone: Phone,
      code: Type.String({ pattern: "^\\d{6}$" }),
      stepUp: OldPhoneProof,
    }),
    output: Identities,
    refusals: [
      "STEP_UP_NEEDED",
      "PHONE_NEEDED",
      "PHONE_SAME",
      "PHONE_CHANGE_WAIT",
      "SMS_CODE_WRONG",
      "SMS_CODE_EXPIRED",
      "PHONE_TAKEN",
    ],
  },
});

/** WeChat JS-SDK: what a page in WeChat's browser passes to `wx.config`. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { wechat as routes } from "../routes/wechat.ts";

/** The names and the letter case are WeChat's own (U08, H02). */
export const JsdkConfig = Type.Object({
  appId: Type.String(),
  timestamp: Type.Integer({ minimum: 0, description: "seconds since 1970" }),
  nonceStr: Type.String(),
  signature: Type.String({ description: "SHA-1 in lower-case hex" }),
  jsApiList: Type.Array(Type.String()),
});
export type JsdkConfig = Static<typeof JsdkConfig>;

export const wechat = shapesOf<typeof routes>()({
  jsdk: {
    summary: "The JS-SDK configuration of one page of ours, signed for its address",
    input: Type.Object({
      url: Type.String({
        minLength: 1,
        maxLength: 4096,
        description: "the page's address; its fragment is dropped, the rest has 1,024 at most",
      }),
    }),
    output: Type.Object({ config: JsdkConfig }),
    topLevelFields: ["config"],
    refusals: ["URL_FOREIGN"],
  },
});

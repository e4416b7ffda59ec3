/** What is sent to and returned from WeChat's login page, and the purpose of each `state`. */
import Type from "typebox";

/** Any text is accepted: one that is not a path of the app means home (M12). */
export const Referer = Type.Optional(Type.String({ maxLength: 8_192 }));

/** As WeChat returns them; an invalid value causes a refusal, not a schema error. */
export const WechatReturn = {
  code: Type.String({ maxLength: 512 }),
  state: Type.String({ maxLength: 128 }),
} as const;

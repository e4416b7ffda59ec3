/** What goes to WeChat's page and comes back from it, and what each state of ours is for. */
import Type from "typebox";

/** Any text is taken: what is no path of the app means home (M12). */
export const Referer = Type.Optional(Type.String({ maxLength: 8_192 }));

/** As WeChat hands them back; what is wrong with them is told by a refusal, not by the shape. */
export const WechatReturn = {
  code: Type.String({ maxLength: 512 }),
  state: Type.String({ maxLength: 128 }),
} as const;

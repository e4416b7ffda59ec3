/**
 * The purposes of a WeChat authorisation, encoded in the first letter of the `state`: one page
 * receives all returns.
 */

export type WechatPurpose = "login" | "link" | "profile";

const prefixes: Readonly<Record<WechatPurpose, string>> = { login: "a", link: "b", profile: "c" };

/**
 * Returns the letter that a state of this purpose begins with; hexadecimal digits follow, because
 * WeChat accepts nothing else.
 */
export const statePrefixOf = (purpose: WechatPurpose): string => prefixes[purpose];

/**
 * Returns the purpose of a state. The server's own record decides; a page only chooses which
 * endpoint to call.
 */
export function purposeOf(state: string): WechatPurpose {
  if (state.startsWith(prefixes.link)) return "link";
  return state.startsWith(prefixes.profile) ? "profile" : "login";
}

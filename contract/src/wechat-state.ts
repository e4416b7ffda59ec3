/** The purposes of a way to WeChat and back, told by the first letter of the state: the page lands here for all of them. */

export type WechatPurpose = "login" | "link" | "profile";

const letters: Readonly<Record<WechatPurpose, string>> = { login: "a", link: "b", profile: "c" };

/** The letter that a state of this purpose begins with; hexadecimal digits follow, for WeChat takes nothing else. */
export const statePrefixOf = (purpose: WechatPurpose): string => letters[purpose];

/** What a state is for. The server's own record decides; a page only learns whom to ask. */
export function purposeOf(state: string): WechatPurpose {
  if (state.startsWith(letters.link)) return "link";
  return state.startsWith(letters.profile) ? "profile" : "login";
}

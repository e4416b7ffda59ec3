/** Reads who invited out of the address a visit begins with, and takes it out of sight. */

/** The query parameter that names who invited, as the login takes it. */
export const INVITE_PARAMETER = "inviteCode";
/** By which way the friend came. */
export const CHANNEL_PARAMETER = "from";

const CODE = /^[\w-]{4,16}$/;

export type Invite = { readonly code: string; readonly channel: "poster" | "link" };

/**
 * The invitation of the present address, undefined without a code that could be one. What names it
 * is taken out of the address bar, so that it is neither shared on nor kept as a bookmark; all else
 * stays.
 */
export function takeInviteFromUrl(): Invite | undefined {
  const address = new URL(location.href);
  const code = address.searchParams.get(INVITE_PARAMETER);
  if (code === null) return undefined;
  const channel = address.searchParams.get(CHANNEL_PARAMETER) === "poster" ? "poster" : "link";
  address.searchParams.delete(INVITE_PARAMETER);
  address.searchParams.delete(CHANNEL_PARAMETER);
  history.replaceState(history.state, "", address);
  return CODE.test(code) ? { code, channel } : undefined;
}

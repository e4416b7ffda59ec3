/** Reads the invitation from the first address of a visit and removes it from the address bar. */

/** The query parameter with the inviter's code, as the login takes it. */
export const INVITE_PARAMETER = "inviteCode";
/** The query parameter with the channel of the invitation. */
export const CHANNEL_PARAMETER = "from";

/** The storage key of the first invitation, until the login. */
export const INVITE_KEY = "invited-by";

const CODE = /^[\w-]{4,16}$/;

export type Invite = { readonly code: string; readonly channel: "poster" | "link" };

let visited: Invite | undefined;

/** Returns the invitation that this visit began with, before it is stored. */
export const visitInvite = (): Invite | undefined => visited;

/**
 * Returns the invitation of the current address; undefined without a well-formed code. Its
 * parameters are removed from the address bar, so that they are not shared or bookmarked; the
 * others stay.
 */
export function takeInviteFromUrl(): Invite | undefined {
  const address = new URL(location.href);
  const code = address.searchParams.get(INVITE_PARAMETER);
  if (code === null) return undefined;
  const channel = address.searchParams.get(CHANNEL_PARAMETER) === "poster" ? "poster" : "link";
  address.searchParams.delete(INVITE_PARAMETER);
  address.searchParams.delete(CHANNEL_PARAMETER);
  history.replaceState(history.state, "", address);
  visited = CODE.test(code) ? { code, channel } : undefined;
  return visited;
}

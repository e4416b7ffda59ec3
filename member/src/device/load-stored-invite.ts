/**
 * Loads the code that stores an invitation; it comes with the login, never with a page's first
 * view.
 */

type StoredInviteApi = {
  readonly inviteForLogin: () => { readonly inviteCode?: string };
  readonly clearInvite: () => void;
};

// A login does not fail without the chunk; it then proceeds without an invitation.
const NOTHING: StoredInviteApi = { inviteForLogin: () => ({}), clearInvite: () => undefined };

/** Never rejects. */
export const loadStoredInvite = (): Promise<StoredInviteApi> =>
  import("./stored-invite.ts").catch((): StoredInviteApi => NOTHING);

/** What a login remembers of who invited; it comes with the login, never with a page's first view. */

type Memory = {
  readonly inviteOfLogin: () => { readonly inviteCode?: string };
  readonly forgetInvite: () => void;
};

// A login does not fail on it: then nobody invited.
const NOTHING: Memory = { inviteOfLogin: () => ({}), forgetInvite: () => undefined };

/** Never rejects. */
export const inviteMemory = (): Promise<Memory> =>
  import("./invited-by.ts").catch((): Memory => NOTHING);

/** The call with which a job uses a handler in the name of a member or an operator. */
import type { Call } from "./call.ts";

/** Returns a call of `memberId` with these permissions; `name` stands for request and session. */
export const jobCall = (
  name: string,
  memberId: string,
  permissions: readonly string[] = [],
): Call => ({
  requestId: name,
  member: { memberId, sessionId: name, roles: [], permissions },
  address: "",
  device: "",
  userAgent: "",
  key: "",
  cookies: {},
  origin: undefined,
  ownOrigin: "",
  isSecure: true,
  fetchSite: undefined,
  setCookie: () => undefined,
});

/** Calls without a request: of a job in the name of a member, and of no caller. */
import type { Call } from "./call.ts";

/** Returns a call of a visitor without a token; `name` stands for the request. */
export const anonymousCall = (name: string): Call => ({
  requestId: name,
  member: undefined,
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

/** Returns a call of `memberId` with these permissions; `name` stands for request and session. */
export const jobCall = (
  name: string,
  memberId: string,
  permissions: readonly string[] = [],
): Call => ({
  ...anonymousCall(name),
  member: { memberId, sessionId: name, roles: [], permissions },
});

/** What may be asked of the members room: login, sessions, profiles and rights. */
export { loginBySms, memberOfPhone } from "./actions/login.ts";
export { profileOf, renameMember, standingOf } from "./actions/profile.ts";
export { setRights } from "./actions/rights.ts";
export { sendCode } from "./actions/send-code.ts";
export { type Authenticator, createAuthenticator, openSession } from "./actions/session.ts";
export { acceptTerms } from "./actions/terms.ts";
export { signToken } from "./tokens.ts";

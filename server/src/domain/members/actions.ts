/** What may be asked of the members room: login, sessions, profiles and rights. */
export { onceForMember, refuseMerged } from "./actions/acting.ts";
export { faceOf } from "./actions/avatar.ts";
export { checkOwnCode, spendCode } from "./actions/check-code.ts";
export {
  accountOf,
  type AccountToClose,
  closeMember,
  dropClosedIdentities,
  eraseMember,
  isClosedAccount,
  moveCancelling,
} from "./actions/close.ts";
export { type IdentityDeps, identitiesOf } from "./actions/identity.ts";
export { ownerByProof } from "./actions/identity-proof.ts";
export { ownPhone, phoneOf } from "./actions/own-phone.ts";
export { isSessionLive, sessionsEnded } from "./actions/live.ts";
export { loginBySms, loginOperator, memberOfPhone } from "./actions/login.ts";
export { nameOf, profileOf, renameMember, statusOf, whoIs } from "./actions/profile.ts";
export { renewToken } from "./actions/renew.ts";
export { setRights } from "./actions/rights.ts";
export { sendCode, sendOwnCode } from "./actions/send-code.ts";
export {
  type Authenticator,
  createAuthenticator,
  logout,
  openSession,
  refresh,
} from "./actions/session.ts";
export { acceptTerms } from "./actions/terms.ts";
export { memberOfWechat, type Told } from "./actions/wechat-login.ts";
export {
  clearRefreshCookie,
  readRefreshCookie,
  refuseForeignOrigin,
  setRefreshCookie,
} from "./refresh-cookie.ts";
export { signToken } from "./tokens.ts";
export { devicesOf } from "./session-store.ts";
export {
  endMember,
  holdMember,
  type Mergeable,
  ownerByPhone,
  type PhoneShown,
  sessionAfterMerge,
  spendPhoneCode,
} from "./actions/merge.ts";

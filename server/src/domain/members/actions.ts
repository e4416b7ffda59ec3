/** Public actions of the members module: login, sessions, profiles and rights. */
export { onceForMember, refuseMerged } from "./actions/active-member.ts";
export { nicknameAndPictureOf } from "./actions/avatar.ts";
export { checkOwnCode, consumeCode } from "./actions/check-code.ts";
export {
  accountOf,
  type AccountToClose,
  closeMember,
  deleteExpiredClosedIdentities,
  anonymizeMember,
  isClosedAccount,
  changeCancellingStatus,
} from "./actions/close.ts";
export {
  findNamedMember,
  labelText,
  memberFilterOf,
  memberIdOf,
  memberIdsOf,
  memberLabels,
  memberNames,
} from "./actions/labels.ts";
export { applyWechatProfile } from "./actions/wechat-profile.ts";
export { ownerByProof } from "./actions/identity-proof.ts";
export { ownPhone, phoneOf, phonesByMemberNo } from "./actions/own-phone.ts";
export { isSessionLive, filterEndedSessions } from "./actions/session-liveness.ts";
export {
  loginBySms,
  openConsoleSession,
  proveOperatorPhone,
  findOrCreateMemberByPhone,
} from "./actions/login.ts";
export {
  chooseOffers,
  nameOf,
  profileOf,
  renameMember,
  statusOf,
  memberSummaryOf,
} from "./actions/profile.ts";
export { renewToken } from "./actions/renew.ts";
export { setRights } from "./actions/rights.ts";
export { sendCode, sendOwnCode } from "./actions/send-code.ts";
export {
  type Authenticator,
  createAuthenticator,
  endSessions,
  logout,
  openSession,
  proveSession,
  refreshSession,
} from "./actions/session.ts";
export { acceptTerms } from "./actions/terms.ts";
export { countAccepted, readConsents } from "./store.ts";
export { findOrCreateMemberByWechat } from "./actions/wechat-login.ts";
export {
  clearRefreshCookie,
  readRefreshCookie,
  refuseForeignOrigin,
  setRefreshCookie,
} from "./refresh-cookie.ts";
export { signToken } from "./tokens.ts";
export { devicesOf } from "./store/sessions.ts";
export {
  mergeMemberInto,
  lockMember,
  type MergeCandidate,
  ownerByPhone,
  type PhoneCodeProof,
  sessionAfterMerge,
  consumePhoneCode,
} from "./actions/merge.ts";
export {
  endSessionsByOperator,
  liftRestriction,
  memberIdByNo,
  noteMember,
  dailyCounter,
  restrictMember,
  revealPhone,
  setTags,
} from "./actions/operator/account.ts";
export { rebindApprovals } from "./actions/operator/approval-kind.ts";
export { decideRebind, proposeRebind, waitingRebind } from "./actions/operator/rebind.ts";
export { setAvatar } from "./actions/avatar.ts";
export { resetAvatar, resetNickname } from "./store.ts";
export { memberStateOf } from "./store/audited.ts";
export { membersBornOn } from "./store/birthdays.ts";

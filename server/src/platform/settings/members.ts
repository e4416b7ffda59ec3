/** Settings of logins, sessions, SMS codes, step-up and WeChat. */
import { DAY, HOUR, MINUTE, SECOND } from "./durations.ts";

export const membersSettings = {
  // Passport (reliability.md 2.4, 2.5)
  accessTokenMs: 15 * MINUTE,
  tokenLeewayMs: MINUTE,
  refreshIdleMs: 30 * DAY,
  refreshTotalMs: 90 * DAY,
  refreshGraceMs: 10 * SECOND,
  /** An operator's session (reliability.md, Console). */
  consoleIdleMs: 30 * MINUTE,
  consoleTotalMs: 8 * HOUR,
  /** Networks (CIDR, separated by commas) that may reach the console; empty: all. */
  consoleNetworks: "",
  // An operator's second factor (decision 0078)
  /** The time between the code by SMS and the code of the authenticator. */
  operatorTicketMs: 10 * MINUTE,
  /** How long the second factor counts as fresh for operations that need it. */
  operatorProofMs: 5 * MINUTE,
  /** Money of more than this needs a fresh second factor of the operator (decision 0086). */
  operatorProofAboveFen: 20_000,
  /** Wrong codes of one operator in a row until the second factor is locked, and for how long. */
  operatorTotpTriesMax: 5,
  operatorTotpLockMs: 15 * MINUTE,
  /** Codes of the second factor from one address within an hour. */
  operatorTotpPerAddressHour: 100,
  smsCodeMs: 5 * MINUTE,
  smsTriesMax: 5,
  /**
   * Wrong SMS codes for one phone within an hour: from unknown devices, and from its own, counted
   * apart (decision 0058).
   */
  smsGuessesPerPhoneHour: 30,
  smsResendSeconds: 60,
  smsPerPhoneDay: 5,
  /** Codes for step-ups, counted apart from those for logins. */
  smsStepUpPerPhoneDay: 10,
  smsPerDeviceDay: 20,
  smsPerAddressHour: 50,
  /**
   * Off while the sandbox is on, to allow manual testing (reliability.md, decisions); tests switch
   * them on.
   */
  smsDayCapsOn: true,
  smsWrongSiteHourAlarm: 300,
  /**
   * Refused calls of one operator per hour that are recorded in the audit; further ones are only
   * counted.
   */
  auditRefusalsPerHour: 20,
  /** What one operator may read a day (decision 0080): searches by phone or last four, reveals. */
  memberFindsPerDay: 300,
  memberRevealsPerDay: 50,
  revocationSeenWithinMs: 5 * SECOND,
  /** Nicknames a member may set within a day. */
  nicknamesPerDay: 5,
  // Step-up (features.md A12)
  stepUpProofMs: 5 * MINUTE,
  /** Wrong pay passwords in a row until the password is locked, and for how long. */
  payPasswordTriesMax: 5,
  payPasswordLockMs: 3 * HOUR,
  /**
   * Pay passwords verified or set for one member within an hour, including correct ones: each costs
   * CPU time.
   */
  payPasswordWorkPerHour: 30,
  /**
   * How long after the pay password was set or changed only a code by SMS is accepted for a
   * withdrawal.
   */
  payPasswordCoolMs: DAY,
  /**
   * A bound phone can be changed once in this time; a second change in a row is typical of a thief
   * (decision 0051).
   */
  phoneChangeEveryMs: 30 * DAY,
  /**
   * How long after the change every money operation that needs a proof is refused: the owner has
   * time to report a theft.
   */
  phoneCoolMs: DAY,
  /**
   * From the request to close an account to its end (features.md A8): until then the member can
   * withdraw the request.
   */
  closingCoolMs: 7 * DAY,
  /** The interval of checking a delayed closing again. */
  closingCheckMs: HOUR,
  /**
   * How long keyed hashes of a closed account's phone and openids prevent new-member rewards for
   * them (decision 0061).
   */
  closedIdentityKeptMs: 365 * DAY,
  receiptAfterEndMs: 7 * DAY,
  pickupAutoReceiveMs: 4 * HOUR,
  // WeChat (reliability.md, JSSDK)
  wechatTimeoutMs: 5 * SECOND,
  /** From redirecting to WeChat's page to returning from it (reliability.md, WeChat login). */
  wechatStateMs: 5 * MINUTE,
  /** How long the proof of a WeChat linked to another account is valid for a merge. */
  wechatProofMs: 10 * MINUTE,
  jsdkPerDeviceMinute: 30,
  /** Our template ids in the account's own list; an operator sets the real ones. */
  wechatTemplatePickup: "YJ-pickup-ready-0001",
  wechatTemplateRefund: "YJ-refund-done-0002",
  wechatTemplateWithdrawal: "YJ-withdrawal-0003",
  wechatTemplateExpiring: "YJ-expiring-soon-0004",
};

/** Settings of logins, sessions, SMS codes, step-up and WeChat. */
import { count, fen, money, ms, rights, seconds, type AdjustableTopic } from "./adjustable.ts";
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
  /** Copies of a member's own data: how many a day, and how long the file is kept. */
  copiesPerDay: 2,
  copyKeptMs: 3 * DAY,
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

export const membersAdjustable: AdjustableTopic<typeof membersSettings> = {
  topic: "登录与安全",
  settings: {
    smsCodeMs: ms("短信验证码有效期", MINUTE, 30 * MINUTE, rights),
    smsTriesMax: count("一个验证码可输错几次", 3, 10, rights),
    smsResendSeconds: seconds("两次短信之间至少隔", 30, 600),
    smsPerPhoneDay: count("每个手机号每天的登录短信", 1, 50),
    smsStepUpPerPhoneDay: count("每个手机号每天的验证短信", 1, 50),
    smsPerDeviceDay: count("每台设备每天的短信", 1, 500),
    smsPerAddressHour: count("每个网络地址每小时的短信", 1, 10_000),
    nicknamesPerDay: count("每个会员每天可改几次昵称", 1, 50),
    stepUpProofMs: ms("会员验证后多久内不再验证", MINUTE, 30 * MINUTE, rights),
    payPasswordTriesMax: count("支付密码连续输错几次后锁定", 3, 10, rights),
    payPasswordLockMs: ms("支付密码锁定多久", 10 * MINUTE, DAY, rights),
    payPasswordCoolMs: ms("改支付密码后提现只认短信的时间", 0, 7 * DAY, money),
    phoneChangeEveryMs: ms("两次换绑手机号之间至少隔", 0, 365 * DAY, rights),
    phoneCoolMs: ms("换绑手机号后暂停资金操作的时间", 0, 7 * DAY, money),
    closingCoolMs: ms("注销申请的冷静期", DAY, 30 * DAY),
    pickupAutoReceiveMs: ms("取餐多久后自动确认收货", HOUR, DAY),
    consoleIdleMs: ms("运营后台闲置多久退出", 5 * MINUTE, 8 * HOUR, rights),
    consoleTotalMs: ms("运营后台一次登录最长", 30 * MINUTE, DAY, {
      ...rights,
      notBelow: "consoleIdleMs",
    }),
    operatorProofMs: ms("运营人员二次验证的有效期", MINUTE, HOUR, rights),
    operatorProofAboveFen: fen("超过多少金额需要二次验证", 0, 1_000_000, money),
    memberFindsPerDay: count("每个运营人员每天可查找会员", 10, 5_000, rights),
    memberRevealsPerDay: count("每个运营人员每天可查看完整手机号", 1, 500, rights),
  },
};

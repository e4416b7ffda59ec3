/**
 * Every business setting with its default and source; an operator may override each (table
 * `setting`).
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const defaults = {
  // Passport (reliability.md 2.4, 2.5)
  accessTokenMs: 15 * MINUTE,
  tokenLeewayMs: MINUTE,
  refreshIdleMs: 30 * DAY,
  refreshTotalMs: 90 * DAY,
  refreshGraceMs: 10 * SECOND,
  /** An operator's session (reliability.md, Console). */
  consoleIdleMs: 30 * MINUTE,
  consoleTotalMs: 8 * HOUR,
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
  revocationSeenWithinMs: 5 * SECOND,
  /** Nicknames a member may set within a day. */
  nicknamesPerDay: 5,
  // Exchange codes (domain.md 10–11, reliability.md 2.4)
  codeSessionMs: 15 * MINUTE,
  codeWrongPerAccountHour: 10,
  codeWrongPerDeviceHour: 30,
  /**
   * From here on, callers of a network without a login need the hardest proof; a network never
   * causes a lock-out.
   */
  codeWrongPerAddressHour: 60,
  codeLockMs: HOUR,
  /**
   * Wrong attempts of a device or a network without a login that need no proof: the third needs
   * one.
   */
  codeProofFreeTries: 2,
  /**
   * Leading zero bits of a proof (decision 0044): normally, during the alarm, and from a guessing
   * network.
   */
  codeProofBits: 13,
  codeProofAlarmBits: 15,
  codeProofNetworkBits: 16,
  codeProofMs: 2 * MINUTE,
  /**
   * The alarm is raised when the wrong attempts of ten minutes are so many times their median of
   * seven days, and at least `guessAlarmFloor`.
   */
  guessAlarmTimes: 5,
  guessAlarmFloor: 100,
  /** How long the extra proofs stay required after the last check above the threshold. */
  guessAlarmMs: 30 * MINUTE,
  codeGivenBackMax: 3,
  /**
   * A returned code stays valid for at least so long, even past its own expiry (as points,
   * domain.md 13).
   */
  codeGraceMs: 7 * DAY,
  // Orders (domain.md 3)
  unpaidOrderMs: 15 * MINUTE,
  unpaidMealMs: 10 * MINUTE,
  holdSlackMs: MINUTE,
  ordersUnpaidMax: 5,
  quoteMs: 15 * MINUTE,
  couponsPerOrderMax: 1,
  /**
   * Spending more than this of the balance in one order requires a step-up proof (domain.md 14).
   */
  balanceWithoutStepUpFen: 20_000,
  /**
   * The same limit for all orders of 24 hours together, so that many small orders cannot evade it.
   */
  balanceWithoutStepUpDayFen: 50_000,
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
  // Cards (features.md D11)
  cardRevealsPerDay: 20,
  // Fulfilment (domain.md 12, 19)
  supplierTimeoutMs: 8 * SECOND,
  /**
   * Seconds from one query of a supplier order to the next, while its state does not change; the
   * last one repeats.
   */
  supplierQuerySeconds: [5, 5, 10, 20, 40, 80, 120, 160] as readonly number[],
  /**
   * The most queries to a supplier (features.md N4): about one order per day, and about all orders
   * in any minute.
   */
  supplierQueriesPerDay: 10,
  supplierQueriesPerMinute: 200,
  /**
   * The window of a supplier's health data, for routing and for its usual times (features.md N5).
   */
  supplierHealthMs: 30 * MINUTE,
  /**
   * Below this share of successful orders, in thousandths, a route comes after those of its
   * priority.
   */
  routeGoodShareMin: 800,
  /** Fewer orders or deliveries than this give no statistics. */
  supplierLessonMin: 10,
  /**
   * How long an undecided order may wait for an operator's decision, and how long a claim is valid
   * (features.md N8).
   */
  deskSlaMs: 30 * MINUTE,
  deskClaimMs: 10 * MINUTE,
  codeIssueManualMs: 5 * MINUTE,
  codeIssueCancelMs: 10 * MINUTE,
  codeIssueAlarmMs: 15 * MINUTE,
  cancelAgainMs: 60 * SECOND,
  /**
   * From one unanswered cancel to the next: the interval grows with the elapsed time, up to this.
   */
  cancelAgainMaxMs: 10 * MINUTE,
  /**
   * A supplier's circuit opens when, within the window, at least `circuitPlacingsMin` orders were
   * placed and at least `circuitBadShare` of them failed.
   */
  circuitWindowMs: 5 * MINUTE,
  circuitPlacingsMin: 10,
  circuitBadShare: 0.5,
  /** How long it stays open until one order tries again. */
  circuitOpenMs: MINUTE,
  /** With fewer free cards than this, the alert for low stock of our own cards is raised. */
  cardStockLow: 20,
  /** A prepaid balance at a supplier that lasts fewer days than this raises an alert. */
  prepaidDaysMin: 3,
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
  // WeChat Pay (domain.md 5): polls in seconds after the attempt began; then the last step repeats.
  payLookSeconds: [5, 15, 30] as readonly number[],
  payLookAgainMs: 30 * SECOND,
  /** How long after its end an attempt unknown to the channel is given up. */
  payAbsentMs: MINUTE,
  wechatPayTimeoutMs: 5 * SECOND,
  /**
   * From one poll of a return to the next; longer while the merchant's account has too little
   * money.
   */
  payReturnLookMs: MINUTE,
  payReturnShortMs: 10 * MINUTE,
  // Refunds (domain.md 6): an amount above this needs one approval, and above the second limit two.
  refundReviewAboveFen: 50_000,
  refundTwoPersonsFen: 50_000,
  // Withdrawals (domain.md 15), in fen; above `withdrawAutoFen` one approval is needed, and above
  // the next limit two.
  withdrawMinFen: 100,
  withdrawPerDay: 3,
  withdrawMonthFen: 1_000_000,
  withdrawAutoFen: 20_000,
  withdrawTwoPersonsFen: 200_000,
  withdrawNameAboveFen: 200_000,
  withdrawWithoutStepUpFen: 20_000,
  /** What WeChat Pay itself charges for a payment, at least 0.1 元. */
  withdrawFeePer10000: 60,
  withdrawFeeMinFen: 10,
  /**
   * A withdrawal from a younger account needs a review (features.md U6); off while the sandbox is
   * on.
   */
  withdrawAccountAgeMs: 7 * DAY,
  /**
   * From one poll of a transfer to the next; while it waits for its payee; while the merchant's
   * account has too little money.
   */
  payoutLookMs: 30 * SECOND,
  payoutWaitLookMs: 5 * MINUTE,
  payoutShortMs: 10 * MINUTE,
  /**
   * A payee has a day to confirm, and WeChat closes the transfer some time later: after this an
   * operator sees it.
   */
  payoutConfirmMs: 25 * HOUR,
  /** A refused transfer that is still unknown to the channel after this time was never accepted. */
  payoutRefusedMs: 2 * MINUTE,
  /**
   * WeChat answers for transfers of thirty days; after this time an unknown transfer proves
   * nothing.
   */
  payoutKnownMs: 25 * DAY,
  /** WeChat's transfer scene: 1000 is a campaign's reward, 1005 a commission. */
  payoutScene: "1000",
  // Points (domain.md 13)
  pointsLifeMonths: 12,
  pointsFreezeMs: 7 * DAY,
  /**
   * Points are used in whole units: 100 points take off 1 元, at most half of what is left to pay.
   */
  pointsUnit: 100,
  pointsUnitFen: 100,
  pointsOffPercentMax: 50,
  // Balance (domain.md 14): top-ups, and the most that all parts of a balance together may hold.
  topUpMs: 15 * MINUTE,
  topUpMinFen: 1_000,
  topUpMaxFen: 500_000,
  balanceCapFen: 1_000_000,
  /** Bonus expires at the end of the month after so many months, as points do. */
  bonusLifeMonths: 12,
  // Partners (features.md K1–K5): how long a one-time link is valid, jumps per minute, and how
  // orders are pulled
  partnerPassMs: 5 * MINUTE,
  partnerGoPerMinute: 10,
  partnerPullMs: 10 * MINUTE,
  partnerPullOverlapMs: HOUR,
  partnerPullFirstMs: 7 * DAY,
  // Customer service: the phone number that members read; when empty, they read that there is none.
  servicePhone: "",
  serviceHours: "每天 9:00–21:00",
  // Dining (domain.md 12)
  slotMinutes: 15,
  diningSyncMs: 10 * MINUTE,
  // Catalogue: the maximum age of cached reads; orders always query the database (performance.md,
  // G6)
  catalogSeenWithinMs: 2 * SECOND,
  // Outbox (reliability.md 3.6)
  outboxLeaseMs: 30 * SECOND,
  outboxTriesMax: 20,
  outboxBatch: 20,
  idempotencyKeptMs: 7 * DAY,
  // Push (reliability.md 2.5, WebSocket): the intervals of pings, and of checking sessions without
  // a hint.
  pushPingMs: 30 * SECOND,
  pushCheckMs: MINUTE,
  /**
   * The time over which a stopping server spreads its closes, so that clients do not all reconnect
   * to the next process at once.
   */
  pushDrainMs: 2 * SECOND,
  // Files (reliability.md 2.5, Uploads; cloud-protocol.md 8)
  fileTicketMs: 10 * MINUTE,
  fileLinkMs: 10 * MINUTE,
  /** How long an unused upload is stored. */
  fileUnusedMs: DAY,
  /** Uploads and kilobytes per day, of a member, or of an address without a login. */
  filesPerDay: 500,
  fileKbPerDay: 204_800,
  /** Uploads per day of all callers without a login together. */
  filesOfNobodyPerDay: 20_000,
  /** Concurrent uploads of one member, or of one address. */
  filesAtOnce: 5,
  /** Requests per minute and address; off while the sandbox is on. */
  floodPerMinute: 1_200,
  // Cloud protocol (cloud-protocol.md, Freshness): how far a client's clock may differ from the
  // server's.
  cloudWindowMs: 15 * MINUTE,
  /**
   * A token with less remaining lifetime than this is renewed in the response (cloud-protocol.md
   * 6).
   */
  cloudRenewBelowMs: 5 * MINUTE,
  // Bills (features.md L4, reliability.md 3.8): WeChat Pay publishes yesterday's bill by ten, so it
  // is requested after that.
  billAtMs: 10 * HOUR + 10 * MINUTE,
  billAgainMs: 10 * MINUTE,
  /** A bill missing for this long after its time becomes a reconciliation case. */
  billMissingMs: 12 * HOUR,
  /** A payment this close to midnight may be in the other day's bill. */
  billEdgeMs: 10 * MINUTE,
  /** WeChat Pay stores bills for three months. */
  billDaysMax: 89,
  /** What WeChat Pay deducts from a payment, in ten-thousandths (its ordinary rate, 0.6 %). */
  wechatPayFeeShare: 60,
  // Invitations (domain.md 16, 17; features.md I3): how long a click counts, a binding waits for an
  // order, a reward is frozen.
  inviteClickMs: 30 * DAY,
  inviteBondMs: 30 * DAY,
  inviteFreezeMs: 7 * DAY,
  /** When true, risk decisions are recorded but not applied (features.md I11). */
  inviteJudgeShadow: false,
  /**
   * Risk scores of an invitation binding from which its rewards need a review, and from which it
   * pays nothing (decision 0041).
   */
  inviteRiskHold: 50,
  inviteRiskReject: 90,
  /** How long after the risk decision a member may appeal (decision 0050). */
  inviteAppealMs: 30 * DAY,
  /** A held reward above this amount, in fen, needs the approval of two persons. */
  inviteReviewAloneFen: 2_000,
  /** Clicks of one address per hour that are recorded. */
  inviteVisitsPerAddressHour: 300,
  /** The interval of the cheap part of the reconciliation (reliability.md 3.8). */
  booksCheckMs: 5 * MINUTE,
  /**
   * An operation that began this recently may still be in progress on another machine (growth.md,
   * rule 10).
   */
  booksGraceMs: 2 * MINUTE,
  /**
   * How long an expired hold may stay open, and how long a message may wait, before it becomes a
   * case.
   */
  booksHoldOverdueMs: HOUR,
  booksQueueSlaMs: 30 * MINUTE,
  /**
   * Manual adjustments (features.md G8): the limit of each, and of one day of Shanghai together.
   */
  adjustFenMax: 50_000,
  adjustPointsMax: 50_000,
  adjustFenPerDay: 500_000,
  adjustPointsPerDay: 500_000,
};

/**
 * Settings that differ while the sandbox replaces the external partners. The phone number is not
 * assigned.
 */
export const sandboxChanges = {
  smsDayCapsOn: false,
  withdrawAccountAgeMs: 0,
  servicePhone: "400-000-0000",
} satisfies Partial<typeof defaults>;

export type Settings = { readonly [K in keyof typeof defaults]: (typeof defaults)[K] };
export type SettingName = keyof Settings;

/**
 * Returns the defaults with some settings changed; an unknown name or another type throws an error
 * with the name.
 */
export function settingsWith(changes: Readonly<Record<string, unknown>>): Settings {
  const known: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(known, name) || typeof value !== typeof known[name]) {
      throw new Error(`setting ${name} is unknown or of the wrong type`);
    }
    known[name] = value;
  }
  return known as Settings;
}

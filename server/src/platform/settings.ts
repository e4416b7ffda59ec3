/** Every figure of the trade with its default and source; an operator may override each (table `setting`). */

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
  /** Guesses at one phone's codes within an hour: of strangers, and of its own devices, apart (decision 0058). */
  smsGuessesPerPhoneHour: 30,
  smsResendSeconds: 60,
  smsPerPhoneDay: 5,
  /** Codes for step-ups, counted apart from those for logins. */
  smsStepUpPerPhoneDay: 10,
  smsPerDeviceDay: 20,
  smsPerAddressHour: 50,
  /** Off while the sandbox is on, so that a person can try (reliability.md, decisions); tests switch them on. */
  smsDayCapsOn: true,
  smsWrongSiteHourAlarm: 300,
  /** Refused calls of one operator in an hour that have lines in the audit; more are counted. */
  auditRefusalsPerHour: 20,
  revocationSeenWithinMs: 5 * SECOND,
  /** Nicknames a member may set within a day. */
  nicknamesPerDay: 5,
  // Exchange codes (domain.md 10–11, reliability.md 2.4)
  codeSessionMs: 15 * MINUTE,
  codeWrongPerAccountHour: 10,
  codeWrongPerDeviceHour: 30,
  /** From here on a network's callers without a login need the hardest proof; nobody is locked out for a network. */
  codeWrongPerAddressHour: 60,
  codeLockMs: HOUR,
  /** So many wrong tries of a device or a network without a login are free of proof: the third needs one. */
  codeProofFreeTries: 2,
  /** Leading zero bits of a proof (decision 0044): at first, while the site is alarmed, and from a guessing network. */
  codeProofBits: 13,
  codeProofAlarmBits: 15,
  codeProofNetworkBits: 16,
  codeProofMs: 2 * MINUTE,
  /** The site is alarmed when ten minutes bring so many times their median of seven days, and at least so many. */
  guessAlarmTimes: 5,
  guessAlarmFloor: 100,
  /** So long after the last look above it, friction stays. */
  guessAlarmMs: 30 * MINUTE,
  codeGivenBackMax: 3,
  /** A code that is given back can be used at least so long, also past its own end (as points, domain.md 13). */
  codeGraceMs: 7 * DAY,
  // Orders (domain.md 3)
  unpaidOrderMs: 15 * MINUTE,
  unpaidMealMs: 10 * MINUTE,
  holdSlackMs: MINUTE,
  ordersUnpaidMax: 5,
  quoteMs: 15 * MINUTE,
  couponsPerOrderMax: 1,
  /** More than this of the balance in one order takes another proof of who pays (domain.md 14). */
  balanceWithoutStepUpFen: 20_000,
  /** And in all orders of 24 hours together: many small ones are no way around it. */
  balanceWithoutStepUpDayFen: 50_000,
  // Step-up (features.md A12)
  stepUpProofMs: 5 * MINUTE,
  /** Wrong pay passwords in a row until it is locked, and for how long. */
  payPasswordTriesMax: 5,
  payPasswordLockMs: 3 * HOUR,
  /** Pay passwords judged or made for one member within an hour, right ones too: each costs us work. */
  payPasswordWorkPerHour: 30,
  /** So long after the pay password was set or changed, only a code by SMS proves a withdrawal. */
  payPasswordCoolMs: DAY,
  /** A bound phone is changed once in so long; a second change in a row is what a thief does (decision 0051). */
  phoneChangeEveryMs: 30 * DAY,
  /** So long after it, whatever of money asks for a proof is refused: the owner has time to call. */
  phoneCoolMs: DAY,
  /** From asking to close an account to its end (features.md A8): until then the member can withdraw the request. */
  closingCoolMs: 7 * DAY,
  /** A closing that something keeps waiting is checked again after so long. */
  closingCheckMs: HOUR,
  /** How long keyed hashes of a closed account's phone and openids keep newcomers' rewards from it (decision 0061). */
  closedIdentityKeptMs: 365 * DAY,
  receiptAfterEndMs: 7 * DAY,
  pickupAutoReceiveMs: 4 * HOUR,
  // Cards (features.md D11)
  cardRevealsPerDay: 20,
  // Fulfilment (domain.md 12, 19)
  supplierTimeoutMs: 8 * SECOND,
  /** Seconds from one query of a supplier order to the next, as long as nothing was learned; the last one repeats. */
  supplierQuerySeconds: [5, 5, 10, 20, 40, 80, 120, 160] as readonly number[],
  /** What a supplier may be asked (features.md N4): about one order on one day, and about all of them in any minute. */
  supplierQueriesPerDay: 10,
  supplierQueriesPerMinute: 200,
  /** A supplier's health counts so long, for routing and for its usual times (features.md N5). */
  supplierHealthMs: 30 * MINUTE,
  /** Below this share of placings that went well, in thousandths, a route comes after those of its priority. */
  routeGoodShareMin: 800,
  /** So few placings or deliveries teach nothing. */
  supplierLessonMin: 10,
  /** How long what lies on the desk may wait for a person's decision, and how long a claim is good (features.md N8). */
  deskSlaMs: 30 * MINUTE,
  deskClaimMs: 10 * MINUTE,
  codeIssueManualMs: 5 * MINUTE,
  codeIssueCancelMs: 10 * MINUTE,
  codeIssueAlarmMs: 15 * MINUTE,
  cancelAgainMs: 60 * SECOND,
  /** From one cancel without an answer to the next: the distance grows with the time it takes, up to this. */
  cancelAgainMaxMs: 10 * MINUTE,
  /** A supplier's circuit opens when so large a share of so many placings or more within the window went wrong. */
  circuitWindowMs: 5 * MINUTE,
  circuitPlacingsMin: 10,
  circuitBadShare: 0.5,
  /** How long it stays open until one placing tries again. */
  circuitOpenMs: MINUTE,
  /** Below so many free cards a product of our own stock is low. */
  cardStockLow: 20,
  /** Below so many days of use a prepaid balance at a supplier is an alert. */
  prepaidDaysMin: 3,
  // WeChat (reliability.md, JSSDK)
  wechatTimeoutMs: 5 * SECOND,
  /** From going to WeChat's page to coming back from it (reliability.md, WeChat login). */
  wechatStateMs: 5 * MINUTE,
  /** How long the proof of a WeChat that has another account can be shown for a merge. */
  wechatProofMs: 10 * MINUTE,
  jsdkPerDeviceMinute: 30,
  /** Our templates' ids in the account's own list; an operator sets the real ones. */
  wechatTemplatePickup: "YJ-pickup-ready-0001",
  wechatTemplateRefund: "YJ-refund-done-0002",
  wechatTemplateWithdrawal: "YJ-withdrawal-0003",
  wechatTemplateExpiring: "YJ-expiring-soon-0004",
  // WeChat Pay (domain.md 5): seconds after the attempt began; then the last step again and again.
  payLookSeconds: [5, 15, 30] as readonly number[],
  payLookAgainMs: 30 * SECOND,
  /** An attempt the channel never heard of is given up so long after its end. */
  payAbsentMs: MINUTE,
  wechatPayTimeoutMs: 5 * SECOND,
  /** From one look at a return to the next; longer while the merchant's account is short. */
  payReturnLookMs: MINUTE,
  payReturnShortMs: 10 * MINUTE,
  // Refunds (domain.md 6): more than this waits for a person, and then for two.
  refundReviewAboveFen: 50_000,
  refundTwoPersonsFen: 50_000,
  // Withdrawals (domain.md 15): fen; more than `withdrawAutoFen` waits for a person, and then for two.
  withdrawMinFen: 100,
  withdrawPerDay: 3,
  withdrawMonthFen: 1_000_000,
  withdrawAutoFen: 20_000,
  withdrawTwoPersonsFen: 200_000,
  withdrawNameAboveFen: 200_000,
  withdrawWithoutStepUpFen: 20_000,
  /** What WeChat Pay itself takes of a payment, and at least 0.1 元. */
  withdrawFeePer10000: 60,
  withdrawFeeMinFen: 10,
  /** A younger account is looked at by a person (features.md U6); off while the sandbox is on. */
  withdrawAccountAgeMs: 7 * DAY,
  /** From one question about a transfer to the next; while it waits for its payee; while the merchant's account is short. */
  payoutLookMs: 30 * SECOND,
  payoutWaitLookMs: 5 * MINUTE,
  payoutShortMs: 10 * MINUTE,
  /** A payee has a day to confirm, and WeChat closes it some time later: then an operator sees it. */
  payoutConfirmMs: 25 * HOUR,
  /** What was refused and is still unknown at the channel so much later was never taken. */
  payoutRefusedMs: 2 * MINUTE,
  /** WeChat answers for transfers of thirty days; after so many, to be unknown there means nothing. */
  payoutKnownMs: 25 * DAY,
  /** WeChat's transfer scene: 1000 is a campaign's reward, 1005 a commission. */
  payoutScene: "1000",
  // Points (domain.md 13)
  pointsLifeMonths: 12,
  pointsFreezeMs: 7 * DAY,
  /** Points are used by whole units: 100 of them take 1 元 off, at most half of what is left to pay. */
  pointsUnit: 100,
  pointsUnitFen: 100,
  pointsOffPercentMax: 50,
  // Balance (domain.md 14): top-ups, and what all parts of a balance together may hold.
  topUpMs: 15 * MINUTE,
  topUpMinFen: 1_000,
  topUpMaxFen: 500_000,
  balanceCapFen: 1_000_000,
  /** Bonus lives to the end of the month so many months on, as points do. */
  bonusLifeMonths: 12,
  // Partners (features.md K1–K5): how long a one-time link is good, jumps a minute, and how orders are pulled
  partnerPassMs: 5 * MINUTE,
  partnerGoPerMinute: 10,
  partnerPullMs: 10 * MINUTE,
  partnerPullOverlapMs: HOUR,
  partnerPullFirstMs: 7 * DAY,
  // Service desk: what members read until it exists; without a number they are told that there is none.
  servicePhone: "",
  serviceHours: "每天 9:00–21:00",
  // Dining (domain.md 12)
  slotMinutes: 15,
  diningSyncMs: 10 * MINUTE,
  // Catalogue: how old what everybody reads of it may be; orders always ask the database (performance.md, G6)
  catalogSeenWithinMs: 2 * SECOND,
  // Outbox (reliability.md 3.6)
  outboxLeaseMs: 30 * SECOND,
  outboxTriesMax: 20,
  outboxBatch: 20,
  idempotencyKeptMs: 7 * DAY,
  // Push (reliability.md 2.5, WebSocket): signs of life asked for, sessions looked at again though no end was heard of.
  pushPingMs: 30 * SECOND,
  pushCheckMs: MINUTE,
  /** Over how long a stop spreads its goodbyes, so that not all come back to the next process at once. */
  pushDrainMs: 2 * SECOND,
  // Files (reliability.md 2.5, Uploads; cloud-protocol.md 8)
  fileTicketMs: 10 * MINUTE,
  fileLinkMs: 10 * MINUTE,
  /** How long an upload waits for something to keep it. */
  fileUnusedMs: DAY,
  /** Uploads and kilobytes a day, of a member, or of an address where nobody is logged in. */
  filesPerDay: 500,
  fileKbPerDay: 204_800,
  /** Uploads a day of all who are not logged in together. */
  filesOfNobodyPerDay: 20_000,
  /** Uploads of one member, or of one address, at a time. */
  filesAtOnce: 5,
  /** Requests a minute and address; off while the sandbox is on. */
  floodPerMinute: 1_200,
  // Cloud protocol (cloud-protocol.md, Freshness): how far a client's clock may be from ours.
  cloudWindowMs: 15 * MINUTE,
  /** A token with less than this left of its life is renewed in the answer (cloud-protocol.md 6). */
  cloudRenewBelowMs: 5 * MINUTE,
  // Bills (features.md L4, reliability.md 3.8): yesterday's is there by ten (WeChat Pay), so it is asked for after that.
  billAtMs: 10 * HOUR + 10 * MINUTE,
  billAgainMs: 10 * MINUTE,
  /** One that is not there so long after its time is a case of its own. */
  billMissingMs: 12 * HOUR,
  /** So near to midnight a payment may stand in the other day's bill. */
  billEdgeMs: 10 * MINUTE,
  /** WeChat Pay keeps bills for three months. */
  billDaysMax: 89,
  /** What WeChat Pay keeps of a payment, in ten-thousandths (its ordinary rate, 0.6 %). */
  wechatPayFeeShare: 60,
  // Invitations (domain.md 16, 17; features.md I3): how long a click counts, a bond waits for an order, a reward is frozen.
  inviteClickMs: 30 * DAY,
  inviteBondMs: 30 * DAY,
  inviteFreezeMs: 7 * DAY,
  /** A judge's verdict is written down and not followed (features.md I11). */
  inviteJudgeShadow: false,
  /** Scores of a bond from which its rewards wait for a person, and from which it pays nothing (decision 0041). */
  inviteRiskHold: 50,
  inviteRiskReject: 90,
  /** How long after its judgement a member may appeal (decision 0050). */
  inviteAppealMs: 30 * DAY,
  /** A held reward worth more than this in fen takes two persons. */
  inviteReviewAloneFen: 2_000,
  /** Clicks of one address within an hour that are written down. */
  inviteVisitsPerAddressHour: 300,
  /** The cheap part of the reconciliation (reliability.md 3.8). */
  booksCheckMs: 5 * MINUTE,
  /** What began so lately may still be under way on another machine (growth.md, rule 10). */
  booksGraceMs: 2 * MINUTE,
  /** How long past its lease a hold may stay untidied, and how long a message may wait, before it is a case. */
  booksHoldOverdueMs: HOUR,
  booksQueueSlaMs: 30 * MINUTE,
  /** Adjustments by hand (features.md G8): at most so much each, and so much together on one day of Shanghai. */
  adjustFenMax: 50_000,
  adjustPointsMax: 50_000,
  adjustFenPerDay: 500_000,
  adjustPointsPerDay: 500_000,
};

/** What is different while the sandbox stands for the outside world. The number belongs to nobody. */
export const sandboxChanges = {
  smsDayCapsOn: false,
  withdrawAccountAgeMs: 0,
  servicePhone: "400-000-0000",
} satisfies Partial<typeof defaults>;

export type Settings = { readonly [K in keyof typeof defaults]: (typeof defaults)[K] };
export type SettingName = keyof Settings;

/** The defaults with some figures changed; an unknown name or another type is refused with its name. */
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

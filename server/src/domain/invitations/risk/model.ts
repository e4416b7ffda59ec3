/**
 * Scores how suspicious a binding is: facts about it and its neighbours, weighted by a readable
 * table. The same facts always give the same decision, and every point of a score has its reason
 * (features.md 1.9 I11).
 */

/** Counts around one binding. All counts exclude the binding itself. */
export type RiskFacts = {
  /** Other invitees, of any inviter, who registered on the same device. */
  readonly deviceOthers: number;
  /** The newcomer and the inviter have logged in on the same device. */
  readonly isInvitersDevice: boolean;
  /** Other invitees of the same inviter from the same address, within a week. */
  readonly addressOthers: number;
  /**
   * How many inviters had invitees from this address within a week: a high number means a shared
   * exit.
   */
  readonly addressInviters: number;
  /** Other invitees of the same inviter within a day with the same user agent. */
  readonly agentOthers: number;
  /** Other invitees of the same inviter within a week whose phone is in the same number segment. */
  readonly segmentOthers: number;
  /** Other invitees, of any inviter, whose first order was paid by the same payer. */
  readonly payerOthers: number;
  /** The inviter has also paid as this payer. */
  readonly isInvitersPayer: boolean;
  /** Other invitees, of any inviter, whose first order topped up the same account. */
  readonly accountOthers: number;
  /**
   * Other invitees of the same inviter within half an hour, and within half a day, before or after.
   */
  readonly hourOthers: number;
  readonly dayOthers: number;
  /** Time from the click to the registration; undefined without a click. */
  readonly visitMs: number | undefined;
  /**
   * Members in the longest chain through this binding in which each invited the next within half a
   * day.
   */
  readonly chain: number;
  /** How many of the chain's other bindings have the same address or device as this one. */
  readonly chainShared: number;
};

export type Reason = {
  readonly code: ReasonCode;
  /** The points added to the score. */
  readonly points: number;
  /** The counted number. */
  readonly count: number;
};
export type RiskScore = {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly decision: "pass" | "hold" | "reject";
};

/** From `hold` on, rewards wait for review; from `reject` on, nothing is paid. */
export type Thresholds = { readonly hold: number; readonly reject: number };

/** A step function: from each count on, this many points. */
type Steps = readonly (readonly [from: number, points: number])[];

const pointsAt = (steps: Steps, count: number): number =>
  steps.findLast(([from]) => count >= from)?.[1] ?? 0;

/**
 * An address shared by this many inviters is a campus, an office or a carrier, and is no evidence
 * about one of them. A ring behind such an address is detected by its other signals.
 */
const SHARED_ADDRESS_INVITERS = 5;

/** Shorter chains are a family or a group of friends; their shared connection is no evidence. */
const CHAIN_MIN = 4;

/** A person cannot read the page and type a phone and its code in less time. */
const SCRIPTED_SIGN_UP_MS = 6_000;

/**
 * A family sometimes shares a tablet, a connection or a payer: one of each passes, even all
 * together. What only a fraud ring does (a third account on one device, a fourth order of one
 * payer, a chain of eight within days) is held by itself. So is the inviter's own device: an
 * inviter with a second phone looks the same as a parent who registers a child.
 */
const rules = {
  device: {
    text: "与其他新会员使用同一设备",
    steps: [
      [1, 15],
      [2, 35],
      [3, 70],
    ],
  },
  inviters_device: { text: "与邀请人使用同一设备", steps: [[1, 50]] },
  address: {
    text: "同一邀请人的多位好友来自同一网络",
    steps: [
      [3, 20],
      [5, 45],
    ],
  },
  agent: { text: "同一网络内多位好友的设备特征完全相同", steps: [[3, 20]] },
  segment: {
    text: "同一邀请人的多位好友号码相连",
    steps: [
      [3, 15],
      [6, 30],
    ],
  },
  payer: {
    text: "首单与其他新会员由同一付款人支付",
    steps: [
      [1, 15],
      [2, 40],
      [3, 70],
    ],
  },
  inviters_payer: { text: "首单由邀请人的付款账户支付", steps: [[1, 20]] },
  account: {
    text: "首单与其他新会员充入同一账号",
    steps: [
      [1, 20],
      [2, 60],
    ],
  },
  burst: {
    text: "短时间内集中注册",
    steps: [
      [8, 10],
      [20, 20],
    ],
  },
  robot: { text: "从打开链接到注册用时过短", steps: [[1, 15]] },
  chain: {
    text: "短时间内逐级邀请成链",
    steps: [
      [4, 20],
      [6, 40],
      [8, 60],
    ],
  },
  chain_shared: {
    text: "链上多位会员来自同一网络或设备",
    steps: [
      [1, 15],
      [2, 35],
    ],
  },
} as const satisfies Record<string, { text: string; steps: Steps }>;

export type ReasonCode = keyof typeof rules;

/** Returns the text of a reason for operators. */
export const reasonText = (code: ReasonCode): string => rules[code].text;

/** Returns the count for each rule. */
function counts(facts: RiskFacts): Record<ReasonCode, number> {
  const isSharedExit = facts.addressInviters >= SHARED_ADDRESS_INVITERS;
  const address = isSharedExit ? 0 : facts.addressOthers;
  const isRobot = facts.visitMs !== undefined && facts.visitMs < SCRIPTED_SIGN_UP_MS;
  return {
    device: facts.deviceOthers,
    inviters_device: facts.isInvitersDevice ? 1 : 0,
    address,
    agent: Math.min(address, facts.agentOthers),
    segment: facts.segmentOthers,
    payer: facts.payerOthers,
    inviters_payer: facts.isInvitersPayer ? 1 : 0,
    account: facts.accountOthers,
    burst: Math.max(facts.hourOthers, Math.floor(facts.dayOthers / 2)),
    robot: isRobot ? 1 : 0,
    chain: facts.chain,
    chain_shared: facts.chain < CHAIN_MIN ? 0 : facts.chainShared,
  };
}

const codes = Object.keys(rules) as ReasonCode[];

/** Scores one binding; its reasons are sorted by weight, the heaviest first. */
export function scoreRisk(facts: RiskFacts, thresholds: Thresholds): RiskScore {
  const counted = counts(facts);
  const reasons = codes
    .map((code) => ({
      code,
      points: pointsAt(rules[code].steps, counted[code]),
      count: counted[code],
    }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points);
  const score = Math.min(
    100,
    reasons.reduce((sum, { points }) => sum + points, 0),
  );
  const { hold, reject } = thresholds;
  // A binding on the inviter's own device is always held for review, at any thresholds.
  const isHeld = score >= hold || facts.isInvitersDevice;
  const decision = score >= reject ? "reject" : isHeld ? "hold" : "pass";
  return { score, reasons, decision };
}

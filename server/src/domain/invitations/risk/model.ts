/**
 * How suspicious a bond is: facts about it and those around it, weighed by a table that a person can read. The same facts
 * always give the same judgement, and every point of a score has its reason (features.md 1.9 I11).
 */

/** What is counted around one bond. All counts leave the bond itself out. */
export type RiskFacts = {
  /** Others, of any inviter, who registered on the same device. */
  readonly deviceOthers: number;
  /** The newcomer and the inviter have logged in on one device. */
  readonly isInvitersDevice: boolean;
  /** Others of the same inviter from the same address, within a week. */
  readonly addressOthers: number;
  /** How many inviters brought somebody from this address within a week: many means a shared exit. */
  readonly addressInviters: number;
  /** Others of the same inviter within a day that sent the very same user agent. */
  readonly agentOthers: number;
  /** Others of the same inviter within a week whose phone is of the same segment. */
  readonly segmentOthers: number;
  /** Others, of any inviter, whose first order the same payer paid. */
  readonly payerOthers: number;
  /** The inviter has paid as this payer. */
  readonly isInvitersPayer: boolean;
  /** Others, of any inviter, whose first order went to the same account. */
  readonly accountOthers: number;
  /** Others of the same inviter within half an hour, and within half a day, before or after. */
  readonly hourOthers: number;
  readonly dayOthers: number;
  /** From the click to the registration; unknown without a click. */
  readonly visitMs: number | undefined;
  /** Members in the longest chain through this bond in which each brought the next within half a day. */
  readonly chain: number;
  /** Of the chain's other bonds those made from this one's address or device. */
  readonly chainShared: number;
};

export type Reason = {
  readonly code: ReasonCode;
  /** What it adds to the score. */
  readonly points: number;
  /** What was counted. */
  readonly count: number;
};
export type RiskScore = {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly decision: "pass" | "hold" | "reject";
};

/** From these scores on a person looks at it, and nothing is paid at all. */
export type Thresholds = { readonly hold: number; readonly reject: number };

/** Rises in steps: from so many on, so many points. */
type Steps = readonly (readonly [from: number, points: number])[];

const pointsAt = (steps: Steps, count: number): number =>
  steps.findLast(([from]) => count >= from)?.[1] ?? 0;

/**
 * An address that so many inviters share is a campus, an office or a carrier: it says nothing of one of them. A ring that
 * hides behind such an exit is told by its other marks.
 */
const SHARED_ADDRESS_INVITERS = 5;

/** Shorter chains are a family or friends at one table: that they share a line says nothing. */
const CHAIN_MIN = 4;

/** Nobody reads a page and types a phone and its code in less. */
const SCRIPTED_SIGN_UP_MS = 6_000;

/**
 * A family shares a tablet, a line and a payer now and then: one of each passes, even all of them together. What only a
 * ring does (a third account on one device, a fourth order of one payer, a chain of eight within days) holds alone. So
 * does the inviter's own device: an inviter with a second phone looks the same as a parent who registers a child.
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

/** What an operator reads of a reason. */
export const reasonText = (code: ReasonCode): string => rules[code].text;

/** What is counted for each rule. */
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

/** The judgement of one bond, its reasons heaviest first. */
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
  // A person looks at the inviter's own device whatever the thresholds are.
  const isHeld = score >= hold || facts.isInvitersDevice;
  const verdict = score >= reject ? "reject" : isHeld ? "hold" : "pass";
  return { score, reasons, decision: verdict };
}

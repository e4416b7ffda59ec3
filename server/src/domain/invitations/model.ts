/**
 * Who brought whom, and what both get for it. One level deep, and never deeper.
 *
 * - code: what a member's links and posters carry; it names the member and nothing else.
 * - visit: a click on such a link, kept under a keyed hash of the device; the first that is valid counts.
 * - bond (binding): made when the visitor registers, in the book of whoever was invited; it waits for an order, and ends by
 *   time; from the first order paid within that time it lasts.
 * - friend: the same bond as the inviter sees it, in the inviter's book.
 * - campaign, rule: what is given to both sides, in versions; a bond keeps the version it was made under.
 * - reward: what one side gets for the first order that is paid, completed and kept; frozen, then settled.
 * - appeal: what a member says to a reward that the judge withheld; a person answers it, once.
 * - base: the cash of that order that was kept, in fen: money through the channel, less what was refunded.
 */

export const channels = ["poster", "link", "code", "operator"] as const;
export type Channel = (typeof channels)[number];

/** Without letters and figures that look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
export const CODE_LENGTH = 8;

/** A code of 31^8, about 10^12, from chance: `draw` answers a whole number below its limit. */
export const makeCode = (draw: (limit: number) => number): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[draw(ALPHABET.length)]).join("");

/** As codes are kept; what is no code stays none. */
export const normalizeCode = (text: string): string => text.trim().toLowerCase();

const linkChannels: ReadonlySet<string> = new Set(["poster", "link"]);

/** What a link says it came from; anything unknown is a plain link. */
export const channelOf = (from: string | undefined): Channel =>
  from !== undefined && linkChannels.has(from) ? (from === "poster" ? "poster" : "link") : "link";

export type BindingState = "BOUND" | "EFFECTIVE" | "REJECTED" | "MOVED";

/** Times in ms. `memberId` is whoever was invited. */
export type InvitationBinding = {
  readonly memberId: string;
  readonly id: string;
  readonly inviterId: string;
  readonly state: BindingState;
  readonly channel: Channel;
  readonly code: string;
  readonly campaignId: string | null;
  readonly ruleVersion: number | null;
  readonly memberSince: number;
  readonly boundAt: number;
  readonly validUntil: number;
  readonly earnedOrderId: string | null;
  readonly reason: string | null;
  readonly riskVerdict: RiskDecision["decision"] | null;
  readonly riskScore: number | null;
};

/** What a judge of fraud says of a bond; `score` from 0 to 100, `reasons` for operators to read. */
export type RiskDecision = {
  readonly score: number;
  readonly reasons: readonly string[];
  readonly decision: "pass" | "hold" | "reject";
};

/** Why a newcomer has no bond. */
export type UnboundReason =
  | "no_code"
  | "unknown_code"
  | "late"
  | "self"
  | "inviter_inactive"
  | "inviter_younger"
  | "buyer"
  | "returning"
  | "bound";

/** What an inviter may read of a friend: the end of a phone, or the beginning of a name. */
export function friendName(who: { readonly phone: string; readonly nickname: string }): string {
  if (who.phone) return `尾号${who.phone.slice(-4)}的朋友`;
  const [first = "友"] = [...who.nickname];
  return `${first}**`;
}

/** What is shown of a bond that a judge or a person has ended. */
export const REJECTED_TEXT = "账号环境异常，未计入邀请";

/** Code points that an appeal may have, tidied; the database holds to it. */
export const APPEAL_LENGTH_MAX = 200;

export type AppealState = "WAITING" | "GRANTED" | "DENIED";

/** What one side gets. `costFen` and `capFen` in fen; a point costs as much as it takes off, 1 fen. */
export type Gift =
  | { readonly kind: "cash"; readonly percent: number; readonly capFen: number }
  | { readonly kind: "points"; readonly points: number }
  | { readonly kind: "coupon"; readonly templateId: string; readonly costFen: number }
  | { readonly kind: "none" };
export type GivenGift = Exclude<Gift, { kind: "none" }>;

/** One version of a campaign's rule. */
export type Rule = {
  readonly campaignId: string;
  readonly version: number;
  readonly inviter: Gift;
  readonly invitee: Gift;
  /** Above so many friends in one month of Shanghai a person looks. */
  readonly monthCap: number;
  /** Whether the campaign runs now. */
  readonly isRunning: boolean;
  readonly name: string;
};

/**
 * What a gift is for so much cash kept of the order, and what that costs the campaign in fen. Cash and points shrink with
 * what is kept of the first base; a coupon is whole or none.
 */
export function amountOf(
  gift: GivenGift,
  keptFen: number,
  firstBaseFen: number,
): { readonly amount: number; readonly costFen: number } {
  if (keptFen <= 0) return { amount: 0, costFen: 0 };
  switch (gift.kind) {
    case "cash": {
      const amount = Math.min(gift.capFen, Math.floor((keptFen * gift.percent) / 100));
      return { amount, costFen: amount };
    }
    case "points": {
      const share = Math.min(keptFen, firstBaseFen);
      const amount = Math.floor((gift.points * share) / firstBaseFen);
      return { amount, costFen: amount };
    }
    case "coupon":
      return { amount: 1, costFen: gift.costFen };
  }
}

export type RewardState = "FROZEN" | "HELD" | "SETTLED" | "CANCELLED" | "REJECTED" | "CLAWED_BACK";
export type Side = "inviter" | "invitee";

/** A reward as it lies in the book of `memberId`, whoever gets it. `amount` in fen, points, or 1 coupon; times in ms. */
export type Reward = {
  readonly memberId: string;
  readonly id: string;
  readonly bindingId: string;
  readonly rule: Side;
  readonly inviteeId: string;
  readonly orderId: string;
  readonly friend: string;
  readonly kind: GivenGift["kind"];
  readonly terms: GivenGift & { readonly firstBaseFen: number };
  readonly firstAmount: number;
  readonly amount: number;
  readonly baseFen: number;
  readonly costFen: number;
  readonly state: RewardState;
  /** A code of `words.ts`, or what a person wrote. */
  readonly reason: string;
  readonly freezeUntil: number;
  readonly taken: number;
  readonly owedFen: number;
  readonly riskScore: number | null;
  /** The person who paid it out or granted an appeal; no judge is asked after that. */
  readonly reviewer: string | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
};

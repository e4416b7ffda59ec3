/**
 * Invitations: who invited whom, and the rewards of both. One level deep, and never deeper. Terms:
 *
 * - code: contained in a member's links and posters; it identifies the member and nothing else.
 * - visit: a click on such a link, stored under a keyed hash of the device; the first valid one
 *   counts.
 * - binding: created when the visitor registers, stored under the invitee's member ID; it waits for
 *   an order and expires; after a first order paid within that time it does not expire.
 * - friend: the same binding as the inviter sees it, stored under the inviter's member ID.
 * - campaign, rule: the rewards of both sides, in versions; a binding keeps the version it was
 *   created under.
 * - reward: what one side gets for the first order that is paid, completed and not refunded;
 *   frozen, then settled.
 * - appeal: a member's objection to a reward that the risk check withheld; an operator decides it,
 *   once.
 * - base: the retained cash of that order, in fen: money paid through the channel, less refunds.
 */
import type { BindingState, RewardState } from "./lifecycle.ts";

export const channels = ["poster", "link", "code", "operator"] as const;
export type Channel = (typeof channels)[number];

/** Without letters and digits that look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
export const CODE_LENGTH = 8;

/** Draws a random code of 31^8, about 10^12. `draw` returns a whole number below its limit. */
export const makeCode = (draw: (limit: number) => number): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[draw(ALPHABET.length)]).join("");

/** Normalises a code to its stored form. Invalid text stays invalid. */
export const normalizeCode = (text: string): string => text.trim().toLowerCase();

const linkChannels: ReadonlySet<string> = new Set(["poster", "link"]);

/** Parses the origin a link names; anything unknown counts as a plain link. */
export const channelOf = (from: string | undefined): Channel =>
  from !== undefined && linkChannels.has(from) ? (from === "poster" ? "poster" : "link") : "link";

/** Times in ms. `memberId` is the invitee. */
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

/**
 * The result of a fraud risk check on a binding; `score` from 0 to 100, `reasons` for operators.
 */
export type RiskDecision = {
  readonly score: number;
  readonly reasons: readonly string[];
  readonly decision: "pass" | "hold" | "reject";
};

/** Why a newcomer has no binding. */
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

/**
 * Returns the name of a friend as shown to the inviter: the end of the phone, or the beginning of
 * the nickname.
 */
export function friendName(who: { readonly phone: string; readonly nickname: string }): string {
  if (who.phone) return `尾号${who.phone.slice(-4)}的朋友`;
  const [first = "友"] = [...who.nickname];
  return `${first}**`;
}

/** Shown for a binding that the risk check or an operator has ended. */
export const REJECTED_TEXT = "账号环境异常，未计入邀请";

/**
 * Maximum length of an appeal in code points, after normalisation; the database enforces it too.
 */
export const APPEAL_LENGTH_MAX = 200;

/**
 * The reward of one side. `costFen` and `capFen` in fen; a point costs 1 fen, the discount it
 * gives.
 */
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
  /** Above this number of friends in one month (Shanghai time) rewards are held for review. */
  readonly monthCap: number;
  /** Whether the campaign runs now. */
  readonly isRunning: boolean;
  readonly name: string;
};

/**
 * Returns the amount of a gift for the retained cash of the order, and its cost to the campaign in
 * fen. Cash and points shrink in proportion to the first base; a coupon is given in full or not at
 * all.
 */
export function amountOf(
  gift: GivenGift,
  retainedFen: number,
  firstBaseFen: number,
): { readonly amount: number; readonly costFen: number } {
  if (retainedFen <= 0) return { amount: 0, costFen: 0 };
  switch (gift.kind) {
    case "cash": {
      const amount = Math.min(gift.capFen, Math.floor((retainedFen * gift.percent) / 100));
      return { amount, costFen: amount };
    }
    case "points": {
      const share = Math.min(retainedFen, firstBaseFen);
      const amount = Math.floor((gift.points * share) / firstBaseFen);
      return { amount, costFen: amount };
    }
    case "coupon":
      return { amount: 1, costFen: gift.costFen };
  }
}

export type Side = "inviter" | "invitee";

/**
 * A reward stored under `memberId`, who receives it. `amount` in fen, points, or 1 coupon; times in
 * ms.
 */
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
  /** A reason code of `texts.ts`, or a text an operator wrote. */
  readonly reason: string;
  readonly freezeUntil: number;
  readonly taken: number;
  readonly owedFen: number;
  readonly riskScore: number | null;
  /** The operator who paid it out or granted an appeal; no risk check runs after that. */
  readonly reviewer: string | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
};

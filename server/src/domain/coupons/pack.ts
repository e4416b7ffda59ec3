/**
 * Coupon packs: a campaign whose rules list several coupons, which are issued together or not at all
 * (decision 0140). Money in fen.
 */
import type { CouponAppearance, CouponRules } from "./rules.ts";

/** One coupon of a pack, copied from the campaign `templateId` when the pack's draft is saved. */
export type PackPart = {
  readonly templateId: string;
  /** How many of it one pack has. */
  readonly count: number;
  readonly title: string;
  readonly looks: CouponAppearance;
  readonly rules: CouponRules;
};

/**
 * The rules of a pack. What bars a member from one of its coupons bars the member from the pack, and
 * is repeated here, where claims and the claim centre look for it.
 */
export type PackRules = Pick<CouponRules, "firstOrder" | "channels" | "only"> & {
  readonly type: "pack";
  /** Coupons in all; the database compares what is issued with it. */
  readonly size: number;
  readonly parts: readonly PackPart[];
};

export type CampaignRules = CouponRules | PackRules;

export const isPack = (rules: CampaignRules): rules is PackRules => rules.type === "pack";

const PACK_MIN = 2;
/**
 * Coupons of one pack: one page of the wallet (`PAGE_SIZE` of the contract), so that a member finds
 * the whole pack there, and one short transaction writes it.
 */
const PACK_MAX = 20;

/** Returns how many coupons one issue of a campaign gives. */
export const packSize = (rules: CampaignRules): number => (isPack(rules) ? rules.size : 1);

/** Returns what one coupon takes off at most; undefined where its rules do not say. */
function mostOffFen({ type, valueFen, capFen }: CouponRules): number | undefined {
  return type === "amount" ? valueFen : capFen;
}

/** Returns the part that the coupon with this number within its pack belongs to. */
export function partAt(parts: readonly PackPart[], seq: number): PackPart | undefined {
  let last = 0;
  return parts.find(({ count }) => {
    last += count;
    return seq <= last;
  });
}

/** Returns what one issue takes off at most, with all its coupons; undefined where a rule does not say. */
export function issueOffFen(rules: CampaignRules): number | undefined {
  if (!isPack(rules)) return mostOffFen(rules);
  let sum = 0;
  for (const part of rules.parts) {
    const off = mostOffFen(part.rules);
    if (off === undefined) return undefined;
    sum += off * part.count;
  }
  return sum;
}

/** Returns the largest discount in fen that one order can take from the campaign's budget by one coupon. */
export const largestOffFen = (rules: CampaignRules, unknownFen: number): number =>
  Math.max(
    ...(isPack(rules) ? rules.parts.map((part) => part.rules) : [rules]).map(
      ({ capFen, valueFen }) => capFen ?? (valueFen || unknownFen),
    ),
  );

/** Returns why these coupons make no pack, as a sentence for operators; undefined when they do. */
export function packFault({ parts, size }: PackRules): string | undefined {
  if (size < PACK_MIN) return `券包至少要有 ${PACK_MIN} 张券，请再加`;
  if (size > PACK_MAX) return `券包最多 ${PACK_MAX} 张券，现在有 ${size} 张`;
  const again = parts.find((part, at) =>
    parts.slice(0, at).some(({ templateId }) => templateId === part.templateId),
  );
  if (again) return `「${again.title}」选了两次，请改张数`;
  // A campaign counts its uses per member, and a pack is one campaign.
  const once = parts.find(({ rules }) => rules.oncePerPerson);
  if (once) return `「${once.title}」每人只能用一次，不能放进券包`;
  const channels = new Set(parts.flatMap(({ rules }) => rules.channels ?? []));
  return channels.size > 1 ? "这些券的注册渠道不同，没有会员能领这个券包" : undefined;
}

/** Returns the rules of a pack of these coupons; `packFault` says whether they make one. */
export function packRulesOf(parts: readonly PackPart[]): PackRules {
  const [channel] = parts.flatMap(({ rules }) => rules.channels ?? []);
  const goods = parts.map(({ rules }) => rules.only);
  const categories = [...new Set(goods.flatMap((only) => only?.categories ?? []))];
  return {
    type: "pack",
    size: parts.reduce((sum, { count }) => sum + count, 0),
    parts,
    ...(parts.some(({ rules }) => rules.firstOrder) ? { firstOrder: true } : {}),
    ...(channel === undefined ? {} : { channels: [channel] }),
    // The claim centre shows the pack in the categories of its coupons, unless one is for all goods.
    ...(parts.length > 0 && goods.every((only) => only !== undefined)
      ? { only: { categories } }
      : {}),
  };
}

/** The coupons of a pack as the console shows them: chosen in a draft, or of a stored campaign. */
import type { api, Item, OutputOf } from "../../api/client.ts";

type Stored = NonNullable<OutputOf<typeof api.operatorCampaigns.detail>["parts"]>[number];

/** One coupon of a pack: the campaign that it copies, how many of it, and what it takes off. */
export type ChosenPart = Pick<Stored, "templateId" | "title" | "count" | "rules">;

/** Coupons of one pack at most; the server refuses more. */
export const PACK_MAX = 20;

export const packSize = (parts: readonly ChosenPart[]): number =>
  parts.reduce((sum, { count }) => sum + count, 0);

/** What one pack takes off at most, in fen; undefined where a coupon has no limit. */
export function packOffFen(parts: readonly ChosenPart[]): number | undefined {
  let sum = 0;
  for (const { rules, count } of parts) {
    const off = rules.type === "amount" ? rules.valueFen : rules.capFen;
    if (off === undefined) return undefined;
    sum += off * count;
  }
  return sum;
}

/** A campaign of the list as one coupon of a pack; undefined for a pack. */
export function chosenPart({
  templateId,
  title,
  type,
  valueFen,
  percent,
  capFen,
  thresholdFen,
}: Item<typeof api.operatorCampaigns.list>): ChosenPart | undefined {
  if (type === "pack") return undefined;
  const figures = { valueFen, percent, capFen, thresholdFen };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return { templateId, title, count: 1, rules: { type, ...Object.fromEntries(known) } };
}

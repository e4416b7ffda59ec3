/** Lists all benefits as an anonymous visitor sees them, for callers with their own filters. */
import type { BenefitCard } from "@yunjing/contract/schemas/benefit";
import { cardOf } from "../card.ts";
import { cityFor } from "../city.ts";
import { FIRST_GRADE } from "../model.ts";
import type { Shop } from "../catalog-cache.ts";

/** `sort` is the operators' order, `listedAt` ms. */
export type ListedBenefit = BenefitCard & {
  readonly categoryCode: string;
  readonly brandCode: string;
  readonly listedAt: number;
  readonly sort: number;
};

/**
 * Returns every benefit on sale, in the operators' order, at the price without a level, for the
 * default city.
 */
export async function listAllBenefits(shop: Shop): Promise<ListedBenefit[]> {
  const { entries } = await shop.catalog();
  const city = cityFor(shop.cityOf, undefined);
  return entries.map((entry, sort) => {
    const { categoryCode, brandCode, listedAt } = entry.benefit;
    return { ...cardOf(entry, city, FIRST_GRADE), categoryCode, brandCode, listedAt, sort };
  });
}

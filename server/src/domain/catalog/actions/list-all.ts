/** All that is offered, as anybody sees it, for whoever looks among it in his own way. */
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

/** Every benefit on sale, in the operators' order, at everybody's price, in the city that is taken when none is said. */
export async function listAllBenefits(shop: Shop): Promise<ListedBenefit[]> {
  const { entries } = await shop.catalog();
  const city = cityFor(shop.cityOf, undefined);
  return entries.map((entry, sort) => {
    const { categoryCode, brandCode, listedAt } = entry.benefit;
    return { ...cardOf(entry, city, FIRST_GRADE), categoryCode, brandCode, listedAt, sort };
  });
}

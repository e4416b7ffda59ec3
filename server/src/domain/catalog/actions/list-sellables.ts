/**
 * Lists the benefits that can be bought in a city now, each with its SKUs as a quote would price
 * them, from the catalogue cache.
 */
import type { BenefitCard } from "@yunjing/contract/schemas/benefit";
import { cardOf } from "../card.ts";
import { type Shop } from "../catalog-cache.ts";
import { cityFor, cityNamesBy } from "../city.ts";
import type { Sellable } from "../model.ts";
import { sellableOf } from "../sellable.ts";

export type SellableBenefit = {
  readonly card: BenefitCard;
  /** In their order; never empty. */
  readonly sellables: readonly Sellable[];
};

/** In the operators' order; without what needs a higher grade or another city, or is sold out. */
export async function listSellables(
  shop: Shop,
  { regionCode, grade }: { readonly regionCode: string | undefined; readonly grade: number },
): Promise<SellableBenefit[]> {
  const { entries } = await shop.catalog();
  const city = cityFor(shop.cityOf, regionCode);
  const buyer = { grade, city: city.code, cityNames: cityNamesBy(shop.cityOf) };
  return entries.flatMap((entry) => {
    const { benefit, skus } = entry;
    if ((benefit.gradeMin ?? 0) > grade) return [];
    const sellables = skus.map((sku) => sellableOf(benefit, sku, buyer)).filter(({ isOn }) => isOn);
    return sellables.length === 0 ? [] : [{ card: cardOf(entry, city, grade), sellables }];
  });
}

/** What orders ask before a quote and once more before an order: each SKU as it can be bought here and now. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { CityOf } from "../city.ts";
import { cityCodeOf, cityNamesBy } from "../city.ts";
import type { Sellable } from "../model.ts";
import { skuOfferQueries, type Offer, readOffer } from "../offer-store.ts";
import { sellableOf } from "../sellable.ts";

export type SellablesQuery = {
  readonly skuIds: readonly string[];
  /** A city or a district of it; without one every region will do. */
  readonly regionCode?: string | undefined;
  readonly grade: number;
  /** Null: the database's own time (`clock.sql()`). */
  readonly now: Date | null;
  /** Names the cities in the rules; without it they are told in general. */
  readonly cityOf?: CityOf | undefined;
};

/** By SKU; one that does not exist is absent. */
export async function sellables(
  db: Db | Tx,
  asked: SellablesQuery,
): Promise<Map<string, Sellable>> {
  const { skuIds, now } = asked;
  if (skuIds.length === 0) return new Map();
  return sellablesOf(await readOffer(db, { skuIds }, now), asked);
}

/** What `$3` names, to be read with other things; `offered` says what of it a buyer may have. */
export const offerQueries = skuOfferQueries;

/** The same of an offer that is read. */
export function sellablesOf(
  offer: Offer,
  { regionCode, grade, cityOf }: Pick<SellablesQuery, "regionCode" | "grade" | "cityOf">,
): Map<string, Sellable> {
  const buyer = {
    grade,
    city: regionCode === undefined ? undefined : cityCodeOf(regionCode, cityOf),
    cityNames: cityNamesBy(cityOf),
  };
  return new Map(
    offer.skus.flatMap((sku) => {
      const benefit = offer.benefits.get(sku.benefitId);
      return benefit ? [[sku.skuId, sellableOf(benefit, sku, buyer)]] : [];
    }),
  );
}

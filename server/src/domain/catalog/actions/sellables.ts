/**
 * Returns each SKU as it can be bought here and now. Orders call it before a quote and again before
 * an order is placed.
 */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { CityOf } from "../city.ts";
import { cityCodeOf, cityNamesBy } from "../city.ts";
import type { Sellable } from "../model.ts";
import { skuOfferQueries, type Offer, readOffer } from "../store/offers.ts";
import { sellableOf } from "../sellable.ts";

export type SellablesQuery = {
  readonly skuIds: readonly string[];
  /** A city or one of its districts; without it every region is accepted. */
  readonly regionCode?: string | undefined;
  readonly grade: number;
  /** Null: the database's own time (`clock.sql()`). */
  readonly now: Date | null;
  /** Gives the names of cities for the rules; without it the rules name no cities. */
  readonly cityOf?: CityOf | undefined;
};

/** Returns the sellables by SKU; an unknown SKU is absent. */
export async function sellables(
  db: Db | Tx,
  query: SellablesQuery,
): Promise<Map<string, Sellable>> {
  const { skuIds, now } = query;
  if (skuIds.length === 0) return new Map();
  return sellablesOf(await readOffer(db, { skuIds }, now), query);
}

/**
 * Queries for the SKUs in `$3`, to be combined with other queries; `sellablesOf` turns their result
 * into sellables.
 */
export const offerQueries = skuOfferQueries;

/** Returns the same from an offer that is already read. */
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

/**
 * Benefits offered for points, from the catalogue cache: one SKU of each benefit, the cheapest that
 * is available.
 */
import type { BenefitCard, Limits } from "@yunjing/contract/schemas/benefit";
import { cardOf } from "../card.ts";
import { cityFor } from "../city.ts";
import { isDeliverable, isInStock } from "../model.ts";
import type { Shop } from "../catalog-cache.ts";

export type PointsOffer = {
  readonly card: BenefitCard;
  readonly skuId: string;
  readonly points: number;
  /** Cash price in addition to the points, fen. */
  readonly cashFen: number;
  /** Pieces of our own stock; absent when the stock is not limited by us. */
  readonly left?: number;
  readonly limits: Limits;
  readonly gradeMin?: number;
  readonly category: { readonly code: string; readonly name: string };
  readonly isSoldOut: boolean;
};

/** Returns every benefit that has a price in points, for a member of this grade. */
export async function pointsOffers(shop: Shop, grade: number): Promise<PointsOffer[]> {
  const { entries } = await shop.catalog();
  const city = cityFor(shop.cityOf, undefined);
  return entries.flatMap((entry) => {
    const { benefit } = entry;
    const priced = entry.skus.flatMap((sku) => {
      const { pointsPrice: points, pointsCashFen: cashFen = 0 } = sku.price;
      const isThere = isInStock(sku) && isDeliverable(benefit, sku);
      return points === undefined ? [] : [{ sku, points, cashFen, isThere }];
    });
    const [best] = priced.toSorted(
      (a, b) =>
        Number(b.isThere) - Number(a.isThere) || a.points - b.points || a.cashFen - b.cashFen,
    );
    if (!best) return [];
    const { sku, points, cashFen, isThere } = best;
    const { code, name } = { code: benefit.categoryCode, name: benefit.categoryName };
    return [
      {
        card: cardOf(entry, city, grade),
        skuId: sku.skuId,
        points,
        cashFen,
        limits: benefit.limits,
        category: { code, name },
        ...(sku.free === undefined ? {} : { left: sku.free }),
        ...(benefit.gradeMin === undefined ? {} : { gradeMin: benefit.gradeMin }),
        isSoldOut: !isThere,
      },
    ];
  });
}

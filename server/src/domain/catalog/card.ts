/**
 * A benefit with its SKUs as one entry to display: its lowest price, its availability in a city,
 * and its card.
 */
import type { BenefitCard } from "@yunjing/contract/schemas/home";
import type { City } from "./city.ts";
import {
  type Benefit,
  isDeliverable,
  isAvailableInCity,
  isInStock,
  type Price,
  type Sku,
  unitFenOf,
} from "./model.ts";
import { type SearchFields, indexText } from "./search.ts";

type PricedSku = Sku & { readonly price: Price };

export type CatalogEntry = {
  readonly benefit: Benefit;
  /** SKUs that are switched on and have a price, in their order; never empty. */
  readonly skus: readonly [PricedSku, ...PricedSku[]];
  /** The SKU whose price the card shows: the cheapest one available. */
  readonly shown: PricedSku;
  readonly isSoldOut: boolean;
  readonly searchFields: SearchFields;
};

const isPriced = (sku: Sku): sku is PricedSku => sku.isOn && sku.price !== undefined;

/**
 * Returns the money amount on a card in fen: the cash part of a price in points, else the price.
 */
export const cashFenOf = ({ price }: PricedSku): number =>
  price.pointsPrice === undefined ? price.priceFen : (price.pointsCashFen ?? 0);

const cheapest = (skus: readonly PricedSku[]): PricedSku | undefined =>
  skus.toSorted((left, right) => cashFenOf(left) - cashFenOf(right))[0];

/** Returns the benefit as a catalogue entry, or nothing when none of its SKUs is for sale. */
export function entryOf(benefit: Benefit, all: readonly Sku[]): CatalogEntry[] {
  const [first, ...more] = all.filter(isPriced);
  if (!first) return [];
  const skus: CatalogEntry["skus"] = [first, ...more];
  const there = skus.filter((sku) => isInStock(sku) && isDeliverable(benefit, sku));
  return [
    {
      benefit,
      skus,
      shown: cheapest(there) ?? cheapest(skus) ?? first,
      isSoldOut: there.length === 0,
      searchFields: {
        title: indexText(benefit.texts.title),
        brand: [benefit.brandName, ...benefit.brandAliases].map(indexText),
        category: [benefit.categoryName, ...benefit.categoryAliases].map(indexText),
        words: [
          benefit.texts.subtitle ?? "",
          ...benefit.texts.tags,
          ...benefit.searchWords,
          ...skus.map(({ spec }) => spec),
        ]
          .filter(Boolean)
          .map(indexText),
      },
    },
  ];
}

const USED_ON_SITE: ReadonlySet<string> = new Set(["store", "cinema"]);

/** Returns whether it is available in this city now, and if not, why, as text for the member. */
export function availabilityOf(
  { benefit, isSoldOut }: Pick<CatalogEntry, "benefit" | "isSoldOut">,
  city: City,
): Pick<BenefitCard, "state" | "unavailable"> {
  if (!isAvailableInCity(benefit, city.code)) {
    const unavailable = USED_ON_SITE.has(benefit.contract.usedIn)
      ? `${city.name}暂无可用门店`
      : `${city.name}暂不支持`;
    return { state: "not_here", unavailable };
  }
  return isSoldOut ? { state: "sold_out", unavailable: "已售罄" } : { state: "on" };
}

const pictureOf = ({ artwork, alsoArtwork, tint, photo }: Benefit): BenefitCard["picture"] => ({
  artwork,
  tint,
  ...(alsoArtwork === undefined ? {} : { also: alsoArtwork }),
  ...(photo === undefined ? {} : { photo }),
});

/** Returns the entry as a card for a member of this grade in this city. */
export function cardOf(entry: CatalogEntry, city: City, grade: number): BenefitCard {
  const { benefit, skus, shown } = entry;
  const priceFen = cashFenOf(shown);
  const unitFen = unitFenOf(shown.price, grade);
  const { pointsPrice } = shown.price;
  const hasMemberPrice = pointsPrice === undefined && unitFen < priceFen;
  return {
    benefitId: benefit.benefitId,
    kind: benefit.kind,
    ...benefit.texts,
    brand: benefit.brandName,
    picture: pictureOf(benefit),
    priceFen,
    ...(skus.some((sku) => cashFenOf(sku) > priceFen) ? { isFrom: true } : {}),
    ...(pointsPrice === undefined ? {} : { pointsPrice }),
    ...(hasMemberPrice ? { memberPriceFen: unitFen } : {}),
    marketPriceFen: shown.price.marketFen,
    exchangedCount: benefit.shownExchanged,
    ...availabilityOf(entry, city),
  };
}

/**
 * The detail page of a benefit: the caller's price, the stock left, the form to fill in, and the
 * generated rules.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import type { BenefitDetail, SkuView } from "@yunjing/contract/schemas/benefit";
import { Refusal } from "../../../platform/refusal.ts";
import { cardOf, type CatalogEntry } from "../card.ts";
import { type City, cityFor, cityNamesBy, type CityOf } from "../city.ts";
import {
  type Benefit,
  isAvailableInCity,
  stripControlCharacters,
  type Price,
  type Sku,
  unitFenOf,
  sharePicturePathOf,
  whyNot,
} from "../model.ts";
import { deliveryText, limitText, promisesOf, rulesOf, stepsOf } from "../rules.ts";
import { quantityMaxOf } from "../sellable.ts";
import type { Shop } from "../catalog-cache.ts";
import { leftOf } from "../model/limits.ts";
import { purchaseCountsOf, isFavourite } from "../store.ts";
import type { Visitor } from "./home.ts";

/** At or below this number of pieces the page shows how many are left. */
const FEW = 20;

type Names = ReadonlyMap<number, string>;

const levelName = (names: Names, grade: number): string => names.get(grade) ?? "";

function levelNameFor(
  names: Names,
  { levels, priceFen }: Price,
  { unitFen, grade }: { unitFen: number; grade: number },
) {
  if (unitFen >= priceFen) return undefined;
  const own = Object.entries(levels).find(
    ([from, fen]) => fen === unitFen && Number(from) <= grade,
  );
  return own && levelName(names, Number(own[0]));
}

const levelLines = (names: Names, { levels }: Price) =>
  Object.entries(levels)
    .map(([grade, priceFen]) => ({
      grade: Number(grade),
      name: levelName(names, Number(grade)),
      priceFen,
    }))
    .toSorted((left, right) => left.grade - right.grade);

function stockOf({ free, stockMode, isSupplierOut, quantityMin }: Sku) {
  if (stockMode !== "own") return { stock: isSupplierOut ? "none" : "enough" } as const;
  const left = free ?? 0;
  if (left < quantityMin) return { stock: "none", left } as const;
  return left <= FEW ? ({ stock: "few", left } as const) : ({ stock: "enough" } as const);
}

/** Returns why this member cannot get it in this city now, as text for the member. */
function unavailableOf(
  benefit: Benefit,
  sku: Sku,
  { city, grade, names }: ViewContext,
): string | undefined {
  const { gradeMin } = benefit;
  if (gradeMin !== undefined && grade < gradeMin) return `${levelName(names, gradeMin)}及以上可兑`;
  const why = whyNot(benefit, sku, city.code);
  if (why === undefined) return undefined;
  return why === "REGION_UNAVAILABLE" ? "当前城市暂不支持" : "已售罄";
}

type ViewContext = { readonly city: City; readonly grade: number; readonly names: Names };

function viewOf(
  entry: CatalogEntry,
  sku: CatalogEntry["skus"][number],
  scene: ViewContext,
): SkuView {
  const { grade, names } = scene;
  const { benefit } = entry;
  const { price } = sku;
  const unitFen = unitFenOf(price, grade);
  const name = levelNameFor(names, price, { unitFen, grade });
  const unavailable = unavailableOf(benefit, sku, scene);
  return {
    skuId: sku.skuId,
    spec: sku.spec,
    ...(sku.artwork === undefined ? {} : { picture: { artwork: sku.artwork, tint: benefit.tint } }),
    marketFen: price.marketFen,
    priceFen: price.priceFen,
    levelPrices: levelLines(names, price),
    unitFen,
    ...(name === undefined ? {} : { levelName: name }),
    ...(price.pointsPrice === undefined ? {} : { pointsPrice: price.pointsPrice }),
    ...(price.pointsCashFen === undefined ? {} : { pointsCashFen: price.pointsCashFen }),
    ...stockOf(sku),
    quantityMin: sku.quantityMin,
    quantityMax: quantityMaxOf(benefit, sku),
    isOn: unavailable === undefined,
    ...(unavailable === undefined ? {} : { unavailable }),
  };
}

/** Returns the member's own data: favourite and remaining limit. */
async function ownPart(
  { context, db }: Shop,
  { benefit }: CatalogEntry,
  memberId: string | undefined,
) {
  if (memberId === undefined) return {};
  const { benefitId, limits } = benefit;
  const [bought, favoured] = await Promise.all([
    purchaseCountsOf(db, { memberId, benefitId, now: context.clock.sql() }),
    isFavourite(db, memberId, benefitId),
  ]);
  const limitLeft = leftOf(limits, bought);
  return { isFavourite: favoured, ...(limitLeft === undefined ? {} : { limitLeft }) };
}

function galleryOf({ benefit, skus }: CatalogEntry) {
  const artworks = [benefit.artwork, benefit.alsoArtwork, ...skus.map(({ artwork }) => artwork)];
  return [...new Set(artworks)].flatMap((artwork) =>
    artwork === undefined ? [] : [{ artwork, tint: benefit.tint }],
  );
}

type DetailScene = {
  readonly city: City;
  readonly cityOf: CityOf;
  readonly grade: number;
  readonly levelNames: Names;
};

/** Returns the page of a benefit for a grade in a city, without what belongs to one member. */
export function detailOf(
  entry: CatalogEntry,
  { city, cityOf, grade, levelNames: names }: DetailScene,
): BenefitDetail {
  const { benefit, skus } = entry;
  const cityNames = cityNamesBy(cityOf)(benefit.regionCodes);
  const { contract, limits, brandName } = benefit;
  const terms = { contract, limits, brandName, cityNames };
  const limit = limitText(limits);
  return {
    ...cardOf(entry, city, grade),
    brandCode: benefit.brandCode,
    category: { code: benefit.categoryCode, name: benefit.categoryName },
    gallery: galleryOf(entry),
    ...(benefit.detail.length === 0 ? {} : { detail: [...benefit.detail] }),
    skus: skus.map((sku) => viewOf(entry, sku, { city, grade, names })),
    form: [...contract.form],
    delivery: contract.delivery,
    usedIn: contract.usedIn,
    deliveryText: deliveryText(contract),
    refundRule: contract.refundRule,
    promises: promisesOf(terms),
    rules: rulesOf(terms),
    steps: stepsOf(terms),
    limits,
    ...(limit === undefined ? {} : { limitText: limit }),
    region: {
      code: city.code,
      cityName: city.name,
      isHere: isAvailableInCity(benefit, city.code),
      cityNames,
      isEverywhere: benefit.regionCodes.length === 0,
    },
    share: {
      title: benefit.texts.shareTitle ?? `${benefit.texts.title}｜云鲸权益`,
      description: benefit.texts.shareText ?? [brandName, ...benefit.texts.tags].join(" · "),
      ...(benefit.photo && { picturePath: sharePicturePathOf(benefit.photo) }),
    },
  };
}

/** Refuses NOT_FOUND for a benefit that is not on sale. */
export async function benefitDetail(
  shop: Shop,
  input: Input<"home", "benefit">,
  { grade, memberId }: Visitor,
): Promise<Output<"home", "benefit">> {
  const { byId, levelNames } = await shop.catalog();
  const entry = byId.get(stripControlCharacters(input.benefitId));
  if (!entry) throw new Refusal("NOT_FOUND");
  const { cityOf } = shop;
  const city = cityFor(cityOf, input.regionCode);
  return {
    ...detailOf(entry, { city, cityOf, grade, levelNames }),
    ...(await ownPart(shop, entry, memberId)),
  };
}

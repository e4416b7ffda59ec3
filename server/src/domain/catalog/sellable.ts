/** Builds the sellable form of a SKU that a quote uses and an order stores. */
import type { Benefit, Sellable, Sku } from "./model.ts";
import { unitFenOf, whyNot } from "./model.ts";
import { rulesOf } from "./rules.ts";

export type Buyer = {
  readonly grade: number;
  /** Six-digit code of a city; without it every region is accepted. */
  readonly city: string | undefined;
  /** Returns the city names of region codes. */
  readonly cityNames: (codes: readonly string[]) => readonly string[];
};

const NO_PRICE = {
  version: 0,
  marketFen: 0,
  priceFen: 0,
  levels: {},
  costFen: 0,
  pointsPrice: undefined,
  pointsCashFen: undefined,
};

/** Returns the SKU for this buyer; `isOn` false and `why` when it cannot be bought here and now. */
export function sellableOf(
  benefit: Benefit,
  sku: Sku,
  { grade, city, cityNames }: Buyer,
): Sellable {
  const price = sku.price ?? NO_PRICE;
  const why = whyNot(benefit, sku, city);
  const { contract, couponTemplateIds } = benefit;
  const terms = {
    contract,
    limits: benefit.limits,
    brandName: benefit.brandName,
    cityNames: cityNames(benefit.regionCodes),
  };
  return {
    skuId: sku.skuId,
    benefitId: benefit.benefitId,
    kind: benefit.kind,
    title: benefit.texts.title,
    spec: sku.spec,
    brandCode: benefit.brandCode,
    brandName: benefit.brandName,
    categoryCode: benefit.categoryCode,
    artwork: sku.artwork ?? benefit.artwork,
    // A SKU with a drawing of its own is not what the photo shows.
    ...(benefit.photo && sku.artwork === undefined ? { photo: benefit.photo } : {}),
    tint: benefit.tint,
    isOn: why === undefined,
    ...(why === undefined ? {} : { why }),
    marketFen: price.marketFen,
    priceFen: price.priceFen,
    unitFen: unitFenOf(price, grade),
    ...(price.pointsPrice === undefined ? {} : { pointsPrice: price.pointsPrice }),
    ...(price.pointsCashFen === undefined ? {} : { pointsCashFen: price.pointsCashFen }),
    costFen: price.costFen,
    ...(sku.faceFen === undefined ? {} : { faceFen: sku.faceFen }),
    quantityMin: sku.quantityMin,
    quantityMax: quantityMaxOf(benefit, sku),
    limits: benefit.limits,
    ...(benefit.gradeMin === undefined ? {} : { gradeMin: benefit.gradeMin }),
    form: contract.form,
    refundRule: contract.refundRule,
    ...(contract.refundDays === undefined ? {} : { refundDays: contract.refundDays }),
    ...(contract.lateMoney === "refund" ? { lateMoney: contract.lateMoney } : {}),
    rules: rulesOf(terms),
    ...(contract.validDays === undefined ? {} : { validDays: contract.validDays }),
    delivery: contract.delivery,
    routes: sku.routes,
    ...(couponTemplateIds.length === 0 ? {} : { couponTemplateIds }),
    version: price.version,
  };
}

/**
 * Returns the maximum quantity of one order: the SKU's own maximum within the benefit's limit and
 * the stock left.
 */
export const quantityMaxOf = (
  { limits }: Benefit,
  { quantityMin, quantityMax, free }: Sku,
): number =>
  Math.max(quantityMin, Math.min(quantityMax, limits.perOrder ?? quantityMax, free ?? quantityMax));

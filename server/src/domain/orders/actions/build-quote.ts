/** Builds a quote from a priced basket, with everything that its order needs. */
import type { PriceLine } from "@yunjing/contract/schemas/price-lines";
import { formKindOf, maskedInput } from "@yunjing/contract/benefit-form";
import type { Context } from "../../../platform/context.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { Sellable } from "../../catalog/model.ts";
import type { Price } from "../price.ts";
import type { Quoted, QuotedCoupon, QuotedItem } from "../quote-token.ts";

/** A SKU, its quantity, and the entered input. */
export type QuoteLine = {
  readonly sellable: Sellable;
  readonly quantity: number;
  readonly input: Readonly<Record<string, string>>;
};

export const nameOf = ({ title, spec }: Sellable): string =>
  spec === "" ? title : `${title} ${spec}`;

/** Returns one line with its part of the price. */
export function quotedItemOf(
  { sellable, input }: QuoteLine,
  allocation: Price["items"][number],
): QuotedItem {
  const { form, routes, skuId, unitFen, costFen, faceFen, gradeMin } = sellable;
  const { benefitId, title, spec, artwork, tint, kind, brandCode, brandName } = sellable;
  const { categoryCode, marketFen, priceFen, delivery, refundRule, limits, version } = sellable;
  const { refundDays, validDays, lateMoney, couponTemplateIds, photo } = sellable;
  return {
    ...allocation,
    skuId,
    unitFen,
    costFen,
    routes,
    input,
    ...(faceFen === undefined ? {} : { faceFen }),
    ...(gradeMin === undefined ? {} : { gradeMin }),
    ...(form.length === 0 ? {} : { formKind: formKindOf(form) }),
    inputMask: form.map((field) => ({ label: field.label, text: maskedInput([field], input) })),
    snapshot: {
      benefitId,
      title,
      spec,
      artwork,
      tint,
      kind,
      brandCode,
      brandName,
      categoryCode,
      marketFen,
      priceFen,
      delivery,
      refundRule,
      limits,
      version,
      ...(photo === undefined ? {} : { photo }),
      ...(refundDays === undefined ? {} : { refundDays }),
      ...(validDays === undefined ? {} : { validDays }),
      ...(lateMoney === undefined ? {} : { lateMoney }),
      ...(couponTemplateIds === undefined ? {} : { couponTemplateIds }),
    },
  };
}

const same = <T>(values: readonly T[]): T | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

export function buildQuote(
  { clock, ids, settings }: Context,
  made: {
    readonly lines: readonly QuoteLine[];
    readonly price: Price;
    readonly priceLines: readonly PriceLine[];
    readonly coupons: readonly QuotedCoupon[];
    readonly cityCode: string | undefined;
  },
): Quoted {
  const { lines, price, priceLines, coupons, cityCode } = made;
  const { items, pointsUsable: _, ...sums } = price;
  const [first] = lines;
  invariant(first, "a basket has at least one line");
  const brandCode = same(lines.map(({ sellable }) => sellable.brandCode));
  const rules = lines.flatMap(({ sellable }) => sellable.rules);
  return {
    ...sums,
    quoteId: ids.next(),
    expiresAt: clock.now().getTime() + settings.quoteMs,
    kind: first.sellable.kind,
    title:
      lines.length === 1
        ? nameOf(first.sellable)
        : `${first.sellable.title}等 ${lines.length} 种商品`,
    ...(brandCode === undefined ? {} : { brandCode, brandName: first.sellable.brandName }),
    artwork: first.sellable.artwork,
    ...(cityCode === undefined ? {} : { cityCode }),
    itemsText: lines
      .map(({ sellable, quantity }) => `${nameOf(sellable)} × ${quantity}`)
      .join("、"),
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    coupons,
    items: lines.map((line, at) => {
      const allocation = items[at];
      invariant(allocation, "every line of a price has its share");
      return quotedItemOf(line, allocation);
    }),
    priceLines,
    rules: [...new Set(rules.map(({ title, text }) => `${title}：${text}`))],
  };
}

/**
 * Quotes a basket for a member: reads only, and returns the price with its reasons, valid for a
 * limited time.
 */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { priceLinesOf } from "../price.ts";
import { sealQuote } from "../quote-token.ts";
import { buildQuote } from "./build-quote.ts";
import { shownCoupons, type ChosenCoupons } from "./quote-coupons.ts";
import { priceBasket, type QuoteDeps, type QuoteInput, readBasket } from "./read-basket.ts";

/** `usable` is the number of points the order may use, including those that it costs. */
function whyNoPoints(usable: number, available: number, unit: number, chosen: ChosenCoupons) {
  if (usable > available) return { why: `积分不足，还差 ${usable - available}` };
  if (chosen.forbidsPoints) return { why: "所选优惠券不可与积分同享" };
  if (usable > 0) return {};
  return { why: available < unit ? `满 ${unit} 积分可用` : "本单金额不足以使用积分" };
}

/**
 * Refuses NOT_FOUND, LEVEL_NEEDED {benefitId, level}, SOLD_OUT, REGION_UNAVAILABLE {skuId},
 * INPUT_INVALID {skuId, field, label, text}, LIMIT_REACHED {benefitId, limit, left},
 * COUPON_UNUSABLE {couponId, reason} and ACCOUNT_FROZEN {asset}.
 */
export async function quoteBasket(
  context: Context,
  db: Db,
  memberId: string,
  input: QuoteInput,
  { cityOf }: QuoteDeps = {},
): Promise<Output<"buying", "quote">> {
  const basket = await readBasket(context, db, memberId, { input, cityOf });
  const { lines, level, coupons: held, points, balanceFen, cityCode } = basket;
  const { chosen, price } = priceBasket(context, basket, input);
  const notes = { level: level.name, coupon: chosen.titles };
  const priceLines = priceLinesOf(price, notes);
  const quoted = buildQuote(context, {
    lines,
    price,
    priceLines,
    coupons: chosen.parts,
    cityCode,
  });
  const { pointsUsable, points: used, pointsOffFen, items: _, ...sums } = price;
  return {
    quoteToken: sealQuote(context, memberId, quoted),
    expiresAt: quoted.expiresAt,
    items: lines.map(({ sellable, quantity }) => ({
      skuId: sellable.skuId,
      benefitId: sellable.benefitId,
      title: sellable.title,
      spec: sellable.spec,
      artwork: sellable.artwork,
      ...(sellable.photo === undefined ? {} : { photo: sellable.photo }),
      tint: sellable.tint,
      quantity,
      marketFen: sellable.marketFen,
      unitFen: sellable.unitFen,
      totalFen: sellable.unitFen * quantity,
    })),
    lines: priceLines,
    goodsFen: sums.goodsFen,
    payableFen: sums.payableFen,
    balanceFen: sums.balanceFen,
    cashFen: sums.cashFen,
    points: {
      available: points,
      usable: pointsUsable,
      used,
      offFen: pointsOffFen,
      ...whyNoPoints(pointsUsable, points, context.settings.pointsUnit, chosen),
    },
    balance: { availableFen: balanceFen, usedFen: sums.balanceFen },
    coupons: shownCoupons(held, chosen),
  };
}

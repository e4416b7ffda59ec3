/**
 * Quotes a basket for a member: reads only, and returns the price with its reasons, valid for a
 * limited time.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { formKindOf, normalizedInput, fieldErrors } from "@yunjing/contract/benefit-form";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { combineReadQueries } from "../../../platform/database/read-query.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { openAccounts } from "../../accounts/actions.ts";
import type { OpenedAccount } from "../../accounts/model.ts";
import {
  offerQueries,
  purchaseCountsQuery,
  type CityOf,
  sellablesOf,
  cityCodeOf,
} from "../../catalog/actions.ts";
import type { Sellable } from "../../catalog/model.ts";
import { deliveryKinds } from "../../catalog/model/delivery-kinds.ts";
import { exceededLimit, type PurchaseCounts } from "../../catalog/model/limits.ts";
import { memberCouponsQuery } from "../../coupons/actions.ts";
import { couponsInCity } from "../../coupons/model.ts";
import { memberLevelQuery } from "../../levels/actions.ts";
import { balancesQuery, frozenAssetsQuery } from "../../ledger/actions.ts";
import { lotSumsQuery, computePoints } from "../../points/actions.ts";
import { expiredBonusReading, walletWith } from "../../wallet/actions.ts";
import { priceLinesOf, priceOf } from "../price.ts";
import { sealQuote } from "../quote-token.ts";
import { shownCoupons, type ChosenCoupons, chooseCoupons } from "./quote-coupons.ts";
import { checkGrade } from "./check-grade.ts";
import { type QuoteLine, buildQuote } from "./build-quote.ts";

type QuoteInput = Input<"buying", "quote">;

type Item = QuoteInput["items"][number];
type Accounts = ReadonlyMap<string, OpenedAccount>;

/**
 * Returns the entered input, or that of the chosen saved account. A saved account that is deleted,
 * another member's, or of another kind is refused.
 */
function inputOf({ form }: Sellable, { skuId, input = {}, savedAccountId }: Item, saved: Accounts) {
  if (savedAccountId === undefined) return input;
  const account = saved.get(savedAccountId);
  if (account?.kind !== formKindOf(form)) {
    const field = form[0]?.name ?? "";
    const text = "保存的账号已不在，请重新填写";
    throw new Refusal("INPUT_INVALID", { skuId, field, label: form[0]?.label ?? "", text });
  }
  // A saved phone has the field name of its own form, and this form may use another name.
  const values = Object.values(account.input);
  return Object.fromEntries(
    form.map(({ name }, at) => [name, ownValue(account.input, name) ?? values[at] ?? ""]),
  );
}

/** Builds one line with its input, or refuses with the first reason that forbids it. */
function lineOf(sellable: Sellable | undefined, item: Item, saved: Accounts): QuoteLine {
  const { skuId, quantity } = item;
  if (!sellable || !deliveryKinds[sellable.delivery].isSoldInShop)
    throw new Refusal("NOT_FOUND", { skuId });
  if (!sellable.isOn) throw new Refusal(sellable.why ?? "SOLD_OUT", { skuId });
  const { benefitId, quantityMin, quantityMax, form } = sellable;
  if (quantity < quantityMin || quantity > quantityMax) {
    throw new Refusal("LIMIT_REACHED", { benefitId, limit: "perOrder", left: quantityMax });
  }
  const input = inputOf(sellable, item, saved);
  const [wrong] = fieldErrors(form, input);
  if (wrong) {
    const label = form.find(({ name }) => name === wrong.name)?.label ?? wrong.name;
    throw new Refusal("INPUT_INVALID", { skuId, field: wrong.name, label, text: wrong.text });
  }
  return { sellable, quantity, input: normalizedInput(form, input) };
}

/** The maximum number of pieces in one order. */
const PIECES_MAX = 400;

/**
 * Checks the limits before anything is held, for an early answer; placing the order checks them
 * again, and that check decides.
 */
function checkLimits(
  lines: readonly QuoteLine[],
  boughtSoFar: ReadonlyMap<string, PurchaseCounts>,
): void {
  const wanted = new Map<string, QuoteLine>();
  let pieces = 0;
  for (const line of lines) {
    const { benefitId } = line.sellable;
    pieces += line.quantity;
    if (pieces > PIECES_MAX) {
      throw new Refusal("LIMIT_REACHED", { benefitId, limit: "perOrder", left: PIECES_MAX });
    }
    const before = wanted.get(benefitId)?.quantity ?? 0;
    wanted.set(benefitId, { ...line, quantity: before + line.quantity });
  }
  const asked = [...wanted.values()].map(({ sellable: { benefitId, limits }, quantity }) => ({
    benefitId,
    quantity,
    limits,
  }));
  const exceeded = exceededLimit(asked, boughtSoFar);
  if (exceeded) throw new Refusal("LIMIT_REACHED", exceeded);
}

const requestedPoints = (usePoints: QuoteInput["usePoints"]): number | "most" => {
  if (usePoints === true) return "most";
  return typeof usePoints === "number" ? usePoints : 0;
};

/** `usable` is the number of points the order may use, including those that it costs. */
function whyNoPoints(usable: number, available: number, unit: number, chosen: ChosenCoupons) {
  if (usable > available) return { why: `积分不足，还差 ${usable - available}` };
  if (chosen.forbidsPoints) return { why: "所选优惠券不可与积分同享" };
  if (usable > 0) return {};
  return { why: available < unit ? `满 ${unit} 积分可用` : "本单金额不足以使用积分" };
}

/**
 * Refuses a frozen asset before the member decides to pay with it; nothing else of the quote
 * depends on it.
 */
function refuseFrozen(frozenAssets: readonly string[], input: QuoteInput): void {
  const assetsToUse = [
    ...(requestedPoints(input.usePoints) === 0 ? [] : ["PTS"]),
    ...(input.useBalance === true ? ["CNY"] : []),
  ];
  for (const asset of assetsToUse) {
    if (frozenAssets.includes(asset)) throw new Refusal("ACCOUNT_FROZEN", { asset });
  }
}

/** Returns city names for the rules stored in an order; without it the rules name no city. */
export type QuoteDeps = { readonly cityOf?: CityOf | undefined };

/** The query of everything that a price depends on: member `$1`, at `$2`, the SKUs `$3`. */
const gather = combineReadQueries("orders_quote", {
  level: memberLevelQuery,
  coupons: memberCouponsQuery,
  frozen: frozenAssetsQuery,
  bought: purchaseCountsQuery,
  balances: balancesQuery,
  ...offerQueries,
  pointsEnding: lotSumsQuery,
  bonusEnded: expiredBonusReading,
});

/** Reads everything that a price depends on, in one statement. */
async function read(
  context: Context,
  db: Db,
  memberId: string,
  { input, cityOf }: { input: QuoteInput } & QuoteDeps,
) {
  const skuIds = [...new Set(input.items.map(({ skuId }) => skuId))];
  const { regionCode } = input;
  const chosen = input.items.flatMap(({ savedAccountId }) => savedAccountId ?? []);
  const [all, saved] = await Promise.all([
    gather(db, [memberId, context.clock.sql(), JSON.stringify(skuIds)]),
    openAccounts(context, db, memberId, chosen),
  ]);
  const { level, balances: sums } = all;
  refuseFrozen(all.frozen, input);
  const found = sellablesOf(all, { regionCode, grade: level.grade, cityOf });
  const wanted = [...found.values()];
  await checkGrade(
    db,
    level.grade,
    wanted.map(({ benefitId, gradeMin }) => ({ benefitId, gradeMin })),
  );
  const lines = input.items.map((item) => lineOf(found.get(item.skuId), item, saved));
  checkLimits(lines, all.bought);
  const wallet = walletWith(sums, all.bonusEnded);
  const balanceFen = wallet.principal + wallet.bonus + wallet.reward;
  const points = computePoints(sums, all.pointsEnding).available;
  const cityCode = regionCode === undefined ? undefined : cityCodeOf(regionCode, cityOf);
  const coupons = couponsInCity(all.coupons, cityCode);
  return { lines, level, coupons, points, balanceFen, cityCode };
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
  const { settings, clock } = context;
  const {
    lines,
    level,
    coupons: held,
    points,
    balanceFen,
    cityCode,
  } = await read(context, db, memberId, { input, cityOf });
  const chosen = chooseCoupons(held, lines, input.couponIds, {
    now: clock.now(),
    most: settings.couponsPerOrderMax,
  });
  const available = chosen.forbidsPoints ? 0 : points;
  const priced = lines.map(({ sellable, quantity }) => ({ ...sellable, quantity }));
  const price = priceOf(
    priced,
    {
      couponOffs: chosen.lineOffs,
      points: { available, requested: requestedPoints(input.usePoints) },
      balance: { availableFen: balanceFen, isUsed: input.useBalance === true },
    },
    settings,
  );
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
      ...whyNoPoints(pointsUsable, points, settings.pointsUnit, chosen),
    },
    balance: { availableFen: balanceFen, usedFen: sums.balanceFen },
    coupons: shownCoupons(held, chosen),
  };
}

/**
 * Reads the basket of a quote or an estimate: each line as it can be sold, and everything that its
 * price depends on; and prices it with the chosen coupons.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { formKindOf, normalizedInput, fieldErrors } from "@yunjing/contract/benefit-form";
import type { Input } from "@yunjing/contract/operations";
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
import { type Price, priceOf } from "../price.ts";
import { checkGrade } from "./check-grade.ts";
import { type QuoteLine } from "./build-quote.ts";
import { type ChosenCoupons, chooseCoupons } from "./quote-coupons.ts";

export type QuoteInput = Input<"buying", "quote">;

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

/** Builds one line without its input, or refuses with the first reason that forbids it. */
function openLineOf(sellable: Sellable | undefined, item: Item): QuoteLine {
  const { skuId, quantity } = item;
  if (!sellable || !deliveryKinds[sellable.delivery].isSoldInShop)
    throw new Refusal("NOT_FOUND", { skuId });
  if (!sellable.isOn) throw new Refusal(sellable.why ?? "SOLD_OUT", { skuId });
  const { benefitId, quantityMin, quantityMax } = sellable;
  if (quantity < quantityMin || quantity > quantityMax) {
    throw new Refusal("LIMIT_REACHED", { benefitId, limit: "perOrder", left: quantityMax });
  }
  return { sellable, quantity, input: {} };
}

/** Builds one line with its input, or refuses with the first reason that forbids it. */
function lineOf(found: Sellable | undefined, item: Item, saved: Accounts): QuoteLine {
  const { sellable, quantity } = openLineOf(found, item);
  const { skuId, form } = sellable;
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

type BasketQuery = QuoteDeps & {
  readonly input: QuoteInput;
  /** True for a price before the form is filled in: the input of the items is not read. */
  readonly isOpen?: boolean;
};

export type Basket = Awaited<ReturnType<typeof readBasket>>;

/**
 * Reads everything that a price depends on, in one statement. Refuses NOT_FOUND, LEVEL_NEEDED,
 * SOLD_OUT, REGION_UNAVAILABLE, INPUT_INVALID, LIMIT_REACHED and ACCOUNT_FROZEN.
 */
export async function readBasket(
  context: Context,
  db: Db,
  memberId: string,
  { input, cityOf, isOpen = false }: BasketQuery,
) {
  const skuIds = [...new Set(input.items.map(({ skuId }) => skuId))];
  const { regionCode } = input;
  const chosen = input.items.flatMap(({ savedAccountId }) => savedAccountId ?? []);
  const [all, saved] = await Promise.all([
    gather(db, [memberId, context.clock.sql(), skuIds]),
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
  const lines = input.items.map((item) => {
    const sellable = found.get(item.skuId);
    return isOpen ? openLineOf(sellable, item) : lineOf(sellable, item, saved);
  });
  checkLimits(lines, all.bought);
  const wallet = walletWith(sums, all.bonusEnded);
  const balanceFen = wallet.principal + wallet.bonus + wallet.reward;
  const points = computePoints(sums, all.pointsEnding).available;
  const cityCode = regionCode === undefined ? undefined : cityCodeOf(regionCode, cityOf);
  const coupons = couponsInCity(all.coupons, cityCode);
  return { lines, level, coupons, points, balanceFen, cityCode };
}

export type PricedBasket = { readonly chosen: ChosenCoupons; readonly price: Price };

/**
 * Prices a basket with the requested coupons, or the best ones when none are named, and with the
 * points and balance as requested. Refuses COUPON_UNUSABLE {couponId, reason}.
 */
export function priceBasket(
  { settings, clock }: Context,
  { lines, coupons, points, balanceFen }: Basket,
  input: Pick<QuoteInput, "couponIds" | "usePoints" | "useBalance">,
): PricedBasket {
  const chosen = chooseCoupons(coupons, lines, input.couponIds, {
    now: clock.now(),
    most: settings.couponsPerOrderMax,
  });
  const price = priceOf(
    lines.map(({ sellable, quantity }) => ({ ...sellable, quantity })),
    {
      couponOffs: chosen.lineOffs,
      points: {
        available: chosen.forbidsPoints ? 0 : points,
        requested: requestedPoints(input.usePoints),
      },
      balance: { availableFen: balanceFen, isUsed: input.useBalance === true },
    },
    settings,
  );
  return { chosen, price };
}

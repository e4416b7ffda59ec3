/**
 * Prices a basket for a member: goods, level, coupon, points, balance, in this order. Money in fen.
 */
import type { PriceLine } from "@yunjing/contract/schemas/price-lines";
import type { Settings } from "../../platform/settings.ts";
import { type Allocation, divide } from "./allocate.ts";

/** One line to price: the public unit price, and this member's unit price. */
export type Priced = {
  readonly skuId: string;
  readonly quantity: number;
  readonly priceFen: number;
  readonly unitFen: number;
  /**
   * The price of one in points, and in money beside them; no other discount applies to such a line.
   */
  readonly pointsPrice?: number;
  readonly pointsCashFen?: number;
};

/** The discounts and tenders besides cash: each is used as far as requested and possible. */
export type PriceOptions = {
  /** The coupon discount of each SKU, at most the total of its lines. */
  readonly couponOffs: Readonly<Record<string, number>>;
  readonly points: { readonly available: number; readonly requested: number | "most" };
  readonly balance: { readonly availableFen: number; readonly isUsed: boolean };
};

export type Price = {
  readonly goodsFen: number;
  readonly levelOffFen: number;
  readonly couponOffFen: number;
  /** The maximum points this order accepts. */
  readonly pointsUsable: number;
  readonly points: number;
  readonly pointsOffFen: number;
  readonly payableFen: number;
  readonly balanceFen: number;
  readonly cashFen: number;
  /** One for each line, in the same order; together exactly the amounts above. */
  readonly items: readonly Allocation[];
};

type PointsRule = Pick<Settings, "pointsUnit" | "pointsUnitFen" | "pointsOffPercentMax">;

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** Divides the coupon discounts among lines: lines of one SKU share its discount. */
function couponOffsOf(lines: readonly Priced[], offs: PriceOptions["couponOffs"]): number[] {
  const taken = lines.map(() => 0);
  for (const [skuId, offFen] of Object.entries(offs)) {
    const weights = lines.map((line) => (line.skuId === skuId ? line.unitFen * line.quantity : 0));
    const parts = divide(Math.min(Math.max(0, offFen), sum(weights)), weights);
    for (const [at, part] of parts.entries()) taken[at] = (taken[at] ?? 0) + part;
  }
  return taken;
}

/**
 * Returns the points for an order with `restFen` left, in whole units; `available` is the member's
 * maximum for it.
 */
function pointsFor(
  restFen: number,
  available: number,
  requested: number | "most",
  rule: PointsRule,
) {
  const mostFen = Math.floor((restFen * rule.pointsOffPercentMax) / 100);
  const most = Math.floor(mostFen / rule.pointsUnitFen) * rule.pointsUnit;
  const whole = (amount: number) =>
    Math.floor(Math.max(0, amount) / rule.pointsUnit) * rule.pointsUnit;
  const usable = Math.min(most, whole(available));
  const used = Math.min(usable, requested === "most" ? usable : whole(requested));
  return { usable, used, offFen: (used / rule.pointsUnit) * rule.pointsUnitFen };
}

/**
 * Returns a line's amounts for the member, before coupons; a line with a price in points has no
 * other price.
 */
function ownPrice(line: Priced) {
  const { priceFen, unitFen, quantity, pointsPrice, pointsCashFen = 0 } = line;
  const goodsFen = priceFen * quantity;
  if (pointsPrice === undefined) {
    return { goodsFen, ownFen: Math.min(priceFen, unitFen) * quantity, points: 0, pointsOffFen: 0 };
  }
  const pointsOffFen = goodsFen - Math.min(priceFen, pointsCashFen) * quantity;
  return { goodsFen, ownFen: goodsFen, points: pointsPrice * quantity, pointsOffFen };
}

/** Prices a basket and divides every amount among its lines. No result is below zero. */
export function priceOf(lines: readonly Priced[], options: PriceOptions, rule: PointsRule): Price {
  const own = lines.map(ownPrice);
  const isFree = lines.map(({ pointsPrice }) => pointsPrice === undefined);
  const couponOffs = couponOffsOf(
    lines.map((line, at) => ({
      ...line,
      unitFen: isFree[at] ? Math.min(line.priceFen, line.unitFen) : 0,
    })),
    options.couponOffs,
  );
  // The amounts that points may still pay: none for a line with a price in points.
  const open = own.map(({ ownFen }, at) => (isFree[at] ? ownFen - (couponOffs[at] ?? 0) : 0));
  const fixed = sum(own.map(({ points }) => points));
  const { available, requested } = options.points;
  const more = pointsFor(sum(open), available - fixed, requested, rule);
  const moreOffs = divide(more.offFen, open);
  const morePoints = divide(
    more.used,
    moreOffs.map((fen) => fen * rule.pointsUnit),
  );
  const pointsOffs = own.map(({ pointsOffFen }, at) => pointsOffFen + (moreOffs[at] ?? 0));
  const payables = own.map(
    ({ ownFen }, at) => ownFen - (couponOffs[at] ?? 0) - (pointsOffs[at] ?? 0),
  );
  const payableFen = sum(payables);
  const { availableFen, isUsed } = options.balance;
  const balanceFen = isUsed ? Math.min(payableFen, Math.max(0, availableFen)) : 0;
  const balances = divide(balanceFen, payables);
  const items = own.map(({ goodsFen, ownFen, points }, at) => ({
    quantity: lines[at]?.quantity ?? 0,
    goodsFen,
    levelOffFen: goodsFen - ownFen,
    couponOffFen: couponOffs[at] ?? 0,
    pointsOffFen: pointsOffs[at] ?? 0,
    points: points + (morePoints[at] ?? 0),
    balanceFen: balances[at] ?? 0,
    cashFen: (payables[at] ?? 0) - (balances[at] ?? 0),
  }));
  return {
    goodsFen: sum(items.map(({ goodsFen }) => goodsFen)),
    levelOffFen: sum(items.map(({ levelOffFen }) => levelOffFen)),
    couponOffFen: sum(couponOffs),
    pointsUsable: fixed + more.usable,
    points: fixed + more.used,
    pointsOffFen: sum(pointsOffs),
    payableFen,
    balanceFen,
    cashFen: payableFen - balanceFen,
    items,
  };
}

/** Returns the price as readable lines; omits discounts of zero. */
export function priceLinesOf(
  price: Pick<
    Price,
    | "goodsFen"
    | "levelOffFen"
    | "couponOffFen"
    | "pointsOffFen"
    | "points"
    | "balanceFen"
    | "payableFen"
    | "cashFen"
  >,
  notes: { readonly level?: string | undefined; readonly coupon?: string | undefined },
): PriceLine[] {
  const off = (
    kind: PriceLine["kind"],
    text: string,
    amountFen: number,
    note?: string,
  ): PriceLine[] =>
    amountFen === 0
      ? []
      : [{ kind, text, amountFen: -amountFen, ...(note === undefined ? {} : { note }) }];
  return [
    { kind: "goods", text: "商品金额", amountFen: price.goodsFen },
    ...off("level", "会员价优惠", price.levelOffFen, notes.level),
    ...off("coupon", "优惠券", price.couponOffFen, notes.coupon),
    ...off("points", "积分抵扣", price.pointsOffFen, `使用 ${price.points} 积分`),
    ...off("balance", "余额支付", price.balanceFen),
    {
      kind: "payable",
      text: price.balanceFen > 0 ? "还需支付" : "应付金额",
      amountFen: price.cashFen,
    },
  ];
}

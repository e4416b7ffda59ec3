/** What a basket costs a member, and why: goods, level, coupon, points, balance, in this order. Money in fen. */
import type { PriceLine } from "@yunjing/contract/schemas/price-lines";
import type { Settings } from "../../platform/settings.ts";
import { type Allocation, divide } from "./allocate.ts";

/** One line to be bought: what anybody pays for one, and what this member pays. */
export type Priced = {
  readonly skuId: string;
  readonly quantity: number;
  readonly priceFen: number;
  readonly unitFen: number;
};

/** What is taken off or paid besides money: each as much as is asked and possible. */
export type Wish = {
  /** What coupons take off each SKU; together with nothing else, at most what its lines come to. */
  readonly couponOffs: Readonly<Record<string, number>>;
  readonly points: { readonly available: number; readonly asked: number | "most" };
  readonly balance: { readonly availableFen: number; readonly isUsed: boolean };
};

export type Price = {
  readonly goodsFen: number;
  readonly levelOffFen: number;
  readonly couponOffFen: number;
  /** The most points this order takes. */
  readonly pointsUsable: number;
  readonly points: number;
  readonly pointsOffFen: number;
  readonly payableFen: number;
  readonly balanceFen: number;
  readonly cashFen: number;
  /** Of each line, in their order; together exactly the amounts above. */
  readonly items: readonly Allocation[];
};

type PointsRule = Pick<Settings, "pointsUnit" | "pointsUnitFen" | "pointsOffPercentMax">;

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** What each line gives of the coupons: lines of one SKU share what is taken off it. */
function couponOffsOf(lines: readonly Priced[], offs: Wish["couponOffs"]): number[] {
  const taken = lines.map(() => 0);
  for (const [skuId, offFen] of Object.entries(offs)) {
    const weights = lines.map((line) => (line.skuId === skuId ? line.unitFen * line.quantity : 0));
    const parts = divide(Math.min(Math.max(0, offFen), sum(weights)), weights);
    for (const [at, part] of parts.entries()) taken[at] = (taken[at] ?? 0) + part;
  }
  return taken;
}

/** How many points go into an order of which `restFen` is left, in whole units. */
function pointsFor(restFen: number, { points }: Wish, rule: PointsRule) {
  const mostFen = Math.floor((restFen * rule.pointsOffPercentMax) / 100);
  const most = Math.floor(mostFen / rule.pointsUnitFen) * rule.pointsUnit;
  const whole = (amount: number) => Math.floor(Math.max(0, amount) / rule.pointsUnit);
  const usable = Math.min(most, whole(points.available) * rule.pointsUnit);
  const asked = points.asked === "most" ? usable : whole(points.asked) * rule.pointsUnit;
  const used = Math.min(usable, asked);
  return { usable, used, offFen: (used / rule.pointsUnit) * rule.pointsUnitFen };
}

/** Prices a basket and divides every amount among its lines. Nothing it answers is ever below zero. */
export function priceOf(lines: readonly Priced[], wish: Wish, rule: PointsRule): Price {
  const goods = lines.map(({ priceFen, quantity }) => priceFen * quantity);
  const own = lines.map(
    ({ priceFen, unitFen, quantity }) => Math.min(priceFen, unitFen) * quantity,
  );
  const levelOffs = goods.map((fen, at) => fen - (own[at] ?? 0));
  const couponOffs = couponOffsOf(
    lines.map((line) => ({ ...line, unitFen: Math.min(line.priceFen, line.unitFen) })),
    wish.couponOffs,
  );
  const afterCoupon = own.map((fen, at) => fen - (couponOffs[at] ?? 0));
  const points = pointsFor(sum(afterCoupon), wish, rule);
  const pointsOffs = divide(points.offFen, afterCoupon);
  const pointParts = pointsOffs.map((fen) => fen * rule.pointsUnit);
  const payables = afterCoupon.map((fen, at) => fen - (pointsOffs[at] ?? 0));
  const payableFen = sum(payables);
  const { availableFen, isUsed } = wish.balance;
  const balanceFen = isUsed ? Math.min(payableFen, Math.max(0, availableFen)) : 0;
  const balances = divide(balanceFen, payables);
  const pointsOf = divide(points.used, pointParts);
  return {
    goodsFen: sum(goods),
    levelOffFen: sum(levelOffs),
    couponOffFen: sum(couponOffs),
    pointsUsable: points.usable,
    points: points.used,
    pointsOffFen: points.offFen,
    payableFen,
    balanceFen,
    cashFen: payableFen - balanceFen,
    items: lines.map(({ quantity }, at) => ({
      quantity,
      goodsFen: goods[at] ?? 0,
      levelOffFen: levelOffs[at] ?? 0,
      couponOffFen: couponOffs[at] ?? 0,
      pointsOffFen: pointsOffs[at] ?? 0,
      points: pointsOf[at] ?? 0,
      balanceFen: balances[at] ?? 0,
      cashFen: (payables[at] ?? 0) - (balances[at] ?? 0),
    })),
  };
}

/** How the price came about, as it is read: what takes nothing off is left out. */
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

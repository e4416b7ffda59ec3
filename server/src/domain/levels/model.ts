/**
 * Levels (domain.md 21). Terms: *growth* comes from purchases and counts for a year; levels are
 * ordered by their *grade*, 1 being the grade of every member; a *period* is the time during which
 * a grade, once reached, cannot fall; a *granted* level counts beside the level by growth, and the
 * higher applies.
 */

/** Number of days that growth counts (`levels_growth`). */
export const GROWTH_DAYS = 365;

export type Level = {
  readonly grade: number;
  readonly name: string;
  readonly growthFrom: number;
  /** Number of days that the grade is kept once it is reached. */
  readonly keepDays: number;
  /** Percentage of the points that an order earns. */
  readonly pointsRate: number;
  /** Granted to a member who reaches the level for the first time. */
  readonly couponTemplates: readonly string[];
  readonly benefits: readonly {
    readonly icon: string;
    readonly name: string;
    readonly text: string;
  }[];
  /** Increases with every change. */
  readonly version: number;
};

/**
 * Returns whether each level requires more growth than the one below, and the lowest requires none.
 */
export const areLevelsAscending = (
  levels: readonly Pick<Level, "grade" | "growthFrom">[],
): boolean =>
  levels.every(({ growthFrom }, place) =>
    place === 0 ? growthFrom === 0 : growthFrom > (levels[place - 1]?.growthFrom ?? 0),
  );

/** Returns how growth is gained and what it does, a sentence each; days are the level's own. */
export const rulesOf = ({ keepDays }: Pick<Level, "keepDays">): string[] => [
  "订单完成后，实付现金每满 1 元得 1 成长值；积分、优惠券抵扣和余额支付的部分不计",
  "退款成功后，相应的成长值会扣回",
  `成长值按最近 ${GROWTH_DAYS} 天累计，更早的自动失效`,
  `达到更高等级所需的成长值立即升级，等级保留 ${keepDays} 天`,
  "等级到期时成长值仍够则继续保留，不够则降一级，每次最多降一级",
];

/**
 * The demo's balance history: what the demo member topped up, spent and let expire; the final
 * balance is zero.
 */

/** `daysAgo` in whole days. The bonus of the oldest top-up has expired. */
export const topUps = [
  { daysAgo: 420, packageId: "hundred" },
  { daysAgo: 21, packageId: "two-hundred" },
] as const;

export const purchases = [
  { daysAgo: 24, fen: 3_200, title: "肯德基香辣鸡腿堡套餐" },
  { daysAgo: 19, fen: 4_590, title: "瑞幸咖啡月卡" },
  { daysAgo: 14, fen: 9_900, title: "京东 E 卡 100 元" },
  { daysAgo: 9, fen: 6_800, title: "猫眼电影票", isGivenUp: true },
  { daysAgo: 6, fen: 13_510, title: "旅行酒店券包" },
] as const;

/** The day on which the expired bonus was posted. */
export const bonusExpiredDaysAgo = 25;

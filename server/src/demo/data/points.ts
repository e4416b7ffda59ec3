/**
 * One year of a member's points history: what was earned, and how long ago. Days and months count
 * back from now.
 */

/** Granted by hand: the first has expired, and part of the second expires this month. */
export const grants = [
  { monthsAgo: 16, points: 200, title: "新会员礼" },
  { monthsAgo: 12, points: 1_660, title: "周年会员回馈" },
  { monthsAgo: 2, points: 748, title: "会员日加赠" },
] as const;

/** Orders that were paid in cash, in 元. */
export const cashOrders = [
  { daysAgo: 270, yuan: 268 },
  { daysAgo: 214, yuan: 319 },
  { daysAgo: 151, yuan: 152 },
  { daysAgo: 118, yuan: 88 },
  { daysAgo: 66, yuan: 463 },
  { daysAgo: 31, yuan: 205 },
  { daysAgo: 0, yuan: 120 },
] as const;

export const tasks = [
  { daysAgo: 300, task: "nickname" },
  { daysAgo: 299, task: "first_coupon" },
] as const;

/** One full week, and the last three days in a row: today is still open. */
export const signInDaysAgo = [62, 61, 60, 59, 58, 57, 56, 3, 2, 1];

/** Bought in the points mall today. */
export const pointsPurchases = ["points-latte", "points-fries"];

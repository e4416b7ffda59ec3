/**
 * Texts of the reasons that functions of the database raise as codes, in `reason` of a refusal's
 * data.
 */
export const raisedReasons = {
  claim_not_begun: "未到领取时间",
  coupon_missing: "券不存在",
  // `coupon_` and the state by time (`coupons_state`).
  coupon_used: "已使用",
  coupon_void: "已作废",
  coupon_expired: "已过期",
  coupon_pending: "未到可用时间",
  coupon_budget_spent: "活动预算已用完",
  // What bars a member from a coupon (`coupons_barred`).
  coupon_first_order: "仅限首单使用",
  coupon_channel_web: "仅限手机号注册的会员使用",
  coupon_channel_wechat: "仅限微信注册的会员使用",
  coupon_once: "这个活动每人只能使用一次",
  units_left: "可退数量不足",
  principal_spent: "本金已用完",
  withdrawals_today: "今日提现次数已用完",
  withdrawals_this_month: "超出本月可提现额度",
} as const;

/** Why a member may not use a coupon, whatever is bought. */
export type Barred = Extract<
  keyof typeof raisedReasons,
  "coupon_first_order" | "coupon_once" | `coupon_channel_${string}`
>;

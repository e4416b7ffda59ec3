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
  units_left: "可退数量不足",
  principal_spent: "本金已用完",
  withdrawals_today: "今日提现次数已用完",
  withdrawals_this_month: "超出本月可提现额度",
} as const;

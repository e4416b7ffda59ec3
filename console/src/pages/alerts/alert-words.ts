/** What operators read about the kinds of alerts. */

export const alertKinds = {
  circuit_open: ["bad", "供应商熔断"],
  prepaid_low: ["warn", "预存不足"],
  unknown_many: ["bad", "结果未知过多"],
  cards_low: ["warn", "卡密不足"],
  desk_late: ["bad", "处理超时"],
  code_guessing: ["bad", "猜码"],
  canary_code: ["bad", "诱饵码被试"],
  campaign_budget: ["warn", "活动预算"],
  audit_altered: ["bad", "审计被改"],
  audit_key: ["bad", "审计密钥"],
} as const;

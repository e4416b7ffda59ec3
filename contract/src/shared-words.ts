/**
 * Words that the server and the console share: postings and accounts of the ledger, who acted, what
 * delays a closing.
 */
import { ownValue } from "./own-value.ts";
import type { ObstacleKind } from "./schemas/closing.ts";

/** The name of each kind of posting, as operators read it. */
export const postingWords = {
  code_redeem: "兑换码兑换",
  code_return: "兑换码退回",
  hold: "占用",
  hold_confirm: "占用转支付",
  hold_void: "占用释放",
  supplier_cost: "供应成本",
  points_earn: "消费得积分",
  points_expire: "积分过期",
  points_activate: "积分到账",
  points_return: "退款退回积分",
  points_clawback: "退款扣回积分",
  points_sign: "签到",
  points_task: "任务奖励",
  wallet_return: "退款退回",
  topup: "充值",
  topup_bonus: "充值赠送",
  topup_refund: "充值退款",
  bonus_revoke: "收回赠送",
  bonus_expire: "赠送金过期",
  order_paid: "下单支付",
  order_fulfilled: "订单完成",
  refund: "退款",
  refund_paid: "退款到账",
  wxpay_credit: "微信支付到账",
  wxpay_accept: "微信支付入账",
  wxpay_return: "微信支付退回",
  invite_reward: "邀请奖励（冻结中）",
  invite_settle: "邀请奖励到账",
  invite_points: "积分（邀请）",
  invite_cut: "邀请奖励扣减",
  invite_back: "邀请奖励扣回",
  points_back: "积分扣回",
  merge_out: "账号合并转出",
  merge_in: "账号合并转入",
  merge_repay: "账号合并抵扣",
  account_close: "账号注销清空",
  adjust: "调账",
} as const satisfies Readonly<Record<string, string>>;

/** Returns the name of a posting's kind; the kind itself when it is unknown. */
export const postingText = (kind: string): string => ownValue(postingWords, kind) ?? kind;

/** The name of each account of the ledger that members own. */
const memberAccountWords = {
  principal: "本金",
  bonus: "赠送",
  reward_frozen: "奖励冻结",
  reward_cash: "可提现",
  held_principal: "本金占用",
  held_bonus: "赠送占用",
  held_reward: "可提现占用",
  available: "积分",
  pending: "待入账积分",
  held: "积分占用",
  debt: "欠积分",
} as const satisfies Readonly<Record<string, string>>;
/** The name of each account of the business: the other side of members' accounts. */
const businessAccountWords = {
  channel: "支付渠道",
  clearing: "订单清算",
  revenue: "收入",
  fee: "手续费",
  expense: "营销费用",
  cost: "供应成本",
  prepaid: "供应商预存款",
  codes_sold: "已售兑换码",
  suspense: "未匹配款项",
  points_issued: "发放积分",
  points_spent: "使用积分",
  points_expired: "过期积分",
} as const satisfies Readonly<Record<string, string>>;

/** First the accounts of members, then those of the business. */
export const accountWords = { ...memberAccountWords, ...businessAccountWords } as const;

/** Returns whether members own the accounts of this purpose. */
export const isMembersAccount = (purpose: string): boolean =>
  ownValue(memberAccountWords, purpose) !== undefined;

/** Returns the name of an account; its purpose when it is unknown. */
export const accountText = (purpose: string): string => ownValue(accountWords, purpose) ?? purpose;

const actorWords: Readonly<Record<string, string>> = {
  member: "会员",
  operator: "运营",
  system: "系统",
  channel: "支付渠道",
  supplier: "供应商",
  dealer: "经销商",
};

/** Returns the word for who acted, where no name is known; the kind itself when it is unknown. */
export const actorText = (kind: string): string => ownValue(actorWords, kind) ?? kind;

/** What a bill and our books do not agree on, as operators read it. */
export const billClassWords = {
  bill_only_there: "对方有，我方没有",
  bill_only_here: "我方有，对方没有",
  bill_state: "状态不同",
  bill_amount: "金额不同",
  bill_number: "单号不同",
  bill_fee: "手续费不同",
  bill_duplicate: "重复",
  bill_other_day: "日期不同",
  bill_missing: "账单没到",
} as const;

/** The name of each obstacle to closing an account, as members and operators read it. */
export const obstacleWords: Readonly<Record<ObstacleKind, string>> = {
  orders: "未完成的订单",
  refunds: "处理中的退款",
  topups: "处理中的充值",
  withdrawals: "处理中的提现",
  holds: "冻结中的金额",
  principal: "未用完的余额本金",
  rewards: "待解冻的邀请奖励",
  appeals: "待处理的申诉",
  points_debt: "待还的积分",
  reward_debt: "待扣回的奖励",
  frozen: "账户核查",
  batches: "未结束的兑换码批次",
  operator: "运营权限",
};

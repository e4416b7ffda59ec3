/** The Chinese names of ledger kinds and accounts, as operators read them. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Guarded, PostingKind } from "../ledger/model.ts";

const kinds: Readonly<Record<PostingKind, string>> = {
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
};

const accounts: Readonly<Record<Guarded, string>> = {
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
};

/** Returns the name of a posting's kind; the kind itself when it is unknown. */
export const kindText = (kind: string): string => ownValue(kinds, kind) ?? kind;

/** Returns the name of an account; its purpose when it is unknown. */
export const accountText = (account: string): string => ownValue(accounts, account) ?? account;

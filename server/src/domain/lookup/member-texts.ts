/** The Chinese names of ledger accounts, as operators read them. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Guarded } from "../ledger/model.ts";

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

/** Returns the name of an account; its purpose when it is unknown. */
export const accountText = (account: string): string => ownValue(accounts, account) ?? account;

/** Amounts of a withdrawal: fee, net amount, and validation of the typed amount. */
import type { WithdrawalSheet } from "@yunjing/contract/schemas/withdrawals";
import { moneyText } from "../../../components/money.ts";
import { parseYuan } from "../../../components/yuan.ts";

type Fees = Pick<WithdrawalSheet, "feePer10000" | "feeMinFen">;

/** Returns the fee in fen, rounded up; at least the minimum fee, at most the amount. */
export function feeOf({ feePer10000, feeMinFen }: Fees, amountFen: number): number {
  const fee = Math.ceil((amountFen * feePer10000) / 10_000);
  return Math.min(amountFen, Math.max(fee, feeMinFen));
}

/** True when the percentage fee is below the minimum fee. */
export const isMinimumFee = ({ feePer10000, feeMinFen }: Fees, amountFen: number): boolean =>
  (amountFen * feePer10000) / 10_000 < feeMinFen;

/** Returns the fee text: 手续费 0.6%, or that there is no fee. */
export function feeText({ feePer10000, feeMinFen }: Fees): string {
  if (feePer10000 === 0 && feeMinFen === 0) return "免手续费";
  return feePer10000 > 0 ? `手续费 ${feePer10000 / 100}%` : "手续费";
}

/** Returns the error of the typed amount; `undefined` when it can be requested. */
export function amountError(sheet: WithdrawalSheet, typed: string): string | undefined {
  const amountFen = parseYuan(typed);
  if (amountFen === undefined) return "请输入提现金额";
  if (amountFen > sheet.availableFen) return `超过可提现的 ${moneyText(sheet.availableFen)}`;
  if (amountFen < sheet.minFen) return `最低提现 ${moneyText(sheet.minFen, "shop")}`;
  if (amountFen > sheet.maxFen) return `现在最多可提现 ${moneyText(sheet.maxFen)}`;
  return undefined;
}

/** Above a limit WeChat requires the account holder's name. */
export const needsName = ({ nameAboveFen }: WithdrawalSheet, amountFen: number): boolean =>
  amountFen > nameAboveFen;

/** Checks a name as registered with a bank: at least two characters, no digits. */
export const nameError = (name: string): string | undefined =>
  /^[\p{L}·. ]{2,40}$/u.test(name) ? undefined : "请填写微信实名的姓名";

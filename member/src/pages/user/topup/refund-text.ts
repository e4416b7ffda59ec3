/** Texts of a top-up refund: all amounts up to the remaining balance, and the button. */
import type { TopUpRefundSheet } from "@yunjing/contract/schemas/wallet";
import type { Fact } from "../../../components/facts.tsx";
import { moneyText } from "../../../components/money.ts";

type Sums = Pick<TopUpRefundSheet, "principalFen" | "bonusBackFen" | "bonusSpentFen" | "refundFen">;

/** `totalFen` is the current balance in fen; without it the balance after the refund is omitted. */
export function refundFacts(sums: Sums, totalFen: number | undefined): readonly Fact[] {
  const { principalFen, bonusBackFen, bonusSpentFen, refundFen } = sums;
  return [
    { name: "未使用的本金", value: moneyText(principalFen) },
    ...(bonusSpentFen > 0 ? [{ name: "扣除已用的赠送", value: moneyText(-bonusSpentFen) }] : []),
    { name: "退回微信", value: moneyText(refundFen), isStrong: true },
    ...(bonusBackFen > 0 ? [{ name: "收回赠送", value: moneyText(bonusBackFen) }] : []),
    ...(totalFen === undefined
      ? []
      : [
          {
            name: "退款后余额",
            value: moneyText(Math.max(0, totalFen - principalFen - bonusBackFen)),
          },
        ]),
  ];
}

/** Returns 退回 ¥50.00，收回赠送 ¥5.00. */
export const refundButtonText = ({ refundFen, bonusBackFen }: Sums): string =>
  bonusBackFen > 0
    ? `退回 ${moneyText(refundFen)}，收回赠送 ${moneyText(bonusBackFen)}`
    : `退回 ${moneyText(refundFen)} 到微信`;

/** What taking a top-up back says: amounts to the end of the sum, and the button that does it. */
import type { TopUpRefundSheet } from "@yunjing/contract/schemas/wallet";
import type { Fact } from "../../../components/facts.tsx";
import { moneyText } from "../../../components/money.ts";

type Sums = Pick<TopUpRefundSheet, "principalFen" | "bonusBackFen" | "bonusSpentFen" | "refundFen">;

/** `totalFen` is the balance now; without it nothing is said of what is left. */
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

/** 退回 ¥50.00，收回赠送 ¥5.00. */
export const refundButtonText = ({ refundFen, bonusBackFen }: Sums): string =>
  bonusBackFen > 0
    ? `退回 ${moneyText(refundFen)}，收回赠送 ${moneyText(bonusBackFen)}`
    : `退回 ${moneyText(refundFen)} 到微信`;

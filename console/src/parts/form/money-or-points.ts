/** The fields of an adjustment: an account, and an amount in yuan or in points as the account has it. */
import type { FieldValue } from "./check-field.ts";
import type { FieldSpec } from "./field.tsx";

export const accountWords = {
  principal: "余额本金",
  bonus: "余额赠送",
  reward_cash: "奖励金",
  available: "可用积分",
} as const;

const isPoints = (values: Readonly<Record<string, FieldValue>>): boolean =>
  values["account"] === "available";

export const adjustmentFields: readonly FieldSpec[] = [
  {
    kind: "choice",
    name: "account",
    label: "账户",
    choices: Object.entries(accountWords),
  },
  {
    kind: "money",
    name: "amountFen",
    path: "amount",
    label: "变动金额",
    help: "负数为扣减，如 -12.50",
    isRequired: true,
    isShown: (values) => !isPoints(values),
  },
  {
    kind: "points",
    name: "points",
    path: "amount",
    label: "变动积分",
    help: "负数为扣减，如 -500",
    isRequired: true,
    isShown: isPoints,
  },
];

/** Replaces the field of the account by `amount`, in fen or points. */
export function amountInput(
  values: Readonly<Record<string, FieldValue>>,
): Readonly<Record<string, FieldValue>> {
  const { amountFen, points, ...rest } = values;
  return { ...rest, amount: isPoints(values) ? points : amountFen };
}

/** What stands in the fields for a proposed entry. */
export const amountInitial = (entry: { readonly account?: string; readonly amount?: number }) => ({
  account: entry.account,
  ...(entry.account === "available" ? { points: entry.amount } : { amountFen: entry.amount }),
});

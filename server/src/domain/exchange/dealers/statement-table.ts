/** The rows of a dealer's monthly statement, as both of its files have them. */
import type { OwnStatement } from "@yunjing/contract/schemas/dealers";

type Batch = OwnStatement["list"][number];

/** The states in which codes are owed, as `exchange_owed_codes` of functions/statement.sql has them. */
const OWED: ReadonlySet<string> = new Set(["active", "paused", "ended", "void"]);

/** Returns the codes of a batch that are owed: live once, and not void. */
export const owedCodes = ({ state, made, asleep, ...batch }: Batch): number =>
  OWED.has(state) ? made - asleep - batch.void : 0;

/** A payment, or its reversal, with the amount that it adds to what is paid. */
export type PaymentLine = {
  readonly kind: "付款" | "撤销付款";
  readonly at: number;
  readonly slip: string;
  readonly amountFen: number;
};

/** Returns payments and reversals, the earliest first. */
export const paymentLines = ({ payments }: OwnStatement): PaymentLine[] =>
  payments
    .toReversed()
    .flatMap(({ at, slip, amountFen, reversedAt }): PaymentLine[] => [
      { kind: "付款", at, slip, amountFen },
      ...(reversedAt === undefined
        ? []
        : [{ kind: "撤销付款" as const, at: reversedAt, slip, amountFen: -amountFen }]),
    ])
    .toSorted((one, other) => one.at - other.at);

/** Returns `2026-11` as 2026 年 11 月. */
export const monthText = (month: string): string => {
  const [year = "", number = ""] = month.split("-");
  return `${year} 年 ${Number(number)} 月`;
};

export const OWED_RULE = "生效后未作废的码都计入应付，兑换与否、过期与否都一样。";

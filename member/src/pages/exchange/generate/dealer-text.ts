/** Texts of a dealer's price and months. */
import type { DealerView } from "@yunjing/contract/schemas/dealers";
import { moneyText } from "../../../components/money.ts";

/** Returns 面值 80%, or the fixed price of each code. */
export const priceText = ({ priceBp, priceFen }: Pick<DealerView, "priceBp" | "priceFen">) =>
  priceFen === undefined
    ? `按面值 ${(priceBp ?? 0) / 100}%`
    : `每个 ${moneyText(priceFen, "exact")}`;

/** Returns the month before, for example `2026-10` for `2026-11`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
}

/** Returns `2026-11` as the heading of a statement. */
export const monthText = (month: string): string => {
  const [year = "", number = ""] = month.split("-");
  return `${year} 年 ${Number(number)} 月对账单`;
};

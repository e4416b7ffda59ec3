/** Texts of a dealer's price, of what a batch costs, of the quota that is left, and of months. */
import { type DealerCharge, dealerChargeOf } from "@yunjing/contract/dealer-price";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { DealerView, OwnDealer } from "@yunjing/contract/schemas/dealers";
import { countText, moneyText } from "../../../components/money.ts";

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

/** The codes of a batch, as far as its price depends on them. */
export type PricedBatch = {
  readonly target: Pick<BatchTarget, "faceFen" | "valueFen" | "points">;
  readonly count: number;
  readonly usesPerCode: number;
};

/** What a batch costs and what it leaves of the month; below zero where it is too much. */
export interface ShownCharge extends DealerCharge {
  readonly count: number;
  readonly codesLeft: number;
  readonly faceFenLeft: number;
}

export function shownCharge(dealer: OwnDealer, batch: PricedBatch): ShownCharge {
  const charge = dealerChargeOf(dealer, batch, dealer.points);
  const { codesMonth, faceFenMonth, used } = dealer;
  return {
    ...charge,
    count: batch.count,
    codesLeft: codesMonth - used.codes - batch.count,
    faceFenLeft: faceFenMonth - used.faceFen - charge.faceFen,
  };
}

/** A sum beyond what a number holds exactly is beyond every quota. */
export const isCountable = ({ owedFen, faceFen }: DealerCharge): boolean =>
  Number.isSafeInteger(owedFen) && Number.isSafeInteger(faceFen);

const isOverQuota = (charge: ShownCharge): boolean =>
  !isCountable(charge) || charge.codesLeft < 0 || charge.faceFenLeft < 0;

/** Returns "500 × ¥42.50". */
export const factorsText = ({ count, priceFen }: ShownCharge): string =>
  `${countText(count)} × ${moneyText(priceFen, "exact")}`;

/** Returns a sum without decimals where it is whole, else with both of them. */
export const sumText = (fen: number): string => moneyText(fen, fen % 100 === 0 ? "shop" : "exact");

/** Returns "1,500 个，面额 ¥75,000". */
export const quotaText = (codes: number, faceFen: number): string =>
  `${countText(codes)} 个，面额 ${sumText(faceFen)}`;

/** Returns why a batch is beyond the month's quota and what is still possible; `undefined` within it. */
export function overQuotaText(dealer: OwnDealer, charge: ShownCharge): string | undefined {
  if (!dealer.isOn) return "已停用，不能新建批次，请联系运营人员";
  if (!isOverQuota(charge)) return undefined;
  const { codesMonth, faceFenMonth, used } = dealer;
  const left = [codesMonth - used.codes, faceFenMonth - used.faceFen].map((n) => Math.max(0, n));
  return `超出本月额度，还剩 ${quotaText(left[0] ?? 0, left[1] ?? 0)}`;
}

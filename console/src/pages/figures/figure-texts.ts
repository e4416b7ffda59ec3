/** Texts of figures: a value with its unit, a change with its direction, and the list behind it. */
import { type FigureName, figures, type FigureUnit } from "@yunjing/contract/figures";
import type { OperatorPermission } from "../../api/operator.ts";
import { countText, EMPTY, moneyText } from "../../parts/format.ts";
import { DAY_MS, type Period } from "./periods.ts";

/** Returns `¥1,284.50`, `1,284` or `98.31%`; `—` for a rate without anything to divide by. */
export function valueText(unit: FigureUnit, value: number | undefined): string {
  if (value === undefined) return EMPTY;
  if (unit === "fen") return moneyText(value);
  return unit === "count" ? countText(value) : `${(value / 100).toFixed(2)}%`;
}

/** Returns a short text for an axis: `1.2 万`, `850`, `98%`. */
export function axisText(unit: FigureUnit, value: number): string {
  if (unit === "rate") return `${Math.round(value / 100)}%`;
  const whole = unit === "fen" ? value / 100 : value;
  if (Math.abs(whole) < 10_000) return countText(Math.round(whole * 100) / 100);
  return `${countText(Math.round(whole / 1_000) / 10)} 万`;
}

export const unitWords: Readonly<Record<FigureUnit, string>> = {
  fen: "元",
  count: "个",
  rate: "%",
};

export type Change = {
  readonly text: string;
  readonly direction: "up" | "down" | "same";
  readonly isGood: boolean;
};

/** Returns the change against the time before; undefined where there is nothing to compare with. */
export function changeOf(
  name: FigureName,
  now: number | undefined,
  before: number | undefined,
): Change | undefined {
  if (now === undefined || before === undefined) return undefined;
  const definition: { unit: FigureUnit; isLessBetter?: true } = figures[name];
  const { unit } = definition;
  const change = now - before;
  if (change === 0) return { text: "持平", direction: "same", isGood: true };
  if (unit !== "rate" && before === 0) return undefined;
  const size =
    unit === "rate" ? Math.abs(change) / 100 : (Math.abs(change) / Math.abs(before)) * 100;
  return {
    text: unit === "rate" ? `${size.toFixed(2)} 个百分点` : `${size.toFixed(1)}%`,
    direction: change > 0 ? "up" : "down",
    isGood: change > 0 !== Boolean(definition.isLessBetter),
  };
}

/** A list with its filter, and the permission that it needs. */
export type ListLink = {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly permissions: readonly OperatorPermission[];
};

const ORDERS_DAYS_MAX = 31;
const ordersRead = ["orders:read"] as const;

/** The exact span in a list's address, in ms. */
const exactSpanOf = ({ from, to, days }: Period) => ({
  from: String(from),
  to: String(to ?? from + days * DAY_MS),
});

/** Returns the list that a figure counts, with the same span where the list has one. */
export function listOf(name: FigureName, period: Period): ListLink | undefined {
  const orders = (search: Readonly<Record<string, string>>): ListLink | undefined =>
    period.days > ORDERS_DAYS_MAX
      ? undefined
      : {
          label: "订单",
          to: "/orders",
          search: {
            ...exactSpanOf(period),
            ...search,
          },
          permissions: ordersRead,
        };
  switch (name) {
    case "gmv":
    case "orders":
      return orders({});
    case "cash":
      return orders({ tender: "cash" });
    case "discounts":
      return orders({ tender: "coupon" });
    case "redeemed":
      return orders({ view: "code" });
    case "successRate":
    case "cost":
      return {
        label: "供应商",
        to: "/suppliers",
        search: {},
        permissions: ["supply:manage", "supply:read", "supply:money"],
      };
    case "newMembers":
    case "registered":
      return {
        label: "会员",
        to: "/members",
        search: exactSpanOf(period),
        permissions: ["members:read"],
      };
    case "topups":
      return {
        label: "支付流水",
        to: "/payments",
        search: {
          biz: "topup",
          ...(period.days > ORDERS_DAYS_MAX ? { span: "30" } : exactSpanOf(period)),
        },
        permissions: ["orders:read", "ledger:read"],
      };
    case "refunds":
    case "refundRate":
      return {
        label: "退款",
        to: "/refunds",
        search: { state: "done" },
        permissions: ["orders:refund"],
      };
    case "margin":
      return { label: "账本", to: "/books", search: {}, permissions: ["ledger:read"] };
  }
}

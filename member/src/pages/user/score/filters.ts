/** The filters of the points shop: affordable, one category, or a low price in points. */
import { ownValue } from "@yunjing/contract/own-value";

export type Filter = {
  readonly id: string;
  readonly text: string;
  readonly count?: number;
  /** The filter as request input. */
  readonly input: {
    readonly affordable?: true;
    readonly categoryCode?: string;
    readonly pointsMax?: number;
  };
};

export const NO_FILTER: Filter = { id: "all", text: "全部", input: {} };
const WITHIN_REACH: Filter = { id: "affordable", text: "我能兑换", input: { affordable: true } };
const LOW_POINTS_MAX = 500;
const FEW_POINTS_MAX: Filter = {
  id: "small",
  text: `${LOW_POINTS_MAX} 以下`,
  input: { pointsMax: LOW_POINTS_MAX },
};

/** Data about the whole shop, included in every response. */
type Shop = {
  readonly affordableCount: number;
  readonly categories: readonly { readonly code: string; readonly name: string }[];
};

/** Category names used where the shop's own name would repeat the page title. */
const ownNames: Readonly<Record<string, string>> = { points: "好物", coupon: "卡券" };

/** Returns the available filters; before the shop is loaded, only the fixed ones. */
export function filtersOf(shop: Shop | undefined): readonly Filter[] {
  const categories = (shop?.categories ?? []).map(
    ({ code, name }): Filter => ({
      id: `in-${code}`,
      text: ownValue(ownNames, code) ?? name,
      input: { categoryCode: code },
    }),
  );
  const withinReach = shop ? { ...WITHIN_REACH, count: shop.affordableCount } : WITHIN_REACH;
  return [NO_FILTER, withinReach, ...(categories.length > 1 ? categories : []), FEW_POINTS_MAX];
}

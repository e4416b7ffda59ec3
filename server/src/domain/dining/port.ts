/** The source of stores and menus: a supplier's whole list, read as one snapshot. */

/** The supplier of meals; its stores and menus come from the same source. */
export const DINING_SUPPLIER = { supplierId: "dining", name: "餐饮供应商" } as const;

export type SourceEatType = "dine_in" | "take_away";

/** Opening hours, "HH:MM" at the store; `weekdays` are 1 (Monday) to 7, absent = daily. */
export type SourceHours = { from: string; to: string; weekdays?: number[] };

export type SourceStore = {
  supplierCode: string;
  brand: string;
  name: string;
  /** Six-digit official codes. */
  cityCode: string;
  districtCode: string;
  address: string;
  lat: number;
  lng: number;
  hours: SourceHours[];
  services: SourceEatType[];
  /** The minimum time between ordering and pickup. */
  leadMinutes: number;
  phone: string;
  /** Products sold out at this store. */
  soldOut: string[];
};

/** A class of the menu; with `from` and `to` ("HH:MM") it is served only then. */
export type SourceClass = { id: string; name: string; from?: string; to?: string };

export type SourceOption = { id: string; name: string; addFen: number; soldOut?: boolean };

/** A choice of at least `min` and at most `max` options. */
export type SourceGroup = {
  id: string;
  name: string;
  min: number;
  max: number;
  options: SourceOption[];
};

export type SourceProduct = {
  id: string;
  classIds: string[];
  name: string;
  description: string;
  /** The name of one of our own drawings, never an address to fetch. */
  artwork: string;
  kind: "single" | "spec" | "combo";
  priceFen: number;
  officialPriceFen: number;
  groups: SourceGroup[];
  eatTypes: SourceEatType[];
};

export type SourceSetMeal = {
  id: string;
  title: string;
  lines: {
    productId: string;
    quantity: number;
    options: { groupId: string; optionId: string }[];
  }[];
  priceFen: number;
};

export type SourceMenu = {
  brand: string;
  /** Changes with every change of the menu. */
  version: string;
  classes: SourceClass[];
  products: SourceProduct[];
  setMeals: SourceSetMeal[];
};

export interface DiningSource {
  /** Returns every store or throws an Outage; never a partial list. */
  stores(): Promise<SourceStore[]>;
  /** Returns one menu for each brand or throws an Outage. */
  menus(): Promise<SourceMenu[]>;
}

/** Wire types of the sandbox dining supplier: its stores and menus. */

export type EatType = "dine_in" | "take_away";

/**
 * Opening hours, "HH:MM" in the store's time; `weekdays` are 1 (Monday) to 7; absent means daily.
 */
export type Hours = { from: string; to: string; weekdays?: number[] };

export type SourceStore = {
  supplierCode: string;
  brand: string;
  name: string;
  /** Six-digit official region codes. */
  cityCode: string;
  districtCode: string;
  address: string;
  lat: number;
  lng: number;
  hours: Hours[];
  services: EatType[];
  /** Minimum minutes between ordering and pickup. */
  leadMinutes: number;
  phone: string;
  /** Products that are sold out in this store. */
  soldOut: string[];
};

/** A menu category; with `from` and `to` ("HH:MM") it is served only between these times. */
export type Class = { id: string; name: string; from?: string; to?: string };

export type Option = { id: string; name: string; addFen: number; soldOut?: boolean };

/** A group from which at least `min` and at most `max` options are chosen. */
export type Group = {
  id: string;
  name: string;
  min: number;
  max: number;
  options: Option[];
};

export type Product = {
  id: string;
  classIds: string[];
  name: string;
  description: string;
  /** The name of one of the shop's own drawings, never a URL to fetch. */
  artwork: string;
  kind: "single" | "spec" | "combo";
  priceFen: number;
  officialPriceFen: number;
  groups: Group[];
  eatTypes: EatType[];
};

export type SetMeal = {
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
  /** Changes whenever any part of the menu changes. */
  version: string;
  classes: Class[];
  products: Product[];
  setMeals: SetMeal[];
};

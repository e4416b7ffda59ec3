/** What the pretend dining supplier publishes: its stores and its menus, as they go on the wire. */

export type EatType = "dine_in" | "take_away";

/** Opening hours, "HH:MM" at the store; `weekdays` are 1 (Monday) to 7, absent = daily. */
export type Hours = { from: string; to: string; weekdays?: number[] };

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
  hours: Hours[];
  services: EatType[];
  /** The least time between ordering and picking up. */
  leadMinutes: number;
  phone: string;
  /** Products this store has run out of. */
  soldOut: string[];
};

/** A class of the menu; with `from` and `to` ("HH:MM") it is served only then. */
export type Class = { id: string; name: string; from?: string; to?: string };

export type Option = { id: string; name: string; addFen: number; soldOut?: boolean };

/** A choice of at least `min` and at most `max` options. */
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
  /** The name of a drawing of the shop, never an address to fetch. */
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
  /** Changes whenever anything in the menu does. */
  version: string;
  classes: Class[];
  products: Product[];
  setMeals: SetMeal[];
};

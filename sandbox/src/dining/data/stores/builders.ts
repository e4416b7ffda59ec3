/** Converts the compact rows of a city into stores as the supplier publishes them. */
import type { EatType, Hours, SourceStore } from "../../types.ts";

type More = {
  services?: EatType[];
  /** Minutes from order to pickup; by default the brand's usual time, or 10. */
  lead?: number;
  soldOut?: string[];
  /** Different opening hours on Saturday and Sunday, "HH:MM-HH:MM". */
  weekend?: string;
};

/** A store in one row; hours are "HH:MM-HH:MM"; "00:00-24:00" means always open. */
export type StoreRow = [
  districtCode: string,
  name: string,
  address: string,
  position: [lat: number, lng: number],
  hours: string,
  more?: More,
];

export type City = { code: string; dialling: string };

const span = (hours: string): { from: string; to: string } => {
  const [from = "", to = ""] = hours.split("-");
  return { from, to };
};

const hoursOf = (daily: string, weekend: string | undefined): Hours[] =>
  weekend === undefined
    ? [span(daily)]
    : [
        { ...span(daily), weekdays: [1, 2, 3, 4, 5] },
        { ...span(weekend), weekdays: [6, 7] },
      ];

const leadOf: Readonly<Record<string, number>> = { kfc: 8, mcdonalds: 8, luckin: 5, heytea: 15 };

/**
 * Returns the stores of one brand in one city, numbered in the given order. No local telephone
 * number begins with 1, so the generated numbers belong to no subscriber.
 */
export const storesOf = (brand: string, city: City, rows: StoreRow[]): SourceStore[] =>
  rows.map(([districtCode, name, address, [lat, lng], hours, more = {}], at) => {
    const number = String(at + 1).padStart(2, "0");
    return {
      supplierCode: `${brand}-${city.code}-${number}`,
      brand,
      name,
      cityCode: city.code,
      districtCode,
      address,
      lat,
      lng,
      hours: hoursOf(hours, more.weekend),
      services: more.services ?? ["dine_in", "take_away"],
      leadMinutes: more.lead ?? leadOf[brand] ?? 10,
      phone: `${city.dialling}-1000${districtCode.slice(-2)}${number}`,
      soldOut: more.soldOut ?? [],
    };
  });

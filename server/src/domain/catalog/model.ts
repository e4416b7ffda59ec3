/**
 * What is offered. A *benefit* is what a member buys, exchanges or is given; a *category* groups benefits by use, a
 * *brand* by who delivers; a *block* is one part of the home page with its own schedule.
 */
import type { BenefitCard } from "@yunjing/contract/schemas/home";

export type BenefitRow = {
  benefit_id: string;
  kind: string;
  title: string;
  subtitle: string;
  brand_code: string;
  brand_name: string;
  artwork: string;
  tint: string;
  tags: string[];
  price_fen: number;
  member_price_fen: number | null;
  points_price: number | null;
  market_price_fen: number;
  region_codes: string[];
  rules: { title: string; text: string }[];
  sold_out: boolean;
  shown_exchanged: number;
  sort: number;
};

/** Shanghai: where a member who has chosen no city is taken to be. */
export const DEFAULT_CITY = "310100";

function standing(row: BenefitRow, city: { code: string; name: string }) {
  const isHere = row.region_codes.length === 0 || row.region_codes.includes(city.code);
  if (!isHere) return { state: "not_here", unavailable: `${city.name}暂无可用门店` } as const;
  if (row.sold_out) return { state: "sold_out", unavailable: "已售罄" } as const;
  return { state: "on" } as const;
}

/** A benefit as a card for a member in this city; what cannot be had says why. */
export function cardOf(row: BenefitRow, city: { code: string; name: string }): BenefitCard {
  return {
    benefitId: row.benefit_id,
    kind: row.kind,
    title: row.title,
    ...(row.subtitle ? { subtitle: row.subtitle } : {}),
    brand: row.brand_name,
    picture: { artwork: row.artwork, tint: row.tint },
    tags: row.tags,
    priceFen: row.price_fen,
    ...(row.points_price === null ? {} : { pointsPrice: row.points_price }),
    ...(row.member_price_fen === null ? {} : { memberPriceFen: row.member_price_fen }),
    marketPriceFen: row.market_price_fen,
    exchangedCount: row.shown_exchanged,
    ...standing(row, city),
  };
}

/** Without control characters: the database refuses some, and no name has any. */
export const plain = (text: string): string => text.replace(/\p{C}/gu, "");

/** 上海市 → 上海: how a city is called on a chip. */
export const shortCityName = (name: string): string => name.replace(/(市|特别行政区)$/, "");

const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** The next instant of this hour in Shanghai, for prices that end every evening. */
export function nextDailyEnd(now: Date, hour: number): number {
  const local = now.getTime() + SHANGHAI_OFFSET_MS;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hour * 3_600_000;
  return (today > local ? today : today + DAY_MS) - SHANGHAI_OFFSET_MS;
}

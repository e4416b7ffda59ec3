/**
 * Types and rules of the catalogue. A *benefit* is what a member buys, exchanges or is given; a
 * *SKU* is one variant of it with a price; a *contract* defines how it is delivered, used and
 * refunded; a *category* groups benefits by use, a *brand* by who delivers; a *block* is one part
 * of the home page with its own schedule. A *level price* is for a grade and above.
 */
import type {
  BenefitTexts,
  Delivery,
  DetailBlock,
  FormField,
  Limits,
  Photo,
  RefundRule,
  UsedIn,
} from "@yunjing/contract/schemas/benefit";
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import { deliveryKinds } from "./model/delivery-kinds.ts";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";

/**
 * How a benefit is delivered and what is refundable; the rules that members read are generated from
 * it.
 */
export type FulfilmentContract = {
  readonly contractId: string;
  readonly delivery: Delivery;
  readonly usedIn: UsedIn;
  readonly form: readonly FormField[];
  readonly slaSeconds: number;
  readonly refundRule: RefundRule;
  readonly refundDays: number | undefined;
  readonly validDays: number | undefined;
  /** What happens with a payment that arrives after the order has expired. */
  readonly lateMoney: "revive" | "refund";
  /** The shared terms that it was made from. */
  readonly basedOn?: { readonly code: string; readonly version: number };
};

export type Route = {
  readonly supplierId: string;
  readonly product: string;
  readonly costFen: number;
  readonly priority: number;
  /** Weight among routes of one priority; absent: chosen by price. */
  readonly weight?: number;
};

/** Grade → fen: what a member of at least this grade pays. */
export type LevelPrices = Readonly<Record<string, number>>;

export type Benefit = {
  readonly benefitId: string;
  readonly kind: OrderKind;
  readonly texts: BenefitTexts;
  readonly brandCode: string;
  readonly brandName: string;
  readonly brandAliases: readonly string[];
  readonly categoryCode: string;
  readonly categoryName: string;
  readonly categoryAliases: readonly string[];
  readonly artwork: string;
  readonly alsoArtwork: string | undefined;
  /** The uploaded picture, which stands in place of the drawing. */
  readonly photo: Photo | undefined;
  readonly tint: string;
  /** Texts and pictures below the rules; empty where only the SKUs are read, as for an order. */
  readonly detail: readonly DetailBlock[];
  readonly searchWords: readonly string[];
  /** Cities where it is available; all when empty. */
  readonly regionCodes: readonly string[];
  readonly limits: Limits;
  /** Minimum grade of a buyer. */
  readonly gradeMin: number | undefined;
  readonly couponTemplateIds: readonly string[];
  readonly shownExchanged: number;
  readonly sort: number;
  readonly listedAt: number;
  /** True when its status is on sale and the time is within its sale window. */
  readonly isOnSale: boolean;
  readonly contract: FulfilmentContract;
};

export type Price = {
  readonly version: number;
  readonly marketFen: number;
  readonly priceFen: number;
  readonly levels: LevelPrices;
  readonly pointsPrice: number | undefined;
  readonly pointsCashFen: number | undefined;
  readonly costFen: number;
};

export type StockMode = "own" | "supplier" | "unlimited";

export type Sku = {
  readonly skuId: string;
  readonly benefitId: string;
  readonly spec: string;
  readonly artwork: string | undefined;
  readonly faceFen: number | undefined;
  readonly stockMode: StockMode;
  /**
   * Pieces available now, including those in expired holds; undefined when the stock is the
   * supplier's or unlimited.
   */
  readonly free: number | undefined;
  readonly isSupplierOut: boolean;
  readonly lowAlert: number;
  readonly quantityMin: number;
  readonly quantityMax: number;
  readonly isOn: boolean;
  /** The price in force now; without one the SKU is not for sale. */
  readonly price: Price | undefined;
  /** The live routes, in the order to try them. */
  readonly routes: readonly Route[];
};

/** A SKU as a quote uses it and an order stores it. Amounts are fen for one piece. */
export type Sellable = {
  readonly skuId: string;
  readonly benefitId: string;
  readonly kind: OrderKind;
  readonly title: string;
  readonly spec: string;
  readonly brandCode: string;
  readonly brandName: string;
  readonly categoryCode: string;
  readonly artwork: string;
  readonly photo?: Photo;
  readonly tint: string;
  readonly isOn: boolean;
  /** Why it cannot be bought here and now. */
  readonly why?: WhyNot;
  readonly marketFen: number;
  readonly priceFen: number;
  /** The price for this grade, fen. */
  readonly unitFen: number;
  readonly pointsPrice?: number;
  readonly pointsCashFen?: number;
  readonly costFen: number;
  readonly faceFen?: number;
  readonly quantityMin: number;
  readonly quantityMax: number;
  readonly limits: Limits;
  /** Minimum grade of a buyer. */
  readonly gradeMin?: number;
  readonly form: readonly FormField[];
  readonly refundRule: RefundRule;
  readonly refundDays?: number;
  /** A payment that arrives after the order has expired is refunded, and the order stays closed. */
  readonly lateMoney?: "refund";
  readonly rules: readonly { readonly title: string; readonly text: string }[];
  readonly validDays?: number;
  readonly delivery: Delivery;
  readonly routes: readonly Route[];
  readonly couponTemplateIds?: readonly string[];
  /** The version of the price. */
  readonly version: number;
};

/** Shanghai: the city of a member who has chosen none. */
export const DEFAULT_CITY = "310100";
/** The lowest grade, which every member has; anonymous visitors see its prices. */
export const FIRST_GRADE = 1;

/**
 * Returns the price of a grade in fen: the lowest of the sale price and the prices of its level and
 * the levels below.
 */
export const unitFenOf = ({ priceFen, levels }: Price, grade: number): number =>
  Math.min(
    priceFen,
    ...Object.entries(levels).flatMap(([from, fen]) => (Number(from) <= grade ? [fen] : [])),
  );

/** Returns whether at least one more is available, as far as is known. */
export const isInStock = (sku: Sku): boolean =>
  sku.stockMode === "own" ? (sku.free ?? 0) >= sku.quantityMin : !sku.isSupplierOut;

export const isAvailableInCity = (benefit: Pick<Benefit, "regionCodes">, city: string): boolean =>
  benefit.regionCodes.length === 0 || benefit.regionCodes.includes(city);

/**
 * A benefit without a live route cannot be delivered and is not for sale; a pack of our own coupons
 * needs no supplier.
 */
export const isDeliverable = (benefit: Benefit, sku: Sku): boolean =>
  deliveryKinds[benefit.contract.delivery].supply === "coupon_pack"
    ? benefit.couponTemplateIds.length > 0
    : sku.routes.length > 0;

type WhyNot = "NOT_FOUND" | "REGION_UNAVAILABLE" | "SOLD_OUT";

/**
 * Returns why this cannot be bought in this city now, or undefined. Without a city every region is
 * accepted.
 */
export function whyNot(benefit: Benefit, sku: Sku, city: string | undefined): WhyNot | undefined {
  if (!benefit.isOnSale || !sku.isOn || !sku.price) return "NOT_FOUND";
  if (city !== undefined && !isAvailableInCity(benefit, city)) return "REGION_UNAVAILABLE";
  if (!isDeliverable(benefit, sku) || !isInStock(sku)) return "SOLD_OUT";
  return undefined;
}

/** Returns the path of a picture's JPEG for share cards. */
export const sharePicturePathOf = ({ pictureId }: Photo): string =>
  `/pictures/${pictureId}/share.jpg`;

/** Removes control characters: the database rejects some, and no name contains any. */
export const stripControlCharacters = (text: string): string => text.replace(/\p{C}/gu, "");

/** 上海市 → 上海: the short name of a city, for a chip. */
export const shortCityName = (name: string): string => name.replace(/(市|特别行政区)$/, "");

const DAY_MS = 86_400_000;

/** Returns the next instant of this hour in Shanghai, for prices that end every evening. */
export function nextDailyEnd(now: Date, hour: number): number {
  const local = now.getTime() + SHANGHAI_MS;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hour * 3_600_000;
  return (today > local ? today : today + DAY_MS) - SHANGHAI_MS;
}

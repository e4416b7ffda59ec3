/**
 * The demo's benefits, parsed from text: brands by name only, prices and counts invented. Money in
 * fen.
 */
import type { BenefitTexts } from "@yunjing/contract/schemas/benefit";
import { type DeliveryKind, deliveryKinds } from "../../domain/catalog/model/delivery-kinds.ts";
import { invariant } from "../../platform/refusal.ts";
import { demoContracts } from "./contracts.ts";
import { food } from "./shop-food.ts";
import { travel } from "./shop-travel.ts";
import { lifestyle } from "./shop-lifestyle.ts";
import { pointsMall } from "./shop-points.ts";

export type DemoSku = {
  readonly id: string;
  readonly spec: string;
  readonly market: number;
  readonly price: number;
  readonly cost: number;
  readonly levels: Readonly<Record<string, number>>;
  readonly points: number | undefined;
  readonly pointsCash: number | undefined;
  readonly faceValue: number | undefined;
  readonly mode: "own" | "supplier" | "unlimited";
  /** Units of our own stock. */
  readonly stock: number;
  readonly isOut: boolean;
  readonly artwork: string | undefined;
  /** Suppliers in the order they are tried; each identifies the product by the SKU's id. */
  readonly routes: readonly { readonly supplier: string; readonly cost: number }[];
};

export type DemoBenefit = BenefitTexts & {
  readonly id: string;
  readonly brand: string;
  readonly category: string;
  readonly kind: string;
  readonly subtitle: string;
  readonly artwork: string;
  readonly secondArtwork: string | undefined;
  readonly tint: string;
  readonly contract: string;
  /** Determines the position in the shop; the number that pages show is counted from orders. */
  readonly sold: number;
  readonly searchWords: readonly string[];
  /** Cities where it is available; empty means everywhere. */
  readonly cities: readonly string[];
  readonly coupons: readonly string[];
  readonly perOrder: number | undefined;
  readonly perDay: number | undefined;
  readonly perMonth: number | undefined;
  readonly perLife: number | undefined;
  /** Only members of at least this level may buy it. */
  readonly gradeMin: number | undefined;
  readonly skus: readonly DemoSku[];
};

const BIG_FOUR = "110100 310100 440100 440300";
const COINS = 100;
const GOLD_GRADE = 3;

const amount = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** Parses `member 890; tags 自取` into a map from each name to its text. */
function readMore(text = ""): ReadonlyMap<string, string> {
  const parts = text.split(";").map((part) => part.trim());
  return new Map(parts.map((part) => [part.split(" ", 1).join(), part.replace(/^\S+ ?/, "")]));
}

const cells = (line: string): string[] => line.split("|").map((cell) => cell.trim());

const demoSuppliers: Readonly<Record<DeliveryKind["supply"], string[]>> = {
  topup: ["topup"],
  card: ["cards"],
  movie: ["movie"],
  meal: [],
  coupon_pack: [],
};

/** Returns the suppliers of a contract, unless the line names others. */
function suppliersOf(contract: string, via: string | undefined): string[] {
  if (via !== undefined) return via.split(" ");
  const delivery = demoContracts.find(({ contractId }) => contractId === contract)?.delivery;
  invariant(delivery, `no such contract: ${contract}`);
  return demoSuppliers[deliveryKinds[delivery].supply];
}

/**
 * Parses `- suffix | spec | market price cost | more`; with the suffix `.` the SKU has the
 * benefit's own id.
 */
function readSku(line: string, benefit: { id: string; contract: string }): DemoSku {
  const [suffix = ".", spec = "", figures = "", more] = cells(line.replace(/^-/, ""));
  const [market = Number.NaN, price = Number.NaN, cost = Number.NaN] = figures
    .split(/ +/)
    .map(Number);
  invariant(market >= price && price >= 0 && cost >= 0, `prices are inconsistent: ${line}`);
  const fields = readMore(more);
  const member = amount(fields.get("member"));
  const gold = amount(fields.get("gold"));
  const own = amount(fields.get("own"));
  const mode = own === undefined ? (fields.has("free") ? "unlimited" : "supplier") : "own";
  const [points, pointsCash] = (fields.get("points") ?? "").split("+");
  const suppliers = suppliersOf(benefit.contract, fields.get("via"));
  return {
    id: suffix === "." ? benefit.id : `${benefit.id}-${suffix}`,
    spec,
    market,
    price,
    cost,
    levels: {
      ...(member === undefined ? {} : { 1: member }),
      ...(gold === undefined ? {} : { [GOLD_GRADE]: gold }),
    },
    points: points ? Number(points) : undefined,
    pointsCash: amount(pointsCash),
    faceValue: fields.has("face") ? Number(fields.get("face")) * COINS : undefined,
    mode,
    stock: own ?? 0,
    isOut: fields.has("gone"),
    artwork: fields.get("art"),
    // A second supplier costs more.
    routes: suppliers.map((supplier, at) => ({ supplier, cost: Math.round(cost * (1 + at / 50)) })),
  };
}

function readBenefit(block: string): DemoBenefit {
  const [head = "", ...lines] = block.split("\n").map((line) => line.trim());
  const [id, where = "", picture = "", contract, title, more] = cells(head);
  const [brand, category, kind] = where.split(/ +/);
  const [artworks = "", tint] = picture.split(/ +/);
  const [artwork, also] = artworks.split("+");
  invariant(id && brand && category && kind, `a section is incomplete: ${head}`);
  invariant(artwork && tint && contract && title, `a section is incomplete: ${head}`);
  const fields = readMore(more);
  return {
    id,
    brand,
    category,
    kind,
    title,
    artwork,
    secondArtwork: also,
    tint,
    contract,
    subtitle: fields.get("sub") ?? "",
    sold: Number(fields.get("sold") ?? 0),
    tags: fields.get("tags")?.split("、") ?? [],
    searchWords: fields.get("words")?.split(" ") ?? [],
    cities: fields.get("cities")?.replace("big", BIG_FOUR).split(" ") ?? [],
    coupons: fields.get("coupons")?.split(" ") ?? [],
    perOrder: amount(fields.get("order")),
    perDay: amount(fields.get("day")),
    perMonth: amount(fields.get("month")),
    perLife: amount(fields.get("life")),
    gradeMin: amount(fields.get("grade")),
    skus: lines.map((line) => readSku(line, { id, contract })),
  };
}

/** In the shop's order. A blank line separates benefits. */
export const demoBenefits: readonly DemoBenefit[] =
  `${food.trim()}\n\n${travel.trim()}\n\n${lifestyle.trim()}\n\n${pointsMall.trim()}`
    .split(/\n\s*\n/)
    .map(readBenefit)
    .toSorted((left, right) => right.sold - left.sold);

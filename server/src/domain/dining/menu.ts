/** Builds the menu of one store, eat type and instant, with a hash over exactly its content. */
import { createHash } from "node:crypto";
import type { Photo } from "@yunjing/contract/schemas/benefit";
import type { EatType, Menu, Product } from "@yunjing/contract/schemas/dining";
import { civilOf, DAY_MINUTES, instantOf, minuteOf } from "./civil-time.ts";
import { closesAt, opensAt } from "./hours.ts";
import type { SourceClass, SourceHours, SourceMenu, SourceProduct } from "./port.ts";

export type StoreAvailability = {
  readonly hours: readonly SourceHours[];
  readonly soldOut: readonly string[];
};

/** What an operator changed of a product of a brand's menu. */
export type ProductOverride = {
  readonly productId: string;
  readonly isHidden: boolean;
  /** In place of the supplier's. */
  readonly name?: string;
  readonly photo?: Photo;
};

type BrandProduct = SourceProduct & { readonly photo?: Photo; readonly isHidden?: boolean };
/** The supplier's menu with the operators' names and pictures; hidden products are still in it. */
export type BrandMenu = Omit<SourceMenu, "products"> & {
  readonly products: readonly BrandProduct[];
};

/** Puts the operators' overrides on a menu; one of a product that is gone has no effect. */
export function withOverrides(menu: SourceMenu, overrides: readonly ProductOverride[]): BrandMenu {
  if (overrides.length === 0) return menu;
  const byId = new Map(overrides.map((override) => [override.productId, override]));
  const nameOf = (id: string, name: string) => byId.get(id)?.name ?? name;
  const products = menu.products.map((product) => {
    const { photo, isHidden = false } = byId.get(product.id) ?? {};
    // The options of a combo are products, so they have the products' names.
    const groups = product.groups.map(({ options, ...group }) => ({
      ...group,
      options: options.map((option) =>
        product.kind === "combo" ? { ...option, name: nameOf(option.id, option.name) } : option,
      ),
    }));
    const name = nameOf(product.id, product.name);
    return { ...product, name, groups, isHidden, ...(photo ? { photo } : {}) };
  });
  return { ...menu, products };
}

/** Returns the menu without hidden products; as an option of a combo such a one is sold out. */
export function offered(menu: BrandMenu): BrandMenu {
  const hidden = new Set(menu.products.flatMap(({ id, isHidden }) => (isHidden ? [id] : [])));
  if (hidden.size === 0) return menu;
  const optionsOf = ({ kind, groups }: BrandProduct) =>
    groups.map(({ options, ...group }) => ({
      ...group,
      options: options.map((option) =>
        kind === "combo" && hidden.has(option.id) ? { ...option, soldOut: true } : option,
      ),
    }));
  const products = menu.products
    .filter(({ id }) => !hidden.has(id))
    .map((product) => ({ ...product, groups: optionsOf(product) }));
  return { ...menu, products };
}

const HASH_LENGTH = 22;

/** Whether a class is served at a minute of the day; its hours may run past midnight. */
function isServed({ from, to }: SourceClass, minute: number): boolean {
  const start = minuteOf(from ?? "00:00");
  const end = minuteOf(to ?? "24:00");
  return start < end ? start <= minute && minute < end : minute >= start || minute < end;
}

/** A combo offers products as options, so a sold-out product is sold out as an option too. */
function shownProduct(product: BrandProduct, soldOut: ReadonlySet<string>): Product {
  const isCombo = product.kind === "combo";
  const groups = product.groups.map(({ options, ...group }) => ({
    ...group,
    options: options.map(({ id, name, addFen, soldOut: isOut }) => ({
      id,
      name,
      addFen,
      soldOut: (isOut ?? false) || (isCombo && soldOut.has(id)),
    })),
  }));
  const isBare = groups.some(
    ({ min, options }) => min > 0 && options.every((option) => option.soldOut),
  );
  const { id, name, description, artwork, photo, kind, priceFen, officialPriceFen } = product;
  const picture = { artwork, ...(photo ? { photo } : {}) };
  const shown = { id, name, description, ...picture, kind, priceFen, officialPriceFen };
  return { ...shown, soldOut: soldOut.has(id) || isBare, groups };
}

/** Returns the next instant at which any class begins or ends. */
function nextSwitch(classes: readonly SourceClass[], at: number): number | undefined {
  const today = civilOf(at).day;
  const edges = classes
    .flatMap(({ from, to }) => [from, to])
    .flatMap((clock) => (clock === undefined ? [] : [minuteOf(clock) % DAY_MINUTES]))
    .flatMap((minute) => [instantOf(today, minute), instantOf(today + 1, minute)])
    .filter((edge) => edge > at);
  return edges.length > 0 ? Math.min(...edges) : undefined;
}

/**
 * Returns until when the menu stays unchanged: the next class change, closing or opening, else the
 * end of the day.
 */
function validUntil(menu: BrandMenu, { hours }: StoreAvailability, at: number): number {
  const ends = [nextSwitch(menu.classes, at), closesAt(hours, at), opensAt(hours, at)];
  const known = ends.filter((end) => end !== undefined);
  return known.length > 0 ? Math.min(...known) : instantOf(civilOf(at).day + 1, 0);
}

/**
 * Returns what is served at `at` (ms). Omits classes without a product; a class served in a part of
 * the day carries its end.
 */
export function menuAt(
  menu: BrandMenu,
  place: StoreAvailability,
  eatType: EatType,
  at: number,
): Menu {
  const { minute } = civilOf(at);
  const soldOut = new Set(place.soldOut);
  const served = menu.products.filter(({ eatTypes }) => eatTypes.includes(eatType));
  const classes = menu.classes
    .filter((each) => isServed(each, minute))
    .map(({ id, name, to }) => ({
      id,
      name,
      ...(to === undefined || to === "24:00" ? {} : { note: `${to} 止` }),
      products: served
        .filter(({ classIds }) => classIds.includes(id))
        .map((product) => shownProduct(product, soldOut)),
    }))
    .filter(({ products }) => products.length > 0);
  return { hash: hashOf(classes), validUntil: validUntil(menu, place, at), classes };
}

/** Hashes the content alone: the same classes at another hour or store have the same hash. */
export const hashOf = (classes: Menu["classes"]): string =>
  createHash("sha256").update(JSON.stringify(classes)).digest("base64url").slice(0, HASH_LENGTH);

/** Finds a product in any class of a menu. */
export const productOf = (classes: Menu["classes"], productId: string): Product | undefined =>
  classes.flatMap(({ products }) => products).find(({ id }) => id === productId);

/** Stores with hours and distance, menus that change by the hour, and pickup slots. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { dining as routes } from "../routes/dining.ts";
import { FAVOURITE_STORES_MAX } from "../limits.ts";
import { Photo } from "./benefit.ts";
import { Fen, Instant, listOf, pageOf, paging, Phone, RegionCode } from "../values.ts";

export const EatType = Type.Union([Type.Literal("dine_in"), Type.Literal("take_away")]);
export type EatType = Static<typeof EatType>;

const StoreId = Type.String({ minLength: 1, maxLength: 64 });

export const Store = Type.Object({
  storeId: StoreId,
  brand: Type.String(),
  brandName: Type.String(),
  name: Type.String(),
  cityCode: RegionCode,
  address: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  phone: Type.String(),
  services: Type.Array(EatType),
  hoursText: Type.String({ description: "07:00–23:00, or 24 小时" }),
  isOpen: Type.Boolean(),
  opensText: Type.Optional(Type.String({ description: "when closed: the next opening, in words" })),
  leadMinutes: Type.Integer(),
  distanceMetres: Type.Optional(Type.Integer()),
  /** Present and true in a list of which the caller marked this store. */
  isFavourite: Type.Optional(Type.Boolean()),
});
export type Store = Static<typeof Store>;

const Option = Type.Object({
  id: Type.String(),
  name: Type.String(),
  addFen: Fen,
  soldOut: Type.Boolean(),
});
const Group = Type.Object({
  id: Type.String(),
  name: Type.String(),
  min: Type.Integer({ minimum: 0 }),
  max: Type.Integer({ minimum: 1 }),
  options: Type.Array(Option),
});
export const Product = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  artwork: Type.String(),
  /** The uploaded picture that stands in place of the drawing. */
  photo: Type.Optional(Photo),
  kind: Type.Union([Type.Literal("single"), Type.Literal("spec"), Type.Literal("combo")]),
  priceFen: Fen,
  officialPriceFen: Fen,
  soldOut: Type.Boolean(),
  groups: Type.Array(Group),
});
export type Product = Static<typeof Product>;

/**
 * The menu of one store for one way of eating, valid until `validUntil`; `hash` identifies exactly
 * this content.
 */
export const Menu = Type.Object({
  hash: Type.String(),
  validUntil: Instant,
  classes: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      note: Type.Optional(Type.String({ description: "such as 10:00 止" })),
      products: Type.Array(Product),
    }),
  ),
});
export type Menu = Static<typeof Menu>;

export const Slot = Type.Object({
  slot: Type.String({ description: '"now", or the instant the slot begins' }),
  from: Instant,
  to: Instant,
  open: Type.Boolean(),
});
export type Slot = Static<typeof Slot>;

export const MealLine = Type.Object({
  productId: Type.String({ minLength: 1, maxLength: 64 }),
  quantity: Type.Integer({ minimum: 1, maximum: 20 }),
  options: Type.Array(
    Type.Object({
      groupId: Type.String({ maxLength: 64 }),
      optionId: Type.String({ maxLength: 64 }),
    }),
    { maxItems: 40 },
  ),
});
export type MealLine = Static<typeof MealLine>;

/** Where, how and when a meal is picked up, and the menu it was chosen from. */
export const MealChoice = {
  storeId: StoreId,
  eatType: EatType,
  slot: Type.String({ minLength: 1, maxLength: 32 }),
  /** For a member it may be absent: the bound phone is used. */
  contactPhone: Type.Optional(Phone),
  menuHash: Type.String({ maxLength: 64 }),
};

export const dining = shapesOf<typeof routes>()({
  cities: {
    summary: "Cities that have stores of a brand, with their number",
    input: Type.Object({ brand: Type.Optional(Type.String({ maxLength: 32 })) }),
    output: listOf(
      Type.Object({
        code: RegionCode,
        name: Type.String(),
        initial: Type.String(),
        stores: Type.Integer(),
      }),
    ),
    refusals: [],
  },
  stores: {
    summary: "Stores of a city: favourites first, then the nearest where a position is given",
    input: Type.Object({
      ...paging,
      brand: Type.Optional(Type.String({ maxLength: 32 })),
      regionCode: Type.Optional(RegionCode),
      lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
      lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
      keyword: Type.Optional(Type.String({ maxLength: 40 })),
      /**
       * The favourites of a device without a login: ids with commas between. A member's own are
       * known.
       */
      favourites: Type.Optional(Type.String({ maxLength: FAVOURITE_STORES_MAX * 65 })),
    }),
    output: pageOf(Store),
    refusals: [],
  },
  store: {
    summary: "One store",
    input: Type.Object({ storeId: StoreId }),
    output: Store,
    refusals: ["NOT_FOUND", "STORE_PAUSED"],
  },
  favour: {
    summary: "Keep a store among one's favourites, or no longer; a repeat changes nothing",
    input: Type.Object({ storeId: StoreId, isFavourite: Type.Boolean() }),
    output: Type.Object({ isFavourite: Type.Boolean() }),
    refusals: ["NOT_FOUND", "FAVOURITES_MANY"],
  },
  menu: {
    summary: "What the store serves now, for one way of eating",
    input: Type.Object({
      storeId: StoreId,
      eatType: Type.Optional(EatType),
      slot: Type.Optional(
        Type.String({ maxLength: 32, description: "the menu at this slot instead of now" }),
      ),
    }),
    output: Menu,
    refusals: ["NOT_FOUND", "STORE_PAUSED"],
  },
  slots: {
    summary: 'Pickup slots of today and tomorrow, fifteen minutes each; the first may be "now"',
    input: Type.Object({ storeId: StoreId }),
    output: listOf(Slot),
    refusals: ["NOT_FOUND", "STORE_PAUSED"],
  },
});

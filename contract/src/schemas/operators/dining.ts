/** Stores and menus as operators see and override them. Money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorDining as routes } from "../../routes/operators/dining.ts";
import { Fen, Instant, listOf, Planned, RegionCode, Version } from "../../values.ts";
import { Photo } from "../benefit.ts";
import { EatType } from "../dining.ts";
import { Person } from "./people.ts";
import { PictureId } from "./taxonomy.ts";

const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Code = Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\w-]+$" });
const pageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));

/** `off`: switched off by an operator. `gone`: no longer in the supplier's list. */
const StoreState = Type.Union([Type.Literal("on"), Type.Literal("off"), Type.Literal("gone")]);

/** Who changed it last, and the version that the next change names; 0 before the first change. */
const changed = {
  sinceVersion: Type.Integer(),
  reason: Type.Optional(Type.String()),
  changedAt: Type.Optional(Instant),
  changedBy: Type.Optional(Person),
};

export const StoreLine = Type.Object({
  storeId: Type.String(),
  name: Type.String(),
  brand: Type.String(),
  brandName: Type.String(),
  cityCode: Type.String(),
  city: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  services: Type.Array(EatType),
  hoursText: Type.String(),
  isOpen: Type.Boolean({ description: "by its hours, now" }),
  state: StoreState,
  /** Orders of the last seven days that the supplier delivered, and that failed. */
  delivered: Type.Integer(),
  failed: Type.Integer(),
  /** When it is on again by itself; until an operator switches it on where absent. */
  until: Type.Optional(Instant),
  syncedAt: Instant,
  ...changed,
});
export type StoreLine = Static<typeof StoreLine>;

export const MenuProduct = Type.Object({
  productId: Type.String(),
  /** As the supplier calls it. */
  supplierName: Type.String(),
  /** As members read it. */
  name: Type.String(),
  artwork: Type.String(),
  photo: Type.Optional(Photo),
  classes: Type.Array(Type.String()),
  priceFen: Fen,
  isHidden: Type.Boolean(),
  /** The set meals that contain it. */
  setMeals: Type.Integer(),
  ...changed,
});
export type MenuProduct = Static<typeof MenuProduct>;

export const MenuSetMeal = Type.Object({
  setMealId: Type.String(),
  title: Type.String(),
  content: Type.String(),
  priceFen: Fen,
  /** The batches of codes that stand for it and can be redeemed. */
  batches: Type.Integer(),
});
export type MenuSetMeal = Static<typeof MenuSetMeal>;

export const SyncRun = Type.Object({
  runId: Type.String(),
  startedAt: Instant,
  endedAt: Instant,
  stores: Type.Integer(),
  added: Type.Integer(),
  removed: Type.Integer(),
  menus: Type.Integer(),
  /** False: the supplier gave no complete list, and nothing was changed. */
  isDone: Type.Boolean(),
  /** The operator who started it; the job where absent. */
  startedBy: Type.Optional(Person),
});
export type SyncRun = Static<typeof SyncRun>;

export const operatorDining = shapesOf<typeof routes>()({
  stores: {
    summary: "Stores of the supplier's list with their overrides, in the order of their numbers",
    input: Type.Object({
      brand: Type.Optional(Code),
      /** A province, a city or a district. */
      regionCode: Type.Optional(RegionCode),
      state: Type.Optional(StoreState),
      keyword: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      /** The store at the end of the page before. */
      cursor: Type.Optional(Code),
      pageSize,
    }),
    output: Type.Object({ list: Type.Array(StoreLine), nextCursor: Type.Optional(Type.String()) }),
    refusals: [],
  },
  setStore: {
    summary:
      "Switch a store off, until an instant or for good, or on again; orders already placed go on",
    input: Type.Object({
      storeId: Code,
      isOff: Type.Boolean(),
      until: Type.Optional(Planned),
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ sinceVersion: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  menus: {
    summary: "The brands that have a menu",
    input: Type.Object({}),
    output: listOf(
      Type.Object({
        brand: Type.String(),
        name: Type.String(),
        version: Type.String(),
        products: Type.Integer(),
        syncedAt: Instant,
      }),
    ),
    refusals: [],
  },
  menu: {
    summary: "The products and set meals of a brand's menu, with their overrides",
    input: Type.Object({ brand: Code }),
    output: Type.Object({
      brand: Type.String(),
      name: Type.String(),
      syncedAt: Instant,
      products: Type.Array(MenuProduct),
      setMeals: Type.Array(MenuSetMeal),
    }),
    refusals: ["NOT_FOUND"],
  },
  checkPrices: {
    summary: "The supplier's prices of set meals now beside ours of the last sync; changes nothing",
    input: Type.Object({ brand: Code }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          setMealId: Type.String(),
          title: Type.String(),
          ourFen: Fen,
          /** Absent: the supplier no longer has it. */
          theirFen: Type.Optional(Fen),
        }),
      ),
      /** Set meals that only the supplier has. */
      added: Type.Integer(),
    }),
    refusals: ["NOT_FOUND"],
  },
  setProduct: {
    summary:
      "Hide a product of a brand's menu at all stores, or give it another name or picture; what is left out is the supplier's",
    input: Type.Object({
      brand: Code,
      productId: Code,
      isHidden: Type.Boolean(),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      pictureId: Type.Optional(PictureId),
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ sinceVersion: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  sync: {
    summary: "Read the supplier's stores and menus now; all of it is taken or nothing",
    input: Type.Object({ reason: Reason }),
    output: SyncRun,
    refusals: [],
  },
  syncRuns: {
    summary: "The syncs of the last thirty days, the newest first",
    input: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 200 })), pageSize }),
    output: Type.Object({ list: Type.Array(SyncRun), nextCursor: Type.Optional(Type.String()) }),
    refusals: [],
  },
});

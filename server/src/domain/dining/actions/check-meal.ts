/**
 * Checks a meal when it is ordered: store open, slot available, lines on the menu at the price
 * shown.
 */
import type { Photo } from "@yunjing/contract/schemas/benefit";
import type { EatType, MealLine, Menu, Slot, Store } from "@yunjing/contract/schemas/dining";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { MealRequest } from "../../fulfilment/model.ts";
import { compareLines } from "../compare.ts";
import { type BrandMenu, menuAt, offered } from "../menu.ts";
import { type StoreRow, storeView } from "../model.ts";
import type { SourceSetMeal } from "../port.ts";
import { type PricedLine, priceLine, totalFenOf } from "../price.ts";
import { isOpenAt } from "../hours.ts";
import { slotsOf, slotText } from "../slots.ts";
import { findMenu, findShownMenu } from "../store.ts";
import { instantOfSlot, storeOf } from "./browse.ts";

export type MealSelection = {
  readonly storeId: string;
  readonly eatType: EatType;
  /** As the slots operation returned it. */
  readonly slot: string;
  /** Absent for a set meal. */
  readonly lines?: readonly MealLine[] | undefined;
  readonly setMealId?: string | undefined;
  /** As the menu operation returned it; a set meal needs none. */
  readonly menuHash: string;
  /** The voucher's value. */
  readonly valueFen?: number | undefined;
  /** The voucher's last instant, in ms; the meal must be picked up before. */
  readonly validUntil: number;
};

export type CheckedMeal = {
  readonly store: Store;
  readonly slot: Pick<Slot, "slot" | "from" | "to"> & { readonly text: string };
  readonly eatType: EatType;
  readonly lines: readonly PricedLine[];
  readonly totalFen: number;
  /** What the voucher does not cover; 0 without a value. */
  readonly differenceFen: number;
  readonly supplierId: string;
  readonly supplierRequest: MealRequest;
  readonly setMeal?: { readonly id: string; readonly title: string; readonly priceFen: number };
};

type Chosen = { lines: PricedLine[]; totalFen: number };

/**
 * Refuses STORE_CLOSED for "now" at a closed store, SLOT_INVALID for any other unavailable slot.
 */
function chooseSlot(context: Context, store: StoreRow, meal: MealSelection): Slot {
  const now = context.clock.now().getTime();
  const rules = { ...store, slotMinutes: context.settings.slotMinutes };
  const slot = slotsOf(rules, now).find((each) => each.slot === meal.slot && each.open);
  if (!slot && meal.slot === "now" && !isOpenAt(store.hours, now))
    throw new Refusal("STORE_CLOSED");
  if (!slot || slot.from > meal.validUntil) throw new Refusal("SLOT_INVALID");
  return slot;
}

/**
 * Prices the lines on the current menu; throws MENU_CHANGED with the old and the new prices, or
 * LINES_INVALID for lines that were never on offer.
 */
function chooseLines(
  wanted: readonly MealLine[],
  menu: Menu,
  shown: { classes: Menu["classes"] | undefined; mayDiffer: boolean },
): Chosen {
  const { classes, mayDiffer } = shown;
  const isWrong = (line: MealLine) => priceLine(classes ?? [], line).problem === "option";
  if (wanted.length === 0 || wanted.some(isWrong)) throw new Refusal("LINES_INVALID");
  const change = compareLines(wanted, classes, menu);
  const isUnknown = !classes && !mayDiffer;
  if (isUnknown || change.changes.length > 0) throw new Refusal("MENU_CHANGED", change);
  const lines = wanted.flatMap((line) => priceLine(menu.classes, line).line ?? []);
  return { lines, totalFen: totalFenOf(lines) };
}

async function chooseLinesFromMenu(db: Db, meal: MealSelection, menu: Menu): Promise<Chosen> {
  const isPresent = meal.menuHash === menu.hash;
  const classes = isPresent ? menu.classes : await findShownMenu(db, meal.menuHash);
  return chooseLines(meal.lines ?? [], menu, { classes, mayDiffer: false });
}

/** A set meal has its own price; only its content can have changed. */
function chooseSetMeal(source: BrandMenu, menu: Menu, setMealId: string) {
  const setMeal = source.setMeals.find(({ id }) => id === setMealId);
  if (!setMeal) {
    const nothing = { changes: [], totalWasFen: 0, totalNowFen: 0 };
    throw new Refusal("MENU_CHANGED", { menuHash: menu.hash, ...nothing });
  }
  const { lines } = chooseLines(setMeal.lines, menu, { classes: undefined, mayDiffer: true });
  const { id, title, priceFen } = setMeal;
  return { lines, totalFen: priceFen, setMeal: { id, title, priceFen } };
}

const requestOf = (
  store: StoreRow,
  meal: MealSelection,
  { lines, totalFen }: Chosen,
): MealRequest => ({
  kind: "meal",
  storeCode: store.supplierCode,
  eatType: meal.eatType,
  pickupAt: meal.slot,
  lines: lines.map(({ productId, quantity, options, unitFen }) => ({
    productId,
    quantity,
    options,
    unitFen,
  })),
  totalFen,
});

/**
 * Returns the meal with its names, prices and the supplier's request. Refuses NOT_FOUND,
 * STORE_PAUSED, STORE_CLOSED, SLOT_INVALID, MENU_CHANGED (data = MenuChange), LINES_INVALID, and INPUT_INVALID
 * for an eat type that the store does not offer.
 */
export async function checkMeal(
  context: Context,
  db: Db,
  meal: MealSelection,
): Promise<CheckedMeal> {
  const store = await storeOf(context, db, meal.storeId);
  if (!store.services.includes(meal.eatType)) throw new Refusal("INPUT_INVALID");
  const slot = chooseSlot(context, store, meal);
  const source = await findMenu(db, store.brand);
  if (!source) throw new Refusal("STORE_CLOSED");

  const now = context.clock.now().getTime();
  const isChoice = meal.setMealId === undefined;
  // A sold set meal keeps what it promised; only what members choose themselves can be hidden.
  const on = isChoice ? offered(source) : source;
  const menu = menuAt(on, store, meal.eatType, instantOfSlot(meal.slot, now));
  const chosen =
    meal.setMealId === undefined
      ? await chooseLinesFromMenu(db, meal, menu)
      : chooseSetMeal(source, menu, meal.setMealId);
  const { totalFen } = chosen;
  return {
    ...chosen,
    store: storeView(store, now),
    slot: { slot: slot.slot, from: slot.from, to: slot.to, text: slotText(slot, now) },
    eatType: meal.eatType,
    differenceFen: meal.valueFen === undefined ? 0 : Math.max(0, totalFen - meal.valueFen),
    supplierId: store.supplierId,
    supplierRequest: requestOf(store, meal, chosen),
  };
}

export type SetMeal = {
  readonly id: string;
  readonly title: string;
  readonly priceFen: number;
  readonly items: readonly {
    readonly productId: string;
    readonly name: string;
    readonly quantity: number;
    readonly artwork: string;
    readonly photo?: Photo;
  }[];
};

const itemsOf = (source: BrandMenu, { lines }: SourceSetMeal): SetMeal["items"] =>
  lines.flatMap(({ productId, quantity }) => {
    const product = source.products.find(({ id }) => id === productId);
    if (!product) return [];
    const { name, artwork, photo } = product;
    return [{ productId, name, quantity, artwork, ...(photo ? { photo } : {}) }];
  });

/** Returns the content of a set meal; `undefined` when the brand no longer has it. */
export async function setMealOf(
  db: Db,
  brand: string,
  setMealId: string,
): Promise<SetMeal | undefined> {
  const source = await findMenu(db, brand);
  const setMeal = source?.setMeals.find(({ id }) => id === setMealId);
  if (!source || !setMeal) return undefined;
  const { id, title, priceFen } = setMeal;
  return { id, title, priceFen, items: itemsOf(source, setMeal) };
}

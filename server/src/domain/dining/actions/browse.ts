/** Public reads: cities, stores, menus and slots. */
import type { Input, Output } from "@yunjing/contract/operations";
import { FAVOURITE_STORES_MAX, PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { menuAt, offered } from "../menu.ts";
import { sortStores, type StoreRow, storeView } from "../model.ts";
import { slotsOf } from "../slots.ts";
import { countByCity, findMenu, findStore, saveShownMenu, listStores } from "../store.ts";
import { favouriteStoreIds } from "../store/favourites.ts";

/** Longer lists are meant to be searched, not scrolled. */
const STORES_MAX = 500;

/** Returns the name and the A–Z initial of a city; the regions module implements it. */
export type CityReader = (code: string) => { name: string; initial: string } | undefined;

/** Lists cities with stores, A to Z; skips a code that is not a region. */
export async function listCities(
  { clock }: Context,
  db: Db,
  { brand, cityOf }: { brand: string | undefined; cityOf: CityReader },
): Promise<Output<"dining", "cities">> {
  const counted = await countByCity(db, { brand, now: clock.sql() });
  const list = counted.flatMap(({ code, stores }) => {
    const city = cityOf(code);
    return city ? [{ code, name: city.name, initial: city.initial, stores }] : [];
  });
  return {
    list: list.toSorted((left, right) =>
      left.initial === right.initial
        ? Number(left.code) - Number(right.code)
        : left.initial < right.initial
          ? -1
          : 1,
    ),
  };
}

/** The favourites of the member, or of a device without a login. */
const markedStoreIds = async (
  db: Db,
  ofDevice: string | undefined,
  memberId: string | undefined,
): Promise<readonly string[]> =>
  memberId === undefined
    ? (ofDevice?.split(",", FAVOURITE_STORES_MAX) ?? [])
    : favouriteStoreIds(db, memberId, FAVOURITE_STORES_MAX);

/**
 * Returns one page of stores. The cursor is the number of the next page, since the order is
 * computed for each request.
 */
export async function searchStores(
  context: Context,
  db: Db,
  input: Input<"dining", "stores">,
  memberId?: string,
): Promise<Output<"dining", "stores">> {
  const { lat, lng, brand, regionCode, keyword, pageSize = PAGE_SIZE } = input;
  const position = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const now = context.clock.now().getTime();
  const filter = {
    brand,
    regionCode,
    keyword: keyword?.trim(),
    position,
    now: context.clock.sql(),
  };
  const found = await listStores(db, filter, STORES_MAX);
  const marked = new Set(await markedStoreIds(db, input.favourites, memberId));
  const stores = sortStores(
    found.map((store) => ({
      ...storeView(store, now, position),
      ...(marked.has(store.storeId) ? { isFavourite: true } : {}),
    })),
  );
  const requestedPage = Number(input.cursor ?? input.page ?? PAGE_FIRST);
  const page = Number.isInteger(requestedPage) && requestedPage > 0 ? requestedPage : PAGE_FIRST;
  const hasMore = page * pageSize < stores.length;
  return {
    list: stores.slice((page - 1) * pageSize, page * pageSize),
    total: stores.length,
    page,
    pageSize,
    hasMore,
    ...(hasMore ? { nextCursor: String(page + 1) } : {}),
  };
}

/**
 * Returns a store that takes orders. Refuses NOT_FOUND for one that the supplier no longer lists, and
 * STORE_PAUSED for one that an operator has switched off.
 */
export async function storeOf({ clock }: Context, db: Db, storeId: string): Promise<StoreRow> {
  const store = await findStore(db, storeId, clock.sql());
  if (!store?.isOn) throw new Refusal("NOT_FOUND");
  if (store.isPaused) throw new Refusal("STORE_PAUSED");
  return store;
}

/** Refuses NOT_FOUND, STORE_PAUSED. */
export const showStore = async (context: Context, db: Db, storeId: string) =>
  storeView(await storeOf(context, db, storeId), context.clock.now().getTime());

/** Returns the instant at which a slot's menu is read; an unreadable slot means now. */
export function instantOfSlot(slot: string | undefined, now: number): number {
  const at = slot === undefined || slot === "now" ? Number.NaN : Date.parse(slot);
  return Number.isNaN(at) ? now : at;
}

/**
 * Returns the menu of the store, now or at a slot, and saves it under its hash. Refuses NOT_FOUND,
 * STORE_PAUSED.
 */
export async function showMenu(
  context: Context,
  db: Db,
  { storeId, eatType, slot }: Input<"dining", "menu">,
): Promise<Output<"dining", "menu">> {
  const store = await storeOf(context, db, storeId);
  const source = await findMenu(db, store.brand);
  if (!source) throw new Refusal("NOT_FOUND");
  const at = instantOfSlot(slot, context.clock.now().getTime());
  const menu = menuAt(offered(source), store, eatType ?? store.services[0] ?? "take_away", at);
  await saveShownMenu(db, menu, context.clock.sql());
  return menu;
}

/** Refuses NOT_FOUND, STORE_PAUSED. */
export async function showSlots(context: Context, db: Db, storeId: string) {
  const { hours, leadMinutes } = await storeOf(context, db, storeId);
  const { slotMinutes } = context.settings;
  return { list: slotsOf({ hours, leadMinutes, slotMinutes }, context.clock.now().getTime()) };
}

/** A member's favourite stores. */
import type { Input, Output } from "@yunjing/contract/operations";
import { FAVOURITE_STORES_MAX } from "@yunjing/contract/limits";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { findStore } from "../store.ts";
import { setFavouriteStore } from "../store/favourites.ts";

/**
 * Marks a store as a favourite, or no longer. Refuses NOT_FOUND for a store that is not listed, and
 * FAVOURITES_MANY beyond `FAVOURITE_STORES_MAX`.
 */
export async function favourStore(
  context: Context,
  db: Db,
  { memberId, input }: { readonly memberId: string; readonly input: Input<"dining", "favour"> },
): Promise<Output<"dining", "favour">> {
  const { storeId, isFavourite } = input;
  const now = context.clock.sql();
  const store = await findStore(db, storeId, now);
  if (isFavourite && !store?.isOn) throw new Refusal("NOT_FOUND");
  const change = { memberId, storeId, isOn: isFavourite, limit: FAVOURITE_STORES_MAX, now };
  if (!(await setFavouriteStore(db, change))) throw new Refusal("FAVOURITES_MANY");
  return { isFavourite };
}

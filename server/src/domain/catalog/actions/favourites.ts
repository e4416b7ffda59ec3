/** A member's favourites. */
import { Refusal } from "../../../platform/refusal.ts";
import { stripControlCharacters } from "../model.ts";
import type { Shop } from "../catalog-cache.ts";
import { setFavourite } from "../store.ts";

/** Adds a benefit on sale to the member's favourites or removes it; refuses NOT_FOUND. */
export async function updateFavourite(
  { context, db, catalog }: Shop,
  change: { memberId: string; benefitId: string; isFavourite: boolean },
): Promise<{ isFavourite: boolean }> {
  const { memberId, isFavourite } = change;
  const benefitId = stripControlCharacters(change.benefitId);
  if (!(await catalog()).byId.has(benefitId)) throw new Refusal("NOT_FOUND");
  const now = context.clock.now();
  await setFavourite(db, { memberId, benefitId, isOn: isFavourite, now });
  return { isFavourite };
}

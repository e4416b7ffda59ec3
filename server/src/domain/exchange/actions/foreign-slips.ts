/** Whether a slip in our own form may after all be a code issued elsewhere. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { hasBatchLikeOurs } from "../batches/store.ts";

const REMEMBERED_MS = 60_000;
const remembered = new WeakMap<Db, { at: number; answer: boolean }>();

/**
 * True when a live imported batch has codes of our form with other check symbols; only then is a slip looked up, and a
 * miss counted as a wrong try. Asked of the database once a minute, so that slips as such never reach it.
 */
export async function slipsMayBeForeign({ clock }: Context, db: Db): Promise<boolean> {
  const now = clock.now().getTime();
  const known = remembered.get(db);
  if (known && now - known.at < REMEMBERED_MS) return known.answer;
  const answer = await hasBatchLikeOurs(db);
  remembered.set(db, { at: now, answer });
  return answer;
}

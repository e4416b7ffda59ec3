/** Whether a slip in our own form may after all be a code issued elsewhere. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { hasImportedBatchLikeOurs } from "../batches/store.ts";

const CACHE_MS = 60_000;
const cachedAnswers = new WeakMap<Db, { at: number; answer: boolean }>();

/**
 * True when a live imported batch has codes of our form with other check symbols; only then is a slip looked up, and a
 * miss counted as a wrong try. Asked of the database once a minute, so that slips as such never reach it.
 */
export async function mayBeImportedCode({ clock }: Context, db: Db): Promise<boolean> {
  const now = clock.now().getTime();
  const known = cachedAnswers.get(db);
  if (known && now - known.at < CACHE_MS) return known.answer;
  const answer = await hasImportedBatchLikeOurs(db);
  cachedAnswers.set(db, { at: now, answer });
  return answer;
}

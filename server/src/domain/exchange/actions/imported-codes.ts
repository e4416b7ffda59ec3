/** Checks whether a malformed code of our own form may be a code issued elsewhere. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { hasImportedBatchLikeOurs } from "../batches/store.ts";

const CACHE_MS = 60_000;
const cachedAnswers = new WeakMap<Db, { at: number; answer: boolean }>();

/**
 * Returns true when a live imported batch has codes of our form with other check symbols. Only then
 * is a malformed code looked up, and a miss counted as a wrong try. The answer is cached for one
 * minute, so that malformed codes normally cause no query.
 */
export async function mayBeImportedCode({ clock }: Context, db: Db): Promise<boolean> {
  const now = clock.now().getTime();
  const known = cachedAnswers.get(db);
  if (known && now - known.at < CACHE_MS) return known.answer;
  const answer = await hasImportedBatchLikeOurs(db);
  cachedAnswers.set(db, { at: now, answer });
  return answer;
}

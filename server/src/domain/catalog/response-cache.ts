/**
 * Caches rendered responses for identical queries on the same cached catalogue (performance.md,
 * G6).
 */
import { Rendered } from "../../platform/http/rendered.ts";
import type { Shop } from "./catalog-cache.ts";

/** Maximum number of responses: keywords are unlimited; a cached catalogue lives two seconds. */
const KEPT_MAX = 1_000;

/** `key` must contain everything that the response depends on besides the cached catalogue. */
export async function cachedResponse<T>(
  shop: Shop,
  key: readonly unknown[],
  make: () => Promise<T>,
): Promise<Rendered<T>> {
  const { renderedResponses } = await shop.catalog();
  const name = JSON.stringify(key);
  const known = renderedResponses.get(name);
  if (known !== undefined) return new Rendered(known);
  const json = JSON.stringify(await make());
  if (renderedResponses.size < KEPT_MAX) renderedResponses.set(name, json);
  return new Rendered(json);
}

/**
 * Caches drawn posters in memory up to a limit. Draws one at a time, and each only once for
 * concurrent requests.
 */
import { Refusal } from "../../../platform/refusal.ts";
import { editionOf, type PosterFacts } from "./model.ts";

export type PosterCache = { picture(facts: PosterFacts): Promise<Uint8Array> };

type PosterCacheOptions = {
  readonly draw: (facts: PosterFacts) => Promise<Uint8Array>;
  /** A poster has about 150 KB: 16 MB hold the last hundred posters. */
  readonly bytesMax?: number;
  /**
   * One poster takes 60 ms of one core. This many take six seconds, the longest acceptable wait.
   */
  readonly waitingMax?: number;
};

const RETRY_AFTER_SECONDS = 3;

/** Evicts the least recently used entry; `Map` preserves insertion order. */
function createLruCache(bytesMax: number) {
  const entries = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    take(edition: string): Uint8Array | undefined {
      const picture = entries.get(edition);
      if (picture) {
        entries.delete(edition);
        entries.set(edition, picture);
      }
      return picture;
    },
    put(edition: string, picture: Uint8Array): void {
      entries.set(edition, picture);
      bytes += picture.length;
      for (const [oldest, { length }] of entries) {
        if (bytes <= bytesMax) return;
        entries.delete(oldest);
        bytes -= length;
      }
    },
  };
}

/** `picture` refuses SYS_BUSY when too many requests already wait. */
export function createPosterCache({
  draw,
  bytesMax = 16 * 1024 * 1024,
  waitingMax = 100,
}: PosterCacheOptions): PosterCache {
  const cache = createLruCache(bytesMax);
  const pending = new Map<string, Promise<Uint8Array>>();
  let last: Promise<unknown> = Promise.resolve();

  async function drawn(edition: string, facts: PosterFacts, before: Promise<unknown>) {
    await before;
    const picture = await draw(facts);
    cache.put(edition, picture);
    return picture;
  }

  return {
    picture: async (facts) => {
      const edition = editionOf(facts);
      const ready = cache.take(edition) ?? pending.get(edition);
      if (ready) return ready;
      if (pending.size >= waitingMax) throw new Refusal("SYS_BUSY", undefined, RETRY_AFTER_SECONDS);
      const picture = drawn(edition, facts, last).finally(() => pending.delete(edition));
      pending.set(edition, picture);
      // A failure affects only its own request; the next poster is drawn all the same.
      last = picture.catch(() => undefined);
      return picture;
    },
  };
}

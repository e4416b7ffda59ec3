/** Random bytes and ids, part of the context so that a seed can determine them. */
import { createHash, randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { Clock } from "./clock.ts";

export type Random = {
  /** `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
};

const STOCK_BYTES = 4_096;

/**
 * Random bytes of the system. Few are taken from a stock that is drawn at once, because a call of the
 * system takes longer than all else of an id; each byte is given out once, as a copy.
 */
function createSystemRandom(): Random {
  let stock = new Uint8Array();
  let used = 0;
  return {
    bytes: (count) => {
      if (count > STOCK_BYTES / 8) return randomBytes(count);
      if (used + count > stock.length) {
        stock = randomBytes(STOCK_BYTES);
        used = 0;
      }
      const drawn = new Uint8Array(stock.subarray(used, used + count));
      used += count;
      return drawn;
    },
  };
}

export const systemRandom: Random = createSystemRandom();

/** Repeatable bytes for tests and the simulation: a hash chain over the seed. Never for secrets. */
export function seededRandom(seed: string): Random {
  let turn = 0;
  return {
    bytes: (count) => {
      const chunks: Buffer[] = [];
      for (let have = 0; have < count; have += 32) {
        chunks.push(createHash("sha256").update(`${seed}:${turn++}`).digest());
      }
      return Buffer.concat(chunks).subarray(0, count);
    },
  };
}

/**
 * Returns a whole number from 0 to `limit - 1`, without bias (rejection sampling). `limit` ≤ 2^32.
 */
export function randomBelow(random: Random, limit: number): number {
  const ceiling = Math.floor(0x1_0000_0000 / limit) * limit;
  for (;;) {
    const draw = Buffer.from(random.bytes(4)).readUInt32BE();
    if (draw < ceiling) return draw % limit;
  }
}

export type Ids = {
  /** Returns a time-sortable id (UUIDv7). */
  next(): string;
};

/** Ids increase even within one millisecond, and when the clock steps back. */
export function idsFrom(clock: Clock, random: Random): Ids {
  let lastMs = 0;
  let turn = 0;
  return {
    next: () => {
      const bytes = random.bytes(16);
      const ms = clock.now().getTime();
      if (ms > lastMs) {
        lastMs = ms;
        // The counter starts in the lower half of its 32 bits, so that it does not overflow.
        turn = Buffer.from(bytes).readUInt32BE() >>> 1;
      } else turn += 1;
      return v7({ msecs: lastMs, seq: turn, random: bytes });
    },
  };
}

/**
 * Returns the same id for the same text: for things identified by a name, or requests that must
 * give the same id when repeated.
 */
export const deterministicUuid = (text: string): string =>
  createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

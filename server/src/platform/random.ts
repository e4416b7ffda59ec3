/** Chance and ids, from the context so that a seed can own them. */
import { createHash, randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { Clock } from "./clock.ts";

export type Random = {
  /** `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
};

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

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

/** A whole number from 0 to `limit - 1`, without bias (rejection sampling). `limit` ≤ 2^32. */
export function randomBelow(random: Random, limit: number): number {
  const ceiling = Math.floor(0x1_0000_0000 / limit) * limit;
  for (;;) {
    const draw = Buffer.from(random.bytes(4)).readUInt32BE();
    if (draw < ceiling) return draw % limit;
  }
}

export type Ids = {
  /** A time-sortable id (UUIDv7). */
  next(): string;
};

export const idsFrom = (clock: Clock, random: Random): Ids => ({
  next: () => v7({ msecs: clock.now().getTime(), random: random.bytes(16) }),
});

/** How well the suppliers of the demo's past work: mostly well, one slow day, one broken afternoon. */
import { createChoice } from "./choice.ts";
import type { SupplierBehaviour } from "./partners.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Days before the last day of the past. */
export const SLOW_DAY = { supplierId: "topup", daysAgo: 8 };
export const BROKEN_DAY = { supplierId: "cards", daysAgo: 15 };
/** Of the broken day: from eleven o'clock to nine in the evening. */
const BROKEN_FROM_MS = 11 * HOUR_MS;
const BROKEN_TO_MS = 21 * HOUR_MS;

const chanceOf = (seed: string, supplierId: string, at: Date) =>
  createChoice(`${seed}:${supplierId} at ${at.getTime()}`);

/** `end` is the midnight after the last day. */
export function createSupplierBehaviour(seed: string, end: number): SupplierBehaviour {
  const isOnDay = (at: Date, daysAgo: number): boolean => {
    const begins = end - (daysAgo + 1) * DAY_MS;
    return at.getTime() >= begins && at.getTime() < begins + DAY_MS;
  };
  const isBroken = (supplierId: string, at: Date): boolean => {
    const ofDay = at.getTime() - (end - (BROKEN_DAY.daysAgo + 1) * DAY_MS);
    return supplierId === BROKEN_DAY.supplierId && ofDay >= BROKEN_FROM_MS && ofDay < BROKEN_TO_MS;
  };
  const isSlow = (supplierId: string, at: Date) =>
    supplierId === SLOW_DAY.supplierId && isOnDay(at, SLOW_DAY.daysAgo);
  return {
    outcomeOf: (supplierId, at) => {
      if (isBroken(supplierId, at)) return { state: "failed", reason: "供应商系统维护" };
      const chance = chanceOf(seed, supplierId, at);
      if (chance.isIn(1)) return { state: "failed", reason: "供应商库存不足" };
      return { state: isSlow(supplierId, at) || chance.isIn(40) ? "accepted" : "issued" };
    },
    deliveryMs: (supplierId, at) => {
      const chance = chanceOf(seed, supplierId, at);
      return isSlow(supplierId, at)
        ? (14 + chance.below(40)) * MINUTE_MS
        : (15 + chance.below(110)) * SECOND_MS;
    },
  };
}

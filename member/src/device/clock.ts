/**
 * Estimates the offset of the device's clock from the server's by the `Date` headers of ordinary
 * responses; sends no request of its own.
 */

/** Milliseconds: server time minus device time, and the possible error in either direction. */
export type ClockOffset = { readonly offsetMs: number; readonly plusMinusMs: number };

// The `Date` header contains whole seconds, rounded down.
const SECOND_MS = 1_000;
let least = -Infinity;
let most = Infinity;

/**
 * Updates the offset from one response. The server wrote its second between sending and receiving,
 * so each response gives a lower and an upper bound, and more responses narrow them.
 */
export function updateClockOffset(date: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(date ?? "");
  if (Number.isNaN(second)) return;
  const [low, high] = [second - receivedAt, second + SECOND_MS - sentAt];
  // Bounds that contradict the earlier ones mean that one of the clocks was changed.
  const isSet = low > most || high < least;
  least = isSet ? low : Math.max(least, low);
  most = isSet ? high : Math.min(most, high);
}

/** Returns the estimated offset; undefined before the first response. */
export const clockOffset = (): ClockOffset | undefined =>
  Number.isFinite(least)
    ? { offsetMs: Math.round((least + most) / 2), plusMinusMs: Math.ceil((most - least) / 2) }
    : undefined;

/** Returns the estimated time of the server in ms. */
export const serverNow = (): number => Date.now() + (clockOffset()?.offsetMs ?? 0);

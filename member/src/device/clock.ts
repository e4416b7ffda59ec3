/**
 * How far the device's clock is from the server's, learned from the answers of ordinary calls; no
 * call is made for it.
 */

/** In ms: server minus device, and by how much that may be wrong either way. */
export type ClockOffset = { readonly offsetMs: number; readonly plusMinusMs: number };

// The `Date` header tells whole seconds, cut off.
const SECOND_MS = 1_000;
let least = -Infinity;
let most = Infinity;

/**
 * Hears one answer. The server wrote its second between the sending and the receiving, so each
 * answer bounds the offset from both sides, and many bound it ever closer.
 */
export function updateClockOffset(date: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(date ?? "");
  if (Number.isNaN(second)) return;
  const [low, high] = [second - receivedAt, second + SECOND_MS - sentAt];
  // Bounds that contradict the ones before mean that one of the clocks was set.
  const isSet = low > most || high < least;
  least = isSet ? low : Math.max(least, low);
  most = isSet ? high : Math.min(most, high);
}

/** What has been learned; undefined before the first answer. */
export const clockOffset = (): ClockOffset | undefined =>
  Number.isFinite(least)
    ? { offsetMs: Math.round((least + most) / 2), plusMinusMs: Math.ceil((most - least) / 2) }
    : undefined;

/** The server's time now, in ms, as well as it is known. */
export const serverNow = (): number => Date.now() + (clockOffset()?.offsetMs ?? 0);

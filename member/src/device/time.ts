/** Formats instants as the spec requires (U10), in the shop's only time zone. */

// China keeps UTC+8 all year; with a fixed offset the first view needs no time zone table.
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
const MS_DIGITS = 13;

const two = (figure: number): string => String(figure).padStart(2, "0");

/**
 * Returns milliseconds since 1970; a timestamp that is not 13 digits is read as seconds (spec §9).
 */
export function instantOf(timestamp: number | string): number {
  const digits = String(timestamp).trim();
  const figure = Number(digits);
  return digits.length === MS_DIGITS ? figure : figure * 1000;
}

/** Returns `YYYY-MM-DD HH:mm:ss` in Shanghai time; an empty string for an unreadable timestamp. */
export function formatTime(timestamp: number | string): string {
  const instant = instantOf(timestamp);
  if (!Number.isFinite(instant)) return "";
  const local = new Date(instant + SHANGHAI_OFFSET_MS);
  const date = [local.getUTCFullYear(), two(local.getUTCMonth() + 1), two(local.getUTCDate())];
  const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two);
  return `${date.join("-")} ${time.join(":")}`;
}

/** Returns `YYYY-MM-DD` of an instant. */
export const formatDate = (timestamp: number | string): string =>
  formatTime(timestamp).slice(0, 10);

/** Returns `HH:mm` of an instant. */
export const formatClock = (timestamp: number | string): string =>
  formatTime(timestamp).slice(11, 16);

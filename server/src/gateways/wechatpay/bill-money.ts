/**
 * Parses amounts of a bill: yuan as text with up to five decimals, calculated in whole thousandths
 * of a fen, never in floats.
 */

const MILLI_PER_FEN = 1_000;
const YUAN = /^(-?)(\d{1,10})(?:\.(\d{1,5}))?$/;

/** Returns thousandths of a fen, or `undefined` when the text is not an amount. */
export function milliFenOf(text: string): number | undefined {
  const [, minus, yuan = "", decimals = ""] = YUAN.exec(text) ?? [];
  if (minus === undefined) return undefined;
  const milli = Number(`${yuan}${decimals.padEnd(5, "0")}`);
  // Avoids minus zero, which some comparisons treat as another number.
  return minus && milli !== 0 ? -milli : milli;
}

/**
 * Returns whole fen, or `undefined` when the text is not an amount or not a whole number of fen.
 */
export function fenOf(text: string): number | undefined {
  const milli = milliFenOf(text);
  return milli === undefined || milli % MILLI_PER_FEN !== 0 ? undefined : milli / MILLI_PER_FEN;
}

/**
 * Returns the nearest fen, halves away from zero: fees may be listed with more decimals than are
 * charged.
 */
export function nearestFen(milli: number): number {
  const fen = Math.floor((Math.abs(milli) + MILLI_PER_FEN / 2) / MILLI_PER_FEN);
  return milli < 0 && fen > 0 ? -fen : fen;
}

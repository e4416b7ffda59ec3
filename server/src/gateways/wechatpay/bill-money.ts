/** The bill's money: yuan with up to five decimals as text, reckoned in whole thousandths of a fen, never in floats. */

const MILLI_PER_FEN = 1_000;
const YUAN = /^(-?)(\d{1,10})(?:\.(\d{1,5}))?$/;

/** Thousandths of a fen; undefined when it is not an amount. */
export function milliFenOf(text: string): number | undefined {
  const [, minus, yuan = "", decimals = ""] = YUAN.exec(text) ?? [];
  if (minus === undefined) return undefined;
  const milli = Number(`${yuan}${decimals.padEnd(5, "0")}`);
  // Not minus nought, which is another number to some comparisons.
  return minus && milli !== 0 ? -milli : milli;
}

/** Whole fen; undefined when the text is no amount, or one that no fen can pay. */
export function fenOf(text: string): number | undefined {
  const milli = milliFenOf(text);
  return milli === undefined || milli % MILLI_PER_FEN !== 0 ? undefined : milli / MILLI_PER_FEN;
}

/** The nearest fen, halves away from nought: fees may be told more finely than they are taken. */
export function nearestFen(milli: number): number {
  const fen = Math.floor((Math.abs(milli) + MILLI_PER_FEN / 2) / MILLI_PER_FEN);
  return milli < 0 && fen > 0 ? -fen : fen;
}

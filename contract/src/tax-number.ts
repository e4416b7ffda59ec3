/** The unified social credit code of a company (GB 32100-2015): its alphabet and check symbol. */

/** The symbols in the order of their values; I, O, S, V and Z are not used. */
const SYMBOLS = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const LENGTH = 18;

/** Returns the number without spaces and in capitals, as it is stored. */
export const plainTaxNumber = (typed: string): string =>
  typed.normalize("NFKC").replace(/\s/gu, "").toUpperCase();

/** Returns the check symbol of the first 17 symbols; undefined when one is not of the alphabet. */
export function taxCheckSymbol(first: string): string | undefined {
  let sum = 0;
  let weight = 1;
  for (const symbol of first) {
    const value = SYMBOLS.indexOf(symbol);
    if (value === -1) return undefined;
    sum += value * weight;
    weight = (weight * 3) % SYMBOLS.length;
  }
  return SYMBOLS[(SYMBOLS.length - (sum % SYMBOLS.length)) % SYMBOLS.length];
}

/** Returns whether a plain number has 18 symbols of which the last one is right. */
export const isTaxNumber = (plain: string): boolean =>
  plain.length === LENGTH && taxCheckSymbol(plain.slice(0, -1)) === plain.at(-1);

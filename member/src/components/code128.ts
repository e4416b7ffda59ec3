/** Encodes a text as Code 128: the widths of its bars and gaps. */

/**
 * Widths of bar, gap, bar, gap, bar, gap for the values 0 to 105 (ISO/IEC 15417); the last is the
 * stop pattern.
 */
const PATTERNS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132
122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212
322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311
112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321
331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212
124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113
411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/);

const START_TEXT = 104;
const START_PAIRS = 105;
const STOP = 106;
const CHECK_MODULUS = 103;
/** The first printable character is value 0 of code set B. */
const FIRST_SIGN = 32;
const LAST_SIGN = 126;

/** Pairs of digits take half the width; every other character is encoded alone. */
function valuesOf(text: string): readonly number[] {
  if (/^(?:\d\d)+$/.test(text)) {
    return [START_PAIRS, ...(text.match(/\d\d/g) ?? []).map(Number)];
  }
  const signs = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  if (signs.some((sign) => sign < FIRST_SIGN || sign > LAST_SIGN)) {
    throw new RangeError("a barcode contains printable ASCII only");
  }
  return [START_TEXT, ...signs.map((sign) => sign - FIRST_SIGN)];
}

/** Returns the check value: the start value plus each value times its position, modulo 103. */
export const checkValue = (values: readonly number[]): number =>
  values.reduce((sum, value, place) => sum + value * Math.max(place, 1), 0) % CHECK_MODULUS;

/**
 * Returns widths in modules, beginning with a bar. Throws a RangeError for a character that it
 * cannot encode.
 */
export function bars(text: string): readonly number[] {
  const values = valuesOf(text);
  const widths = [...values, checkValue(values), STOP].map((value) => PATTERNS[value] ?? "");
  return Array.from(widths.join(""), Number);
}

/** True when a text can be drawn as a bar code. */
export const canEncode = (text: string): boolean => /^[ -~]+$/.test(text);

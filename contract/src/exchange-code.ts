/**
 * Parses and formats our exchange codes; shared by server and pages. A code has 16 data symbols (80
 * bits) and 2 check symbols of Crockford's base 32, shown 4-4-4-4-2. Check symbols detect typing
 * errors; they are not a secret (reliability.md 2.4).
 */
export const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_DATA_SYMBOLS = 16;
export const CODE_SYMBOLS = 18;
/**
 * The largest prime below 32², so every single wrong symbol and every swap of neighbours changes
 * the remainder.
 */
const CHECK_MODULUS = 1021;
/** The form of an imported code: 6 to 64 of A–Z, 0–9 and the hyphen, stored unchanged. */
const IMPORTED_FORM = /^[A-Z0-9-]{6,64}$/;

/** Returns the two check symbols of 16 data symbols. */
export function checkSymbols(data: string): string {
  let sum = 0;
  for (const symbol of data) sum = (sum * 32 + CODE_ALPHABET.indexOf(symbol)) % CHECK_MODULUS;
  return `${CODE_ALPHABET[sum >> 5]}${CODE_ALPHABET[sum & 31]}`;
}

/**
 * Normalises a code of our own form for comparison: upper case, no spaces or hyphens, I and L read
 * as 1, O as 0.
 */
export const normalizeOwnCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");

/**
 * Normalises an imported code for comparison: upper case, no surrounding spaces, hyphens unchanged.
 */
export const normalizeImportedCode = (typed: string): string => typed.trim().toUpperCase();

export type ParsedCode =
  /** Our own form with correct check symbols; `code` has no hyphens. */
  | { readonly form: "own"; readonly code: string }
  /** Our own form with a wrong check symbol: a typing error, unless the code is an imported one. */
  | { readonly form: "typo"; readonly code: string }
  /** Not our form, but a valid form of an imported code. */
  | { readonly form: "foreign"; readonly code: string }
  | { readonly form: "none" };

/**
 * Classifies a typed code. Only 18 symbols of our alphabet are our own form; any other text may be
 * an imported code.
 */
export function parseCode(typed: string): ParsedCode {
  const own = normalizeOwnCode(typed);
  const isOurs =
    own.length === CODE_SYMBOLS && [...own].every((symbol) => CODE_ALPHABET.includes(symbol));
  if (isOurs) {
    const data = own.slice(0, CODE_DATA_SYMBOLS);
    const right = checkSymbols(data) === own.slice(CODE_DATA_SYMBOLS);
    return { form: right ? "own" : "typo", code: own };
  }
  const foreign = normalizeImportedCode(typed);
  return IMPORTED_FORM.test(foreign) ? { form: "foreign", code: foreign } : { form: "none" };
}

/**
 * Formats a code of our own form for display: 4-4-4-4-2. A longer code is cut, a shorter one is
 * grouped as far as it goes.
 */
export const formatCode = (code: string): string =>
  (code.slice(0, CODE_SYMBOLS).match(/.{1,4}/g) ?? []).join("-");

/**
 * The form of our exchange codes, shared by server and pages: 16 data symbols (80 bits) and 2 check symbols of
 * Crockford's base 32, shown 4-4-4-4-2. Check symbols help people who type; they are no secret (reliability.md 2.4).
 */
export const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_DATA_SYMBOLS = 16;
export const CODE_SYMBOLS = 18;
/** The largest prime below 32², so every single slip and every swap of neighbours changes the remainder. */
const CHECK_MODULUS = 1021;
/** A code issued elsewhere: 6 to 64 of A–Z, 0–9 and the hyphen, kept alike. */
const IMPORTED_FORM = /^[A-Z0-9-]{6,64}$/;

/** The two check symbols of 16 data symbols. */
export function checkSymbols(data: string): string {
  let sum = 0;
  for (const symbol of data) sum = (sum * 32 + CODE_ALPHABET.indexOf(symbol)) % CHECK_MODULUS;
  return `${CODE_ALPHABET[sum >> 5]}${CODE_ALPHABET[sum & 31]}`;
}

/** Upper case, without spaces and hyphens, I and L read as 1, O as 0: how our own form is compared. */
export const normalizeOwnCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");

/** How a code issued elsewhere is compared: upper case, without spaces round it, hyphens kept. */
export const normalizeImportedCode = (typed: string): string => typed.trim().toUpperCase();

export type ParsedCode =
  /** Our own form with right check symbols; `code` has no hyphens. */
  | { readonly form: "own"; readonly code: string }
  /** Our own form, but a check symbol is wrong: a slip of the fingers, unless it was issued elsewhere. */
  | { readonly form: "typo"; readonly code: string }
  /** Not our form, but one that a code issued elsewhere may have. */
  | { readonly form: "foreign"; readonly code: string }
  | { readonly form: "none" };

/** Tells what was typed. Only 18 symbols of our alphabet are our own form; all else may be issued elsewhere. */
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

/** Our own form as it is shown: 4-4-4-4-2. Anything longer is cut, anything shorter grouped as far as it goes. */
export const formatCode = (code: string): string =>
  (code.slice(0, CODE_SYMBOLS).match(/.{1,4}/g) ?? []).join("-");

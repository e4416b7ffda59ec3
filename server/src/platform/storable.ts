/** Checks whether PostgreSQL can store the texts of an untrusted value. */

/** NUL and lone surrogates: neither is valid in stored UTF-8 text. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Returns true when no text in the value, including field names, contains a NUL or a lone
 * surrogate.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !UNSTORABLE.test(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, below]) => isStorable(name) && isStorable(below));
}

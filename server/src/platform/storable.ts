/** Tells whether PostgreSQL can store the texts of a value that came from outside. */

/** NUL, and halves of a surrogate pair without the other half: neither has a place in UTF-8 text. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** True when no text in the value, names of fields included, holds a NUL or a lone surrogate. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !UNSTORABLE.test(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, below]) => isStorable(name) && isStorable(below));
}

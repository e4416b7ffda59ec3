/**
 * Reads an own property by an external name, without inherited properties (`constructor`,
 * `__proto__`).
 */

/**
 * Returns the object's own value of that name, or `undefined`. `tools/inherited-lookups.ts`
 * enforces its use.
 */
export const ownValue = <T>(
  record: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;

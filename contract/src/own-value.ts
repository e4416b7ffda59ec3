/** Looks a name from outside up in an object, without what every object inherits (`constructor`, `__proto__`). */

/** The object's own value of that name; undefined when it has none. `tools/inherited-lookups.ts` holds the code to it. */
export const ownValue = <T>(
  record: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;

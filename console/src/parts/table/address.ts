/**
 * How an address keeps the state of a page. Every value is a text: a number of 19 digits would lose
 * its last ones.
 */

/** Reads `?tab=done&open=R1`. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** Writes `?tab=done&open=R1`, without values that are undefined; empty without any value. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

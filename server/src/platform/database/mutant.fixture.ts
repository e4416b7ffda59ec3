/** Mutates the statements of a pool, to show that a race test fails without what it tests. */
import { type Db, openDatabase } from "./pool.ts";
import type { Log } from "../log.ts";

export type Mutant = { readonly from: string | RegExp; readonly to: string };

/**
 * Opens a pool that applies each mutant to its statements; `used` returns the number of statements
 * changed so far.
 */
export function openMutantDatabase(
  options: { readonly url: string; readonly log: Log; readonly size?: number },
  mutants: readonly Mutant[],
): { readonly db: Db; used(): number } {
  const db = openDatabase(options);
  let used = 0;
  const changed = (text: string): string => {
    const made = mutants.reduce((now, { from, to }) => now.replace(from, to), text);
    if (made !== text) used += 1;
    return made;
  };
  db.$client.on("connect", (client) => {
    const query = client.query.bind(client);
    Object.assign(client, {
      query: (statement: string | { text: string }, ...rest: never[]) =>
        typeof statement === "string"
          ? query(changed(statement), ...rest)
          : query({ ...statement, text: changed(statement.text) }, ...rest),
    });
  });
  return { db, used: () => used };
}

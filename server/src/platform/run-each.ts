/** Runs a job's work on many things, so that one that fails does not delay the others. */

export type EachFailure<T> = { readonly item: T; readonly error: unknown };

/**
 * Runs `work` on each item, `atOnce` at a time in their order, and returns the failures.
 */
export async function runEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  atOnce = 1,
): Promise<readonly EachFailure<T>[]> {
  const failures: EachFailure<T>[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce);
    const results = await Promise.allSettled(some.map(work));
    for (const [place, item] of some.entries()) {
      const result = results[place];
      if (result?.status === "rejected") failures.push({ item, error: result.reason });
    }
  }
  return failures;
}

/** Throws an AggregateError of these failures under a message, unless there is none. */
export function throwFailures(failures: readonly EachFailure<unknown>[], message: string): void {
  if (failures.length === 0) return;
  throw new AggregateError(
    failures.map(({ error }) => error),
    message,
  );
}

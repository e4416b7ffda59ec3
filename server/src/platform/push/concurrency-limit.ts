/** Limits how many tasks run at once; the rest waits in order. */

/** Returns a function that runs at most `width` tasks at a time. */
export function createConcurrencyLimit(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (work) => {
    if (free === 0) await new Promise<void>((go) => waiting.push(go));
    else free--;
    return work().finally(() => {
      const next = waiting.shift();
      if (next) next();
      else free++;
    });
  };
}

/** How many rows the next slice of a check compares, by the time that the last one took (decision 0247). */

/** Slices that take longer than this many ms become smaller, down to `ROWS_MIN`. */
const SLOW_MS = 300;
const FAST_MS = 100;
const ROWS_MIN = 500;
/** The first slice shows how long one takes. */
const FIRST_OF = 4;

/** The rows of the first slice, where one has at most `max`. */
export const firstSliceRows = (max: number): number => Math.ceil(max / FIRST_OF);

/** Half as many rows after a slow slice, twice as many after a fast one. */
export function nextSliceRows(
  rows: number,
  { ms, max }: { readonly ms: number; readonly max: number },
): number {
  if (ms > SLOW_MS) return Math.min(rows, Math.max(ROWS_MIN, Math.ceil(rows / 2)));
  return ms < FAST_MS ? Math.min(max, rows * 2) : rows;
}

/** Sums in steps under the lock of a mark that says how far the sums are. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";

/** Does one step and returns the mark after it; undefined when none is left. */
export type Step<Mark> = (tx: Tx, mark: Mark) => Promise<Mark | undefined>;

type Steps<Mark> = {
  readonly lock: (tx: Tx) => Promise<Mark>;
  readonly save: (tx: Tx, mark: Mark) => Promise<unknown>;
  readonly step: Step<Mark>;
  /** No second step begins after this instant of `performance.now()`. */
  readonly until?: number;
};

/**
 * Repeats a step until none is left, each in a transaction of its own; returns how many. Of several runs at
 * once one does a step at a time, and after an interruption the next run goes on.
 */
export async function repeatSteps<Mark>(
  db: Db,
  { lock, save, step, until = Number.POSITIVE_INFINITY }: Steps<Mark>,
): Promise<number> {
  for (let done = 0; ; done++) {
    if (done > 0 && performance.now() >= until) return done;
    const hasMore = await transaction(db, async (tx) => {
      const next = await step(tx, await lock(tx));
      if (next !== undefined) await save(tx, next);
      return next !== undefined;
    });
    if (!hasMore) return done;
  }
}

/** Transactions: READ COMMITTED, short, and tried again when the database says that nothing happened. */
import type { Db, Tx } from "./pool.ts";
import { mayRetry } from "./failure.ts";

const TRIES_MAX = 5;

/** Runs `work` in one transaction; a throw rolls it back. Deadlocks and serialisation failures are retried. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!mayRetry(error) || tried === TRIES_MAX) throw error;
      await new Promise((done) => setTimeout(done, tried * 5 * (0.5 + Math.random())));
    }
  }
}

/** The rows of one statement; none when the database says that nothing happened and asks to try again. */
export const unlessToRetry = <Row>(rows: Promise<Row[]>): Promise<Row[]> =>
  rows.catch((error: unknown) => {
    if (mayRetry(error)) return [];
    throw error;
  });

/** Transactions: READ COMMITTED, short, and tried again when the database says that nothing happened. */
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db, Tx } from "./pool.ts";
import { isRetryable } from "./failure.ts";

const TRIES_MAX = 5;

/** What each transaction under way does as its last step. */
const lastSteps = new WeakMap<Tx, Map<string, () => Promise<void>>>();

/**
 * Has something done as the last step before the commit, once for each key; at once where nobody waits for a commit. For
 * rows that all of a member's transactions meet on: they are held no longer, and no earlier than any other lock.
 */
export async function beforeCommit(
  tx: Tx | Db,
  key: string,
  step: () => Promise<void>,
): Promise<void> {
  const steps = "rollback" in tx ? lastSteps.get(tx) : undefined;
  if (steps) steps.set(key, step);
  else await step();
}

async function runWithLastSteps<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const steps = new Map<string, () => Promise<void>>();
  lastSteps.set(tx, steps);
  const done = await work(tx);
  for (const step of steps.values()) await step();
  return done;
}

/**
 * One try. The connection goes back however it ends: left to the query layer, one that fails at BEGIN never would, and
 * so many deaths of a database as the pool has places would leave a process without any.
 */
export async function transactionOnce<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await db.$client.connect();
  try {
    return await drizzle({ client }).transaction((tx) => runWithLastSteps(tx, work), config);
  } finally {
    client.release();
  }
}

/** Runs `work` in one transaction; a throw rolls it back. Deadlocks and serialisation failures are retried. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await transactionOnce(db, work);
    } catch (error) {
      if (!isRetryable(error) || tried === TRIES_MAX) throw error;
      await new Promise((done) => setTimeout(done, tried * 5 * (0.5 + Math.random())));
    }
  }
}

/** The rows of one statement; none when the database says that nothing happened and asks to try again. */
export const emptyIfRetryable = <Row>(rows: Promise<Row[]>): Promise<Row[]> =>
  rows.catch((error: unknown) => {
    if (isRetryable(error)) return [];
    throw error;
  });

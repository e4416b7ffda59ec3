/**
 * Transactions: READ COMMITTED, short, and retried when the database reports that nothing happened.
 */
import { type SQL, sql } from "drizzle-orm";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db, Tx } from "./pool.ts";
import { isRetryable, lockTimedOut, planWasRefused } from "./failure.ts";
import { type Now, sqlNow } from "./sql.ts";

const TRIES_MAX = 5;

/** What each open transaction does at its end. */
type LastSteps = {
  /** The last steps before the commit, by key. */
  readonly before: Map<string, () => Promise<void>>;
  readonly after: ((db: Db) => void)[];
};
const lastSteps = new WeakMap<Tx, LastSteps>();

/**
 * Registers a step to run as the last one before the commit, once per key; runs it at once outside
 * a transaction. Use it for rows that all of a member's transactions update: their locks are then
 * held for the shortest time and taken after every other lock.
 */
export async function beforeCommit(
  tx: Tx | Db,
  key: string,
  step: () => Promise<void>,
): Promise<void> {
  const steps = "rollback" in tx ? lastSteps.get(tx)?.before : undefined;
  if (steps) steps.set(key, step);
  else await step();
}

/**
 * Registers what reports a change to others, as a hint: it runs after the commit, and not at all
 * after a rollback. Outside a transaction it runs at once.
 */
export function afterCommit(tx: Tx | Db, report: (db: Db) => void): void {
  if ("$client" in tx) report(tx);
  else lastSteps.get(tx)?.after.push(report);
}

async function runWithLastSteps<T>(
  tx: Tx,
  steps: LastSteps,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  lastSteps.set(tx, steps);
  const done = await work(tx);
  for (const step of steps.before.values()) await step();
  return done;
}

/**
 * Runs one attempt. The connection is always returned to the pool: the query layer would not return
 * one that fails at BEGIN, and as many database failures as the pool has connections would leave
 * the process without any. Only one whose plan was refused is closed.
 */
export async function transactionOnce<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await db.$client.connect();
  const steps: LastSteps = { before: new Map(), after: [] };
  let isOver = false;
  try {
    const done = await drizzle({ client }).transaction(
      (tx) => runWithLastSteps(tx, steps, work),
      config,
    );
    for (const report of steps.after) report(db);
    return done;
  } catch (error) {
    isOver = planWasRefused(error);
    throw error;
  } finally {
    client.release(isOver);
  }
}

/** Runs reads that must agree with each other, in one snapshot. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  transactionOnce(db, read, { isolationLevel: "repeatable read", accessMode: "read only" });

/**
 * How long after an instant, in ms, every transaction that began before it has ended: a statement of
 * the application ends after 15 s and an idle transaction after 10 s. Sums up to a mark wait for it.
 */
export const TRANSACTIONS_END_MS = 60_000;

/** SQL: the latest instant before which no transaction that is open now began. */
export const noneOpenBefore = (now: Now): SQL =>
  sql`${sqlNow(now)} - ${TRANSACTIONS_END_MS} * interval '1 ms'`;

/** How long a read waits for a lock that a writer holds, in ms. */
const READ_WAITS_MS = 50;

/**
 * Runs what a read settles before it reads, and returns true; returns false and does nothing while a
 * writer holds a lock that `work` needs. The read must then count what is due as if it were settled.
 */
export const unlessLocked = (db: Db, work: (tx: Tx) => Promise<unknown>): Promise<boolean> =>
  transactionOnce(db, async (tx) => {
    await tx.execute(sql`SELECT set_config('lock_timeout', ${`${READ_WAITS_MS}ms`}, true)`);
    await work(tx);
    return true;
  }).catch((error: unknown) => {
    if (!lockTimedOut(error)) throw error;
    return false;
  });

/**
 * Runs `work` again after a deadlock or a serialisation failure, a few times; `work` must be one
 * transaction, or one statement outside a transaction.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || tried === TRIES_MAX) throw error;
      await new Promise((done) => setTimeout(done, tried * 5 * (0.5 + Math.random())));
    }
  }
}

/**
 * Runs `work` in one transaction; a throw rolls it back. Deadlocks and serialisation failures are
 * retried. With an open transaction `work` joins that one, whose owner retries.
 */
export const transaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  "rollback" in db ? work(db) : retried(() => transactionOnce(db, work));

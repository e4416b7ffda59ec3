/**
 * Ledger race tests: many concurrent connections, and mutants of the functions to prove that the
 * races can be lost.
 */
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach } from "vitest";
import { closeDatabase, type Db, openDatabase, type Tx } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { violatedConstraint, databaseError } from "../../platform/database/failure.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { idsFrom, systemRandom } from "../../platform/random.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";

export const CONNECTIONS = 64;

export type RaceDatabase = {
  readonly db: Db;
  /** Real time and the database's clock: these tests race on both. */
  readonly context: Context;
  readonly owner: pg.Client;
  /** The database URL for the application's role. */
  readonly appUrl: string;
  close(): Promise<void>;
};

/** Creates a database with 64 connections to it. */
export async function openRaceDatabase(): Promise<RaceDatabase> {
  const database = await freshDatabase();
  const context = { ...testContext(), clock: systemClock, ids: idsFrom(systemClock, systemRandom) };
  const db = openDatabase({ url: database.appUrl, log: context.log, size: CONNECTIONS });
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  return {
    db,
    context,
    owner,
    appUrl: database.appUrl,
    close: async () => {
      await closeDatabase(db);
      await owner.end();
      await database.drop();
    },
  };
}

/**
 * PL/pgSQL for a mutant: waits until a second transaction has come here too, at most five seconds,
 * so that both have read before either writes, however slow the machine is. The lock is of the
 * connection: those that come later do not wait.
 */
export const WAIT_FOR_ANOTHER = `
  PERFORM pg_advisory_lock_shared(64);
  FOR attempt IN 1..500 LOOP
    EXIT WHEN (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 64 AND database =
               (SELECT oid FROM pg_database WHERE datname = current_database())) > 1;
    PERFORM pg_sleep(0.01);
  END LOOP;`;

export type Mutation =
  | { readonly module?: string; readonly file: string; readonly from: string; readonly to: string }
  | { readonly statement: string };

/**
 * Replaces parts of a module's functions (the ledger's by default), or runs a statement as the
 * owner.
 */
export async function mutate(owner: pg.Client, mutations: readonly Mutation[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const mutation of mutations) {
    if ("statement" in mutation) {
      await owner.query(mutation.statement);
      continue;
    }
    const { module = "ledger", from, to } = mutation;
    const file = `../${module}/functions/${mutation.file}`;
    const text = texts.get(file) ?? readFileSync(new URL(file, import.meta.url), "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
    texts.set(file, text.replace(from, to));
  }
  for (const text of texts.values()) await owner.query(text);
}

/**
 * Returns how the tests of a file get their databases. Those without mutations share one database
 * and its connections, so each makes its own members; a mutant gets a database of its own, because
 * what it leaves behind is not sound.
 */
export function raceDatabases(): (...mutations: readonly Mutation[]) => Promise<RaceDatabase> {
  let shared: Promise<RaceDatabase> | undefined;
  const mutants: RaceDatabase[] = [];
  afterEach(async () => {
    for (const mutant of mutants.splice(0)) await mutant.close();
  });
  afterAll(async () => (await shared)?.close());
  return async (...mutations) => {
    if (mutations.length === 0) return (shared ??= openRaceDatabase());
    const mutant = await openRaceDatabase();
    mutants.push(mutant);
    await mutate(mutant.owner, mutations);
    return mutant;
  };
}

/** Returns how many postings of each kind are in the ledgers of these members. */
export async function postingsOf(
  { db }: RaceDatabase,
  ...memberIds: readonly string[]
): Promise<Record<string, number>> {
  const { rows } = await db.$client.query<{ kind: string; count: number }>(
    "SELECT kind, count(*)::int AS count FROM ledger_txn WHERE member_id = ANY ($1) GROUP BY kind",
    [memberIds],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/**
 * Returns the outcome of an attempt in one word: its result, a refusal's code, or the database
 * error.
 */
function outcomeOfError(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  return violatedConstraint(error) ?? databaseError(error)?.code ?? String(error);
}

/** Runs all at once, each in its own transaction that is never retried, and counts the outcomes. */
export async function race(
  db: Db,
  attempts: readonly ((tx: Tx) => Promise<string>)[],
): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    attempts.map((attempt) => db.transaction(attempt).catch(outcomeOfError)),
  );
  const tally: Record<string, number> = {};
  for (const outcome of outcomes) tally[outcome] = (tally[outcome] ?? 0) + 1;
  return tally;
}

/**
 * A single round may pass by chance: returns a mutant's maximum over at most `roundsMax` rounds,
 * until it exceeds `bound`. A round gets its number, from 0.
 */
export async function maxOverRounds(
  bound: number,
  round: (n: number) => Promise<number>,
  roundsMax = 10,
): Promise<number> {
  let most = await round(0);
  for (let n = 1; n < roundsMax && most <= bound; n++) most = Math.max(most, await round(n));
  return most;
}

/**
 * Opens every connection of a pool. A pool connects when it is asked to; without this the first
 * attempt of a race may end before the second has a connection.
 */
export async function connectAll(db: Db): Promise<void> {
  const pool = db.$client;
  const clients = await Promise.all(times(pool.options.max ?? 0, () => pool.connect()));
  for (const client of clients) client.release();
}

/** Returns the same attempt, `count` times. */
export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

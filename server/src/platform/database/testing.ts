/**
 * Creates a database for each test file: a clone of a migrated template, created in milliseconds.
 */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";
import { SUPERUSER, socketUrl } from "./embedded/create.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The socket at which `testing-cluster.ts` returns the cluster's location. */
    clusterSocket: string;
  }
}

/** The reply on that socket: where the migrated template can be cloned, or why it cannot. */
export type ClusterReply = { readonly socketDir: string } | { readonly failure: string };

export type FreshDatabase = {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly superuserUrl: string;
  /** Runs statements as the owner of the tables, who has rights that the application lacks. */
  asOwner(statements: string): Promise<void>;
  /**
   * Removes the database, even with open connections. Throws when it holds an event that no
   * lifecycle declares, or a row in a state without an event.
   */
  drop(): Promise<void>;
};

/** Returns the socket directory of the run's only cluster; the first request starts it. */
export async function testClusterSocketDir(): Promise<string> {
  const answer: ClusterReply = JSON.parse(await text(connect(inject("clusterSocket"))));
  if ("failure" in answer) throw new Error(`the test cluster cannot be started: ${answer.failure}`);
  return answer.socketDir;
}

/**
 * Runs statements one by one on one connection, each by itself: a database cannot be created inside
 * a transaction.
 */
async function asSuperuser(socketDir: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(socketUrl(socketDir, SUPERUSER, "postgres"));
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Time-outs of the application's role in a test. A server gives up a lock after 2 s and notifies
 * the member; in tests, many callers may queue for one row on a stalled machine, and such a
 * time-out would report only the machine's state. Deadlocks, which only mutants have, are checked
 * for sooner than the default second.
 */
const TEST_TIMEOUTS = { lock_timeout: "50s", statement_timeout: "55s", deadlock_timeout: "50ms" };

let made = 0;
let faultsSql: readonly DropCheck[] = [];
const withoutHistory = new Set<string>();

/** A statement that must return no row; `isOfHistory` when it compares rows with their history. */
export type DropCheck = { readonly sql: string; readonly isOfHistory: boolean };

/** Sets what is checked when a test file removes its database. */
export function checkBeforeDrop(...checks: readonly DropCheck[]): void {
  faultsSql = checks;
}

/** Says that a test writes states without their events into this database. */
export function skipHistoryCheck(databaseName: string): void {
  withoutHistory.add(databaseName);
}

/** Throws when a statement of `checkBeforeDrop` returns a row. */
async function checkEvents(url: string, databaseName: string): Promise<void> {
  if (faultsSql.length === 0) return;
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ isThere: boolean }>(
      `SELECT to_regclass('public.event_archive') IS NOT NULL AS "isThere"`,
    );
    if (rows[0]?.isThere !== true) return;
    for (const { sql, isOfHistory } of faultsSql) {
      if (isOfHistory && withoutHistory.has(databaseName)) continue;
      const found = await client.query(`${sql} LIMIT 500`);
      const faults = new Set(
        found.rows.map(({ entity, name, was, became, actor }) =>
          [entity, name, was, became, actor].filter(Boolean).join(" "),
        ),
      );
      if (faults.size > 0)
        throw new Error(`history and lifecycles differ: ${[...faults].join("; ")}`);
    }
  } finally {
    await client.end();
  }
}

/** Clones the migrated template. Call in `beforeAll`, and `drop` in `afterAll`, after closing the pools. */
export const freshDatabase = (): Promise<FreshDatabase> => makeDatabase("yunjing");

/** A database without tables, for tests that fill it with an older schema. */
export const emptyDatabase = (): Promise<FreshDatabase> => makeDatabase("template0");

async function makeDatabase(template: "yunjing" | "template0"): Promise<FreshDatabase> {
  const socketDir = await testClusterSocketDir();
  const name = `test_${process.pid}_${++made}`;
  const make = `CREATE DATABASE ${name} OWNER yunjing_owner TEMPLATE ${template} STRATEGY file_copy`;
  const patience = Object.entries(TEST_TIMEOUTS).map(
    ([setting, time]) => `ALTER ROLE yunjing_app IN DATABASE ${name} SET ${setting} = '${time}'`,
  );
  await asSuperuser(socketDir, [make, ...patience]);
  const ownerUrl = socketUrl(socketDir, "yunjing_owner", name);
  return {
    ownerUrl,
    appUrl: socketUrl(socketDir, "yunjing_app", name),
    superuserUrl: socketUrl(socketDir, SUPERUSER, name),
    asOwner: async (statements) => {
      const owner = new pg.Client(ownerUrl);
      await owner.connect();
      await owner.query(statements).finally(() => owner.end());
    },
    drop: async () => {
      try {
        await checkEvents(socketUrl(socketDir, SUPERUSER, name), name);
      } finally {
        await asSuperuser(socketDir, [`DROP DATABASE ${name} WITH (FORCE)`]);
      }
    },
  };
}

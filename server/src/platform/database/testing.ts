/** A database of its own for each test file: a clone, made in milliseconds, of a migrated template. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";
import { SUPERUSER, socketUrl } from "./embedded/create.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The socket at which `testing-cluster.ts` tells where the cluster is. */
    clusterSocket: string;
  }
}

/** What is told at the door: where the migrated template can be cloned, or why it cannot. */
export type ClusterReply = { readonly socketDir: string } | { readonly failure: string };

export type FreshDatabase = {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly superuserUrl: string;
  /** Removes the database, whoever is still connected. */
  drop(): Promise<void>;
};

/** The socket directory of the run's one cluster, which the first to ask causes to be started. */
export async function testClusterSocketDir(): Promise<string> {
  const answer: ClusterReply = JSON.parse(await text(connect(inject("clusterSocket"))));
  if ("failure" in answer) throw new Error(`the test cluster is not to be had: ${answer.failure}`);
  return answer.socketDir;
}

/** One after the other on one connection, each by itself: a database is not made inside a transaction. */
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
 * How long the application's role waits in a test. A server gives up a lock after 2 s, which a member
 * is told; where a crowd queues for one row on a machine that stalls, that would be the machine's word
 * about itself. Deadlocks, which only mutants have, are looked for soon instead of after a second.
 */
const TEST_TIMEOUTS = { lock_timeout: "50s", statement_timeout: "55s", deadlock_timeout: "50ms" };

let made = 0;

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
  return {
    ownerUrl: socketUrl(socketDir, "yunjing_owner", name),
    appUrl: socketUrl(socketDir, "yunjing_app", name),
    superuserUrl: socketUrl(socketDir, SUPERUSER, name),
    drop: () => asSuperuser(socketDir, [`DROP DATABASE ${name} WITH (FORCE)`]),
  };
}

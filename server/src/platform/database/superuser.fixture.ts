/**
 * Superuser connections for tests: to damage data in ways the application cannot, and to insert
 * rows in states that only their lifecycle leads to.
 */
import pg from "pg";
import { SUPERUSER, socketUrl } from "./embedded/create.ts";
import type { Db } from "./pool.ts";
import { skipHistoryCheck, testClusterSocketDir } from "./testing.ts";

type Connection = {
  query(text: string): Promise<{ rows: readonly { readonly name?: unknown }[] }>;
};

async function databaseNameOf(connection: Connection): Promise<string> {
  const { rows } = await connection.query("SELECT current_database() AS name");
  return String(rows[0]?.name);
}

/** Says that a test writes states without their events into the connection's database. */
export async function writesWithoutHistory(connection: Connection): Promise<void> {
  skipHistoryCheck(await databaseNameOf(connection));
}

async function connectBeside(connection: Connection): Promise<pg.Client> {
  const url = socketUrl(await testClusterSocketDir(), SUPERUSER, await databaseNameOf(connection));
  const client = new pg.Client(url);
  await client.connect();
  await client.query("SET session_replication_role = replica");
  return client;
}

/**
 * Connects as a superuser, with foreign keys and triggers disabled, as if the disk were damaged.
 */
export async function connectAsSuperuser(db: Db): Promise<pg.Client> {
  await writesWithoutHistory(db.$client);
  return connectBeside(db.$client);
}

/**
 * Runs one statement in the connection's database without foreign keys and triggers, so that a test
 * can begin with rows in a later state. `history` says whether the test also writes their events.
 */
export async function queryWithoutTriggers(
  connection: Connection,
  text: string,
  values: readonly unknown[] = [],
  history: "written" | "missing" = "missing",
): Promise<void> {
  if (history === "missing") await writesWithoutHistory(connection);
  const client = await connectBeside(connection);
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

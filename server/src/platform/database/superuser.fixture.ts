/**
 * Superuser connections for tests: to damage data in ways the application cannot, and to insert
 * rows in states that only their lifecycle leads to.
 */
import pg from "pg";
import { SUPERUSER, socketUrl } from "./embedded/create.ts";
import type { Db } from "./pool.ts";
import { testClusterSocketDir } from "./testing.ts";

type Connection = {
  query(text: string): Promise<{ rows: readonly { readonly name?: unknown }[] }>;
};

async function connectBeside(connection: Connection): Promise<pg.Client> {
  const { rows } = await connection.query("SELECT current_database() AS name");
  const url = socketUrl(await testClusterSocketDir(), SUPERUSER, String(rows[0]?.name));
  const client = new pg.Client(url);
  await client.connect();
  await client.query("SET session_replication_role = replica");
  return client;
}

/**
 * Connects as a superuser, with foreign keys and triggers disabled, as if the disk were damaged.
 */
export const connectAsSuperuser = (db: Db): Promise<pg.Client> => connectBeside(db.$client);

/**
 * Runs one statement in the connection's database without foreign keys and triggers, so that a test
 * can begin with rows in a later state.
 */
export async function queryWithoutTriggers(
  connection: Connection,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const client = await connectBeside(connection);
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

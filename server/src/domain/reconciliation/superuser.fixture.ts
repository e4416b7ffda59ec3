/** A superuser connection, to damage data in ways the application cannot. */
import pg from "pg";
import { SUPERUSER, socketUrl } from "../../platform/database/embedded/create.ts";
import type { Db } from "../../platform/database/pool.ts";
import { testClusterSocketDir } from "../../platform/database/testing.ts";

/**
 * Connects as a superuser, with foreign keys and triggers disabled, as if the disk were damaged.
 */
export async function connectAsSuperuser(db: Db): Promise<pg.Client> {
  const { rows } = await db.$client.query<{ name: string }>("SELECT current_database() AS name");
  const url = socketUrl(await testClusterSocketDir(), SUPERUSER, rows[0]?.name ?? "");
  const client = new pg.Client(url);
  await client.connect();
  await client.query("SET session_replication_role = replica");
  return client;
}

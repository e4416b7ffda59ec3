/** A connection of the one who may do anything, to damage what the application cannot. */
import pg from "pg";
import { SUPERUSER, socketUrl } from "../../platform/database/embedded/create.ts";
import type { Db } from "../../platform/database/pool.ts";
import { testClusterSocketDir } from "../../platform/database/testing.ts";

/** Connects as the one who may do anything. Foreign keys and triggers are asleep, as they are to a damaged disk. */
export async function connectAsSuperuser(db: Db): Promise<pg.Client> {
  const { rows } = await db.$client.query<{ name: string }>("SELECT current_database() AS name");
  const url = socketUrl(await testClusterSocketDir(), SUPERUSER, rows[0]?.name ?? "");
  const client = new pg.Client(url);
  await client.connect();
  await client.query("SET session_replication_role = replica");
  return client;
}

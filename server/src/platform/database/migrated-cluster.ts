/** Starts a temporary cluster whose database `yunjing` has the present schema: for tests and tools. */
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";
import { type MigrationFiles, migrate } from "./migrate.ts";
import { makeTemporaryDirectory, memoryDisk } from "./temporary-directory.fixture.ts";

const ownFiles: MigrationFiles = {
  migrations: fileURLToPath(new URL("../../../migrations", import.meta.url)),
  domain: fileURLToPath(new URL("../../domain", import.meta.url)),
};

/** Starts the cluster in a directory and migrates its database. The caller stops it. */
export async function startMigratedCluster(
  directory: string,
  files = ownFiles,
): Promise<EmbeddedDatabase> {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const cluster = await startEmbedded({ dataDir: directory, log, durable: false });
  try {
    await migrate(cluster.ownerUrl, files);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * Runs `work` with the owner's connection to such a database, and removes the cluster after it. `files`
 * are those of another build.
 */
export async function withMigratedDatabase<T>(
  prefix: string,
  work: (client: pg.Client) => Promise<T>,
  files = ownFiles,
): Promise<T> {
  const { path, remove } = await makeTemporaryDirectory(prefix, memoryDisk);
  try {
    const cluster = await startMigratedCluster(path, files);
    const client = new pg.Client({ connectionString: cluster.ownerUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
      await cluster.stop();
    }
  } finally {
    await remove();
  }
}

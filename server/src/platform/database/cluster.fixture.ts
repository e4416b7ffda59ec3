/** Starts one temporary cluster for a whole test run, when the first test requests a database. */
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { SUPERUSER, socketUrl } from "./embedded/create.ts";
import type { EmbeddedDatabase } from "./embedded.ts";
import { startMigratedCluster } from "./migrated-cluster.ts";
import type { ClusterReply } from "./testing.ts";
import { makeTemporaryDirectory, memoryDisk } from "./temporary-directory.fixture.ts";

const PREFIX = "yunjing-test-";
async function startTemplateCluster(directory: string): Promise<EmbeddedDatabase> {
  const cluster = await startMigratedCluster(directory);
  try {
    const client = new pg.Client(socketUrl(cluster.socketDir, SUPERUSER, "postgres"));
    await client.connect();
    // A database that accepts connections cannot be cloned by many at once.
    await client.query("ALTER DATABASE yunjing ALLOW_CONNECTIONS false");
    await client.end();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Vitest calls this once before the run, and the returned function once after it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { path: directory, remove } = await makeTemporaryDirectory(PREFIX, memoryDisk);
  let cluster: Promise<EmbeddedDatabase> | undefined;
  const socketServer = createServer(async (caller) => {
    caller.on("error", () => undefined);
    cluster ??= startTemplateCluster(directory);
    const answer: ClusterReply = await cluster.then(
      ({ socketDir }) => ({ socketDir }),
      (error: unknown) => ({ failure: String(error) }),
    );
    caller.end(JSON.stringify(answer));
  });
  const path = join(directory, "door");
  await new Promise<void>((opened) => socketServer.listen(path, opened));
  project.provide("clusterSocket", path);
  return async () => {
    socketServer.close();
    await cluster?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
    await remove();
  };
}

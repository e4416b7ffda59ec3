/** One throw-away cluster for a whole test run, started when the first test asks for a database. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { SUPERUSER, socketUrl } from "./embedded/create.ts";
import { lockDirectory, ownerOf } from "./embedded/lock.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import type { DoorAnswer } from "./testing.ts";

const PREFIX = "yunjing-test-";
const GRACE_MS = 60_000;
const files = {
  migrations: fileURLToPath(new URL("../../../migrations", import.meta.url)),
  domain: fileURLToPath(new URL("../../domain", import.meta.url)),
};

/** Memory where there is a disk of it. */
const shelf = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Removes what killed runs left: memory is not given back by itself. */
function sweep(): void {
  for (const name of readdirSync(shelf).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(shelf, name);
    const isYoung = Date.now() - statSync(path).mtimeMs < GRACE_MS;
    if (!isYoung && ownerOf(path) === undefined) rmSync(path, { recursive: true, force: true });
  }
}

async function startTemplate(directory: string): Promise<Embedded> {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const cluster = await startEmbedded({ dataDir: directory, log, durable: false });
  try {
    await migrate(cluster.ownerUrl, files);
    const client = new pg.Client(socketUrl(cluster.socketDir, SUPERUSER, "postgres"));
    await client.connect();
    // A database that somebody may enter cannot be cloned by many at once.
    await client.query("ALTER DATABASE yunjing ALLOW_CONNECTIONS false");
    await client.end();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Vitest calls this once before the run, and what it returns once after it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweep();
  const directory = mkdtempSync(join(shelf, PREFIX));
  chmodSync(directory, 0o711);
  lockDirectory(directory);
  let cluster: Promise<Embedded> | undefined;
  const door = createServer(async (caller) => {
    caller.on("error", () => undefined);
    cluster ??= startTemplate(directory);
    const answer: DoorAnswer = await cluster.then(
      ({ socketDir }) => ({ socketDir }),
      (error: unknown) => ({ failure: String(error) }),
    );
    caller.end(JSON.stringify(answer));
  });
  const path = join(directory, "door");
  await new Promise<void>((opened) => door.listen(path, opened));
  project.provide("clusterDoor", path);
  return async () => {
    door.close();
    await cluster?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
    rmSync(directory, { recursive: true, force: true });
  };
}

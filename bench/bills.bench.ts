/**
 * Measures the time of a bill and a statement of 50,000 rows from the first call to the last
 * reconciliation case, and the memory used.
 */
import { fileURLToPath } from "node:url";
import { reconcileBills } from "@yunjing/server/domain/reconciliation/bills/actions";
import { manualClock } from "@yunjing/server/platform/clock";
import { startEmbedded } from "@yunjing/server/platform/database/embedded";
import { migrate } from "@yunjing/server/platform/database/migrate";
import { closeDatabase, openDatabase } from "@yunjing/server/platform/database/pool";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { createLog } from "@yunjing/server/platform/log";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import { createSecrets } from "@yunjing/server/platform/secrets";
import { defaults } from "@yunjing/server/platform/settings";
import { sourcesAt } from "../e2e/bills/servers.fixture.ts";
import { requestFrom, startChildProcess } from "./bench-server.ts";

const ROWS = 50_000;
const SAMPLE_MS = 20;
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Noon of the day after the planted day. */
const clock = manualClock(new Date("2026-11-20T12:00:00+08:00"));

const { path: dataDir, remove } = await makeTemporaryDirectory("yunjing-bench-");
const cluster = await startEmbedded({ dataDir, log: () => undefined, durable: true });
await migrate(cluster.ownerUrl, {
  migrations: at("../server/migrations"),
  domain: at("../server/src/domain"),
});
const log = createLog("silent");
const db = openDatabase({ url: cluster.appUrl, log });
const ids = idsFrom(clock, systemRandom);
const secrets = createSecrets("a root secret that is long enough");
const context = { clock, random: systemRandom, ids, secrets, settings: defaults, log };

const env = {
  NOW: String(clock.now().getTime()),
  ROWS: String(ROWS),
  OWNER: cluster.ownerUrl,
};
const servers = startChildProcess("./bill-servers.ts", env);
const places = await requestFrom<{ channel: string; supplier: string; bytes: number }>(servers);

type Measured = Readonly<Record<string, string | number>>;
async function measure(source: ReturnType<typeof sourcesAt>[number]): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const most = { rss: before.rss, heap: before.heapUsed };
  const sampler = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage();
    most.rss = Math.max(most.rss, rss);
    most.heap = Math.max(most.heap, heapUsed);
  }, SAMPLE_MS);
  const began = performance.now();
  await reconcileBills(context, db, [source]);
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(sampler);
  const { rows } = await db.$client.query<{ rows: number; found: number }>(
    `SELECT d.row_count AS rows, (SELECT count(*)::int FROM bill_difference b WHERE b.source = d.source) AS found
     FROM bill_day d WHERE d.source = $1 AND d.state = 'compared'`,
    [source.source],
  );
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  return {
    source: source.source,
    rows: rows[0]?.rows ?? 0,
    differences: rows[0]?.found ?? 0,
    seconds: seconds.toFixed(1),
    "rows /s": Math.round((rows[0]?.rows ?? 0) / seconds),
    "memory more, MB": megabytes(most.rss - before.rss),
    "heap at most, MB": megabytes(most.heap),
  };
}

const table: Measured[] = [];
for (const source of sourcesAt(places, clock)) table.push(await measure(source));
process.stdout.write(
  `A day of ${ROWS} rows: fetched, proved, imported, compared, every difference a case\n`,
);
console.table(table);
process.stdout.write(`  the bill is ${(places.bytes / 1_048_576).toFixed(1)} MB of text\n`);
servers.disconnect();
await closeDatabase(db);
await cluster.stop();
await remove();
process.exit(0);

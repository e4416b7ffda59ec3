/**
 * An export whose process is killed with SIGKILL, several times, goes on in another process: no row is
 * lost and none is doubled.
 */
import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { connectAsSuperuser } from "@yunjing/server/platform/database/superuser.fixture";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createCaller } from "../http/exchange.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { type Bundle, bundleEntry, run, stopProcess, waitForOutput } from "./process.fixture.ts";

const LINES = 40_000;
const PART_ROWS = 1_000;
/** At how many rows a process is killed. */
const KILLED_AT = [3_000, 12_000, 25_000];
const SECRET = "a root secret that is long enough for these tests";

let testEnv: HttpTestEnv;
let remove: () => Promise<void>;
let dataDir: string;
let built: Bundle;
beforeAll(async () => {
  const made = await makeTemporaryDirectory("yunjing-export-");
  ({ path: dataDir, remove } = made);
  testEnv = await openHttpTestEnv({ DATA_DIR: dataDir });
  built = await bundleEntry("e2e/faults/worker.fixture.ts");
}, 120_000);
afterAll(async () => {
  built.remove();
  await testEnv.close();
  await remove();
});

/** Starts a process that writes exports. */
async function startWorker(): Promise<ChildProcess> {
  const worker = run(built.entry, {
    DATABASE_URL: testEnv.appUrl,
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: "http://127.0.0.1:9",
    APP_SECRET: SECRET,
    LOG_LEVEL: "error",
    // Another process soon takes over the message of a killed one.
    SETTINGS: JSON.stringify({ outboxLeaseMs: 3_000 }),
  });
  onTestFinished(() => stopProcess(worker, "SIGKILL"));
  await waitForOutput(worker, /at work/);
  return worker;
}

test("a killed export goes on behind its last part, with every row once", async () => {
  const call = createCaller(testEnv);
  const anna = await testEnv.logIn("13733300061", operatorPermissions);
  const by = { token: anna.consoleToken };
  const owner = await connectAsSuperuser(testEnv.db);
  await owner.query(
    `SELECT audit_append($1, ROW(gen_random_uuid(), 'operatorRefunds.approve', 'asked', '{}', NULL,
       'killed-' || lpad(n::text, 6, '0'), '10.0.0.1')::audit_entry, now() - interval '1 hour' + n * interval '10 ms')
     FROM generate_series(1, ${LINES}) n`,
    [anna.memberId],
  );
  await owner.end();
  const to = Date.now() - 1;
  const filter = { from: to - 86_400_000, to, operation: "operatorRefunds.approve" };
  const wanted = { kind: "audit", filter, reason: "月度核对" } as const;
  const { data, code } = await call("operatorExports", "create", wanted, by);
  expect(code).toBe("DONE");
  const exportId = data["exportId"] ?? "";
  const rowsNow = async (): Promise<number> => {
    const found = await testEnv.db.$client.query<{ rows: number; outcome: string | null }>(
      "SELECT rows, outcome FROM export WHERE export_id = $1",
      [exportId],
    );
    expect(found.rows[0]?.outcome ?? "done").toBe("done");
    return found.rows[0]?.rows ?? 0;
  };
  const pids: (number | undefined)[] = [];
  const kept: number[] = [];
  for (const killedAt of KILLED_AT) {
    const worker = await startWorker();
    while ((await rowsNow()) < killedAt) await pause(5);
    await stopProcess(worker, "SIGKILL");
    pids.push(worker.pid);
    kept.push(await rowsNow());
  }
  expect(new Set(pids).size).toBe(KILLED_AT.length);
  // Each process was killed before the end, and the next went on behind it.
  expect(kept.every((rows, at) => rows < LINES && rows > (kept[at - 1] ?? 0))).toBe(true);
  await startWorker();
  while ((await rowsNow()) < LINES) await pause(50);
  const ended = "SELECT 1 FROM export WHERE export_id = $1 AND outcome = 'done'";
  while ((await testEnv.db.$client.query(ended, [exportId])).rowCount === 0) await pause(50);

  const link = await call("operatorExports", "link", { exportId }, by);
  const answer = await testEnv.app.server.inject({
    method: "GET",
    url: `/console/api/exports/${exportId}/file?secret=${link.data["secret"] ?? ""}`,
    headers: { authorization: anna.consoleToken },
  });
  const found = answer.rawPayload.toString().match(/killed-\d{6}/g) ?? [];
  expect(found).toHaveLength(LINES);
  expect(new Set(found).size).toBe(LINES);
  expect(LINES % PART_ROWS).toBe(0);
  const parts = await testEnv.db.$client.query<{ files: number; parts: number }>(
    `SELECT (SELECT count(*)::int FROM export_part p WHERE p.export_id = e.export_id AND p.part IS NOT NULL) AS files,
            e.parts FROM export e WHERE e.export_id = $1`,
    [exportId],
  );
  expect(parts.rows).toEqual([{ files: LINES / PART_ROWS, parts: LINES / PART_ROWS }]);
});

/**
 * Health and metrics: /readyz fails while no write succeeds, and /metrics is closed in production.
 */
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverAccount } from "@yunjing/server/platform/database/embedded/account";
import { testClusterSocketDir } from "@yunjing/server/platform/database/testing";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

const APP_SECRET = "Vq7mZ2xK9pL4wN8rT6yB3cF5hJ1dG0s-of-a-test";
const production = {
  NODE_ENV: "production",
  SANDBOX: "1",
  APP_SECRET,
  SEED: "none",
  PUBLIC_ORIGIN: "https://yunjing.example",
};

async function withTestEnv(
  env: Readonly<Record<string, string>>,
  work: (testEnv: HttpTestEnv) => Promise<void>,
): Promise<void> {
  const testEnv = await openHttpTestEnv(env);
  await work(testEnv).finally(() => testEnv.close());
}

describe("/metrics in production", () => {
  const statusOf = async (testEnv: HttpTestEnv, headers: Record<string, string> = {}) =>
    (await fetch(`${testEnv.origin}/metrics`, { headers })).status;

  test("is closed to every address, including the loopback of a proxy on the same host", async () => {
    await withTestEnv(production, async (testEnv) => {
      expect(await statusOf(testEnv)).toBe(404);
      expect(await statusOf(testEnv, { "x-forwarded-for": "127.0.0.1" })).toBe(404);
      expect(await statusOf(testEnv, { authorization: "Bearer " })).toBe(404);
      expect(await statusOf(testEnv, { authorization: "Bearer undefined" })).toBe(404);
    });
  });

  test("is opened only by the configured token", async () => {
    const METRICS_TOKEN = "figures:Vq7mZ2xK9pL4wN8rT6yB3cF5hJ1dG0s";
    await withTestEnv({ ...production, METRICS_TOKEN }, async (testEnv) => {
      expect(await statusOf(testEnv)).toBe(404);
      expect(await statusOf(testEnv, { authorization: METRICS_TOKEN })).toBe(404);
      expect(await statusOf(testEnv, { authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(404);
      expect(await statusOf(testEnv, { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
    });
  });
});

/**
 * Mounts a file system of 4 MB for the database; returns `undefined` and prints a message when
 * mounting fails.
 */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "yunjing-small-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
  if (mounted.status === 0) return folder;
  rmSync(folder, { recursive: true });
  process.stderr.write("the test of a full disk is skipped: only root may mount a small one\n");
  return undefined;
}
const disk = mountSmallDisk();
afterAll(() => {
  if (disk === undefined) return;
  spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true });
});

test.skipIf(disk === undefined)(
  "/readyz answers 503 while the disk is full, and 200 when it has room",
  async () => {
    const place = join(disk ?? "", "tables");
    mkdirSync(place, { mode: 0o700 });
    const account = serverAccount();
    if (account) chownSync(place, account.uid, account.gid);
    const superuser = new pg.Client({
      host: await testClusterSocketDir(),
      user: "postgres",
      database: "postgres",
    });
    await superuser.connect();
    const space = `small_${process.pid}`;
    await superuser.query(`CREATE TABLESPACE ${space} LOCATION '${place}'`);
    await withTestEnv({}, async (testEnv) => {
      const inside = new pg.Client({
        host: await testClusterSocketDir(),
        user: "postgres",
        database: new URL(testEnv.appUrl).pathname.slice(1),
      });
      await inside.connect();
      await inside.query(`ALTER TABLE write_probe SET TABLESPACE ${space}`);
      await inside.end();
      const statusOf = async () => (await fetch(`${testEnv.origin}/readyz`)).status;
      expect(await statusOf()).toBe(200);
      const filler = join(disk ?? "", "filler");
      writeFileSync(filler, "");
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
      await expect.poll(statusOf, { timeout: 15_000 }).toBe(503);
      const answer = await fetch(`${testEnv.origin}/readyz`);
      expect(await answer.json()).toEqual({ status: false, msg: "database" });
      rmSync(filler);
      await expect.poll(statusOf, { timeout: 15_000 }).toBe(200);
    });
    await superuser.query(`DROP TABLESPACE ${space}`);
    await superuser.end();
  },
);

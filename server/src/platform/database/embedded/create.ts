/**
 * Creates a cluster with the product's two roles and its database. Safe to repeat and to interrupt.
 */
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Account } from "./account.ts";
import type { Home } from "./home.ts";
import { serverEnv } from "./postmaster.ts";

export const SUPERUSER = "postgres";

/** Returns a connection string through the socket; it contains no secret. */
export const socketUrl = (socketDir: string, role: string, database: string): string =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

/**
 * Creates the cluster's files when missing. They are renamed last, so an incomplete cluster never
 * has the final name.
 */
export function createCluster(
  bin: string,
  home: Home,
  account: Account | undefined,
  isDurable: boolean,
): void {
  if (existsSync(home.data)) return;
  const half = `${home.data}.init`;
  rmSync(half, { recursive: true, force: true });
  // The built-in locale sorts by code point, the same on every machine; the domain sorts by its own
  // columns.
  const args = ["-D", half, "-U", SUPERUSER, "--auth=trust", "--no-instructions"];
  args.push(
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  );
  if (!isDurable) args.push("--no-sync");
  const options = { ...account, cwd: home.path, env: serverEnv, encoding: "utf8" } as const;
  const made = spawnSync(join(bin, "initdb"), args, options);
  if (made.status !== 0) {
    throw new Error(`initdb failed in ${home.path}:\n${made.stdout ?? ""}${made.stderr ?? ""}`, {
      cause: made.error,
    });
  }
  renameSync(half, home.data);
}

/** The owner may grant to, and set the time-outs of, the application's role, and of no other. */
const roles = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'yunjing_owner') THEN
      CREATE ROLE yunjing_owner LOGIN CREATEROLE;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'yunjing_app') THEN
      CREATE ROLE yunjing_app LOGIN;
    END IF;
    GRANT yunjing_app TO yunjing_owner WITH ADMIN OPTION;
  END $$`;

/** Creates the missing roles and the database `yunjing`. */
export async function createDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client(socketUrl(socketDir, SUPERUSER, "postgres"));
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(roles);
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'yunjing'");
    if (!found.rowCount) await client.query("CREATE DATABASE yunjing OWNER yunjing_owner");
  } finally {
    await client.end();
  }
}

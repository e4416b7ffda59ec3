/** Starts the primary, its synchronous standby and the roles and database of the product. */
import { runCommand } from "../command.mjs";
import { makeOwned } from "./files.mjs";
import { directUrl } from "./places.mjs";

const WAIT_MS = 60_000;
const INTERVAL_MS = 100;

/** Waits until `isDone` is true; throws with what was waited for. */
export async function waitUntil(isDone, what) {
  const endsAt = Date.now() + WAIT_MS;
  while (!(await isDone())) {
    if (Date.now() > endsAt) throw new Error(`${what}: not within ${WAIT_MS / 1000} s`);
    await new Promise((wake) => setTimeout(wake, INTERVAL_MS));
  }
}

/** Returns whether a process of the product, or the proxy before it, is ready. */
export const isReady = (origin) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Runs a program of PostgreSQL as its account; returns what it prints, throws when it fails. */
export async function runPostgres(places, [program, ...args]) {
  const { bin, account, directory } = places;
  const switched = account
    ? ["setpriv", `--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"]
    : [];
  const { code, output } = await runCommand([...switched, `${bin}/${program}`, ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, PG_BIN: bin, LC_ALL: "C.UTF-8" },
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`);
  return output.trim();
}

/** Runs SQL directly on a database server, as superuser. */
export const runSql = (places, server, sql, database = "postgres") =>
  runPostgres(places, [
    "psql",
    "--no-psqlrc",
    "--tuples-only",
    "--no-align",
    "--set=ON_ERROR_STOP=1",
    `--dbname=${directUrl(places, server, "postgres", database)}`,
    "--command",
    sql,
  ]);

const answers = (places, server) =>
  runSql(places, server, "SELECT 1").then(
    () => true,
    () => false,
  );

/** The command of a database server: `primary` or `standby`, with its own configuration file. */
export const postgresCommand = ({ bin, directory, ports }, server) => [
  `${bin}/postgres`,
  "-D",
  `${directory}/${server}`,
  "-c",
  `config_file=${directory}/postgres/${server}.conf`,
  "-c",
  `port=${ports[server]}`,
];

/** Creates and starts an empty primary with the roles of `deploy/postgres/roles.sql`. */
export async function startPrimary(places, start) {
  const { directory } = places;
  makeOwned(`${directory}/primary`, places.account);
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  await runPostgres(places, ["initdb", "-D", `${directory}/primary`, ...options]);
  start();
  await waitUntil(() => answers(places, "primary"), "the primary answers");
  await runPostgres(places, [
    "psql",
    "--no-psqlrc",
    "--quiet",
    "--set=ON_ERROR_STOP=1",
    "--file",
    `${directory}/postgres/roles.sql`,
    `--dbname=${directUrl(places, "primary", "postgres", "postgres")}`,
  ]);
}

/** Copies the primary into a standby and starts it; returns when commits wait for it. */
export async function startStandby(places, start) {
  makeOwned(`${places.directory}/standby`, places.account);
  const from = `${directUrl(places, "primary", "yunjing_replica", "postgres")}?application_name=yunjing_standby`;
  await runPostgres(places, [
    "pg_basebackup",
    `--dbname=${from}`,
    `--pgdata=${places.directory}/standby`,
    "--write-recovery-conf",
    "--wal-method=stream",
    "--checkpoint=fast",
    "--create-slot",
    "--slot=yunjing_standby",
  ]);
  start();
  const state = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
  await waitUntil(async () => {
    const found = await runSql(places, "primary", state).catch(() => "0");
    return found === "1";
  }, "the standby is synchronous");
}

/**
 * Makes the standby the primary; returns the ms until it accepts writes. The old primary must be
 * ended for good before.
 */
export async function promoteStandby(places) {
  const began = performance.now();
  await runPostgres(places, ["pg_ctl", "promote", "-D", `${places.directory}/standby`, "--wait"]);
  return performance.now() - began;
}

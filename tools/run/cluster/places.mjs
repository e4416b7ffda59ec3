/** Ports, directories and the account of a cluster that `npm run cluster` starts on this machine. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const FIRST_PORT = 21_500;
const HOST = "127.0.0.1";

/** PostgreSQL and PgBouncer refuse root: under root they run as Debian's account. */
function databaseAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((text) => text.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) throw new Error("The account postgres is missing; install postgresql-15.");
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns where everything of the cluster is. `CLUSTER_PORT` is the proxy's port, and the next seven
 * are those of the others; `CLUSTER_DIR` is a directory that each start makes anew.
 */
export function clusterPlaces(env) {
  const first = Number(env.CLUSTER_PORT || FIRST_PORT);
  if (!Number.isInteger(first) || first < 1024 || first > 65_528)
    throw new Error(`CLUSTER_PORT must be a port from 1024 to 65528, not "${env.CLUSTER_PORT}".`);
  const directory = resolve(env.CLUSTER_DIR || "/tmp/yunjing-cluster");
  const names = [
    "proxy",
    "web-1",
    "web-2",
    "worker-1",
    "worker-2",
    "pgbouncer",
    "primary",
    "standby",
  ];
  return {
    host: HOST,
    directory,
    state: `${directory}/cluster.json`,
    ports: Object.fromEntries(names.map((name, n) => [name, first + n])),
    account: databaseAccount(),
    bin: env.PG_BIN || "/usr/lib/postgresql/15/bin",
  };
}

/** Returns the address of the proxy, which members would use. */
export const originOf = ({ host, ports }) => `http://${host}:${ports.proxy}`;

/** Returns a direct connection string of a database server, without the pooler. */
export const directUrl = ({ host, ports }, server, role, database) =>
  `postgres://${role}@${host}:${ports[server]}/${database}`;

/** Returns a connection string through PgBouncer: `yunjing` or `yunjing_session`. */
export const pooledUrl = ({ host, ports }, role, database) =>
  `postgres://${role}@${host}:${ports.pgbouncer}/${database}`;

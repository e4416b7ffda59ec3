/** Where the embedded cluster lives: inside the data directory, or beside the system's data when it cannot. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Account, canEnter, privateDirectory } from "./account.ts";

export type Home = {
  readonly path: string;
  /** PostgreSQL's own directory. */
  readonly data: string;
  /** The directory of its socket; nobody else may enter it. */
  readonly socket: string;
  readonly log: string;
};

const FALLBACK = "/var/lib/yunjing";
/** A unix socket's path holds 108 bytes on Linux and 104 on macOS, the closing zero included. */
const SOCKET_BYTES_MAX = 103;
export const SOCKET_NAME = ".s.PGSQL.5432";

const hashOf = (path: string): string =>
  createHash("sha256").update(path).digest("hex").slice(0, 16);

function placeOf(dataDir: string, account: Account | undefined): string {
  const note = join(dataDir, "postgres.location");
  if (existsSync(note)) return readFileSync(note, "utf8").trim();
  const inside = join(dataDir, "postgres");
  if (existsSync(inside) || canEnter(dataDir, account)) return inside;
  const outside = join(FALLBACK, hashOf(dataDir));
  mkdirSync(FALLBACK, { recursive: true, mode: 0o711 });
  writeFileSync(note, `${outside}\n`);
  return outside;
}

/**
 * Settles where the cluster of `dataDir` lives and makes the directories. When root's service account cannot
 * reach `dataDir`, that is `/var/lib/yunjing/<hash of the path>`, noted in `dataDir/postgres.location`.
 */
export function homeOf(dataDir: string, account: Account | undefined): Home {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const path = privateDirectory(placeOf(realpathSync(dataDir), account), account);
  const near = join(path, "run");
  const fits = Buffer.byteLength(join(near, SOCKET_NAME)) <= SOCKET_BYTES_MAX;
  const socket = privateDirectory(fits ? near : `/tmp/yunjing-${hashOf(path)}`, account);
  return { path, data: join(path, "data"), socket, log: join(path, "postgres.log") };
}

/**
 * Chooses where the embedded cluster is stored: inside the data directory, or elsewhere when a
 * parent directory is inaccessible.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Account,
  inaccessibleDirectories,
  makeDirectory,
  grantTraversal,
  ensurePrivateDirectory,
} from "./account.ts";

export type Home = {
  readonly path: string;
  /** PostgreSQL's own directory. */
  readonly data: string;
  /** The directory of its socket; other accounts cannot enter it. */
  readonly socket: string;
  readonly log: string;
};

/** PostgreSQL's account cannot reach the data directory, and its files may not be elsewhere. */
export class DirectoryInaccessible extends Error {
  constructor(dataDir: string, account: Account, barriers: readonly string[]) {
    const folders = barriers.join(" ");
    super(
      `PostgreSQL runs as the account ${account.name}, which cannot enter ${folders}, so it cannot keep its files in ` +
        `${dataDir}. Run "chmod a+x ${folders}", or set DATA_DIR to a folder it can enter, such as /var/lib/yunjing-data.`,
    );
    this.name = "DirectoryInaccessible";
  }
}

const FALLBACK = "/var/lib/yunjing";
/**
 * A unix socket's path holds 108 bytes on Linux and 104 on macOS, including the terminating zero.
 */
const SOCKET_BYTES_MAX = 103;
export const SOCKET_NAME = ".s.PGSQL.5432";

const hashOf = (path: string): string =>
  createHash("sha256").update(path).digest("hex").slice(0, 16);

const locationFileOf = (dataDir: string): string => join(dataDir, "postgres.location");

/**
 * Returns the location recorded in a data directory; `undefined` when there is none or when we did
 * not create it.
 */
function recordedLocation(dataDir: string): string | undefined {
  const note = locationFileOf(dataDir);
  const place = existsSync(note) ? readFileSync(note, "utf8").trim() : "";
  return /^\/var\/lib\/yunjing\/[0-9a-f]{16}$/.test(place) ? place : undefined;
}

export type HomeOptions = {
  /** Whether the cluster may be elsewhere when the data directory is inaccessible. */
  readonly mayUseFallbackDirectory: boolean;
  /** Receives a log line when it is. */
  readonly log: (line: string) => void;
};

function chooseLocation(
  dataDir: string,
  account: Account | undefined,
  options: HomeOptions,
): string {
  const noted = recordedLocation(dataDir);
  const isElsewhere = noted !== undefined && existsSync(noted);
  const inside = join(dataDir, "postgres");
  const barriers = account && !isElsewhere ? inaccessibleDirectories(dataDir, account) : [];
  if (!isElsewhere && (!account || barriers.length === 0)) {
    rmSync(locationFileOf(dataDir), { force: true });
    return inside;
  }
  // A cluster inside the data directory is never replaced by an empty one elsewhere.
  const isLost = existsSync(inside) || !options.mayUseFallbackDirectory;
  if (account && !isElsewhere && isLost)
    throw new DirectoryInaccessible(dataDir, account, barriers);
  const elsewhere = noted ?? join(FALLBACK, hashOf(dataDir));
  makeDirectory(FALLBACK);
  writeFileSync(locationFileOf(dataDir), `${elsewhere}\n`);
  const why =
    barriers.length > 0 ? `, since ${account?.name} cannot enter ${barriers.join(" ")}` : "";
  options.log(
    `the database's files lie in ${elsewhere}${why}; "npm start -- --reset" removes them`,
  );
  return elsewhere;
}

const homeAt = (path: string, socket: string): Home => ({
  path,
  socket,
  data: join(path, "data"),
  log: join(path, "postgres.log"),
});

/**
 * Returns the socket's directory: inside the cluster's, or in /tmp where that path is too long for
 * a socket.
 */
function socketOf(path: string): string {
  const near = join(path, "run");
  const fits = Buffer.byteLength(join(near, SOCKET_NAME)) <= SOCKET_BYTES_MAX;
  return fits ? near : `/tmp/yunjing-${hashOf(path)}`;
}

/**
 * Chooses the location of the cluster of `dataDir` and creates the directories. It is in `dataDir`
 * when PostgreSQL's account can be given access. When a parent directory is inaccessible it is in
 * `/var/lib/yunjing/<hash of the path>`, recorded in `dataDir/postgres.location`. If that is not
 * allowed, or a cluster exists inside already, throws `DirectoryInaccessible`.
 */
export function prepareHome(
  dataDir: string,
  account: Account | undefined,
  options: HomeOptions = { mayUseFallbackDirectory: true, log: () => undefined },
): Home {
  makeDirectory(dataDir);
  const real = realpathSync(dataDir);
  if (account) grantTraversal(real, account);
  const path = ensurePrivateDirectory(chooseLocation(real, account, options), account);
  return homeAt(path, ensurePrivateDirectory(socketOf(path), account));
}

/**
 * Returns the current cluster of a data directory, in either location, or `undefined`. Creates
 * nothing.
 */
export function findHome(dataDir: string): Home | undefined {
  if (!existsSync(dataDir)) return undefined;
  const real = realpathSync(dataDir);
  const path = [recordedLocation(real), join(real, "postgres")].find(
    (place) => place !== undefined && existsSync(place),
  );
  return path === undefined ? undefined : homeAt(path, socketOf(path));
}

/** Removes the files of a stopped cluster, its socket, and the recorded location. */
export function removeHome(dataDir: string, home: Home): void {
  for (const path of [home.path, home.socket]) rmSync(path, { recursive: true, force: true });
  rmSync(locationFileOf(dataDir), { force: true });
}

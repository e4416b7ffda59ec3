/**
 * Chooses the account that runs PostgreSQL: it refuses root, so under root an existing account
 * without privileges is used.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";

export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

/** Tried in this order; every Linux has the last. */
const NAMES = ["yunjing", "postgres", "nobody"];

/**
 * Returns the account to switch to, or `undefined` when this process is not root and runs
 * PostgreSQL itself.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of NAMES) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL does not run as root and none of the accounts ${NAMES.join(", ")} exists. ` +
      "Make one, start as an ordinary user, or set DATABASE_URL.",
  );
}

type Mode = { readonly uid: number; readonly gid: number; readonly mode: number };

/** Returns the permission bit that lets the account traverse a directory. */
const traverseBit = ({ uid, gid }: Mode, account: Account): number =>
  uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;

/**
 * Returns the directories down to `path`, inclusive, that the account cannot traverse, outermost
 * first; decided by mode bits.
 */
export function inaccessibleDirectories(path: string, account: Account): string[] {
  const barriers: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const stats = statSync(at);
    if (!(stats.mode & traverseBit(stats, account))) barriers.unshift(at);
    if (at === dirname(at)) return barriers;
  }
}

/** Returns whether the account can traverse every directory down to `path`, inclusive. */
export const canEnter = (path: string, account: Account | undefined): boolean =>
  !account || inaccessibleDirectories(path, account).length === 0;

/** Lets the account traverse one of our directories; the account still cannot list it. */
export function grantTraversal(path: string, account: Account): void {
  const stats = statSync(path);
  const bit = traverseBit(stats, account);
  if (!(stats.mode & bit)) chmodSync(path, (stats.mode & 0o7777) | bit);
}

/**
 * Creates a directory and its parents. Under root, other accounts can traverse the created ones,
 * regardless of the umask.
 */
export function makeDirectory(path: string): void {
  const whole = resolve(path);
  const first = mkdirSync(whole, { recursive: true, mode: 0o711 });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let at = whole; at.length >= first.length; at = dirname(at)) chmodSync(at, 0o711);
}

/** Creates a directory that only the account may enter, or ensures that an existing one is so. */
export function ensurePrivateDirectory(path: string, account: Account | undefined): string {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (account) chownSync(path, account.uid, account.gid);
  }
  const { uid, mode } = lstatSync(path);
  const owner = account?.uid ?? process.getuid?.();
  if (!lstatSync(path).isDirectory() || uid !== owner || mode & 0o077) {
    throw new Error(`${path} should be a directory of user ${owner} with mode 0700; it is not`);
  }
  return path;
}

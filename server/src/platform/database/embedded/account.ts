/** As whom PostgreSQL runs: it refuses root, so under root it is given an existing account without rights. */
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

/** Looked for in this order; the last is on every Linux. */
const NAMES = ["yunjing", "postgres", "nobody"];

/** The account to switch to, or undefined when this process is not root and simply runs PostgreSQL itself. */
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

/** The bit that lets the account pass a directory. */
const traverseBit = ({ uid, gid }: Mode, account: Account): number =>
  uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;

/** The directories down to `path`, itself included, that the account may not pass, outermost first. Judged by mode bits. */
export function inaccessibleDirectories(path: string, account: Account): string[] {
  const barriers: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const stats = statSync(at);
    if (!(stats.mode & traverseBit(stats, account))) barriers.unshift(at);
    if (at === dirname(at)) return barriers;
  }
}

/** Whether the account may pass every directory down to `path`, itself included. */
export const canEnter = (path: string, account: Account | undefined): boolean =>
  !account || inaccessibleDirectories(path, account).length === 0;

/** Lets the account pass a directory of ours; it may still list nothing in it. */
export function grantTraversal(path: string, account: Account): void {
  const stats = statSync(path);
  const bit = traverseBit(stats, account);
  if (!(stats.mode & bit)) chmodSync(path, (stats.mode & 0o7777) | bit);
}

/** Makes a directory and its parents. Under root others may pass those that it made, whatever the umask is. */
export function makeDirectory(path: string): void {
  const whole = resolve(path);
  const first = mkdirSync(whole, { recursive: true, mode: 0o711 });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let at = whole; at.length >= first.length; at = dirname(at)) chmodSync(at, 0o711);
}

/** Makes a directory that only the account may enter, or makes sure that an existing one is such. */
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

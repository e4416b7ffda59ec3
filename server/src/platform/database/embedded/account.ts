/** As whom PostgreSQL runs: it refuses root, so under root it is given an existing account without rights. */
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

export type Account = { readonly uid: number; readonly gid: number };

/** Looked for in this order; the last is on every Linux. */
const NAMES = ["yunjing", "postgres", "nobody"];

/** The account to switch to, or undefined when this process is not root and simply runs PostgreSQL itself. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of NAMES) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL does not run as root and none of the accounts ${NAMES.join(", ")} exists. ` +
      "Make one, start as an ordinary user, or set DATABASE_URL.",
  );
}

/** Whether the account may pass every directory down to `path`, itself included. Judged by mode bits. */
export function canEnter(path: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let at = path; ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (at === dirname(at)) return true;
  }
}

/** Makes a directory that only the account may enter, or makes sure that an existing one is such. */
export function privateDirectory(path: string, account: Account | undefined): string {
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

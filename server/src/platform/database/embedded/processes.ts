/**
 * Inspects processes: distinguishes a running process from a dead one, and from a later one with
 * the same number.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const GONE = new Set(["ENOENT", "ESRCH", "EACCES", "EPERM", "EINVAL", "ENOTDIR"]);

/**
 * Returns the result of `read`, or `undefined` when the file or process is missing or not readable
 * by us.
 */
export function undefinedIfMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error && GONE.has(String(error.code))) return undefined;
    throw error;
  }
}

const onLinux = (): boolean => existsSync("/proc/self/stat");

/**
 * Returns a text unique to one process on one machine: the boot id and the process's start tick.
 * `undefined` when no such process runs; one that is dead but not yet reaped does not run.
 */
export function processIdentity(pid: number): string | undefined {
  if (!onLinux()) {
    const listing = spawnSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" });
    return listing.stdout.trim() || undefined;
  }
  const stat = undefinedIfMissing(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name in parentheses may contain blanks and parentheses; the fields after the last one are
  // fixed.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (!fields || fields[0] === "Z" || fields[0] === "X") return undefined;
  const boot =
    undefinedIfMissing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")) ?? "";
  return `${boot.trim()}/${fields[19]}`;
}

/** Returns the command line of a process, joined by blanks; empty when it has ended. */
export function commandLineOf(pid: number): string {
  if (!onLinux()) {
    return spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout;
  }
  const commandLine = undefinedIfMissing(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "";
  return commandLine.replaceAll("\0", " ");
}

/**
 * Returns the processes whose working directory is `directory`; all PostgreSQL processes use their
 * data directory. Empty where /proc is missing.
 */
export function processesIn(directory: string): number[] {
  if (!onLinux()) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && processIdentity(pid) !== undefined)
    .filter((pid) => undefinedIfMissing(() => readlinkSync(`/proc/${pid}/cwd`)) === directory);
}

/** Polls until `done` returns true; returns false when `timeoutMs` passes first. */
export async function waitUntil(done: () => boolean, timeoutMs: number): Promise<boolean> {
  const endsAt = Date.now() + timeoutMs;
  while (!done()) {
    if (Date.now() > endsAt) return false;
    await new Promise((wake) => setTimeout(wake, 10));
  }
  return true;
}

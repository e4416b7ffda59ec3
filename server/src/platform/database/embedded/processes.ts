/** Tells a running process from a dead one, and from a stranger that was later given the same number. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const GONE = new Set(["ENOENT", "ESRCH", "EACCES", "EPERM", "EINVAL", "ENOTDIR"]);

/** What `read` gives, or undefined when the file or process it asks for is gone or not ours to see. */
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
 * A text that no two processes of one machine share: the boot and the tick a process began at.
 * Undefined when no such process runs; one that is dead but not yet reaped does not run.
 */
export function processIdentity(pid: number): string | undefined {
  if (!onLinux()) {
    const asked = spawnSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" });
    return asked.stdout.trim() || undefined;
  }
  const stat = undefinedIfMissing(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name in parentheses may hold blanks and parentheses; what follows the last one is fixed.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (!fields || fields[0] === "Z" || fields[0] === "X") return undefined;
  const boot =
    undefinedIfMissing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")) ?? "";
  return `${boot.trim()}/${fields[19]}`;
}

/** The words a process was started with, joined by blanks; empty when it is gone. */
export function commandLineOf(pid: number): string {
  if (!onLinux()) {
    return spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout;
  }
  const words = undefinedIfMissing(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "";
  return words.replaceAll("\0", " ");
}

/** Processes that work in `directory`. PostgreSQL's all work in their data directory. Empty where /proc is missing. */
export function processesIn(directory: string): number[] {
  if (!onLinux()) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && processIdentity(pid) !== undefined)
    .filter((pid) => undefinedIfMissing(() => readlinkSync(`/proc/${pid}/cwd`)) === directory);
}

/** Asks until `done` says yes; false when `timeoutMs` passed first. */
export async function waitUntil(done: () => boolean, timeoutMs: number): Promise<boolean> {
  const endsAt = Date.now() + timeoutMs;
  while (!done()) {
    if (Date.now() > endsAt) return false;
    await new Promise((wake) => setTimeout(wake, 10));
  }
  return true;
}

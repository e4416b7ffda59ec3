/**
 * Locks a directory for one owner process. The lock ends with its process, survives `kill -9` and
 * reused process ids, and exactly one of any number of simultaneous starters gets it.
 *
 * Owners are numbered: `owner.7` is a symbolic link whose target names the seventh owner. Creating
 * a link is exclusive and includes its text, and numbers only increase by one, so two starters that
 * both find the seventh owner dead both try `owner.8`, where one fails. A release creates the next
 * number without an owner.
 */
import { readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { undefinedIfMissing, processIdentity } from "./processes.ts";

export type DirectoryLock = { release(): void };

/** Another living process owns the directory. */
export class DirectoryInUse extends Error {
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(
      `${directory} is in use by process ${pid}. Stop that one first, or give this one another DATA_DIR.`,
    );
    this.name = "DirectoryInUse";
    this.pid = pid;
  }
}

const UNOWNED = "nobody";
const fileOf = (directory: string, turn: number): string => join(directory, `owner.${turn}`);

const turnsIn = (directory: string): number[] =>
  readdirSync(directory)
    .map((name) => Number(/^owner\.(\d+)$/.exec(name)?.[1] ?? 0))
    .filter((turn) => turn > 0);

/** Creates the link of a turn for an owner; returns false when the turn exists. */
function claimTurn(directory: string, turn: number, owner: string): boolean {
  try {
    symlinkSync(owner, fileOf(directory, turn));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Returns the id of the living process that owns `directory`, or `undefined`. */
export function lockOwnerOf(directory: string): number | undefined {
  const last = Math.max(0, ...turnsIn(directory));
  const text = undefinedIfMissing(() => readlinkSync(fileOf(directory, last)));
  const [pid, mark] = (text ?? UNOWNED).split("@");
  return mark && processIdentity(Number(pid)) === mark ? Number(pid) : undefined;
}

/**
 * Acquires the lock for this process. Throws `DirectoryInUse` when another process, or this one,
 * has it; the error contains `knows`, the directory's name as the operator configured it.
 */
export function lockDirectory(directory: string, knows: string = directory): DirectoryLock {
  const me = `${process.pid}@${processIdentity(process.pid)}`;
  for (;;) {
    const last = Math.max(0, ...turnsIn(directory));
    const owner = lockOwnerOf(directory);
    if (owner !== undefined) throw new DirectoryInUse(knows, owner);
    const turn = last + 1;
    if (!claimTurn(directory, turn, me)) continue;
    const turns = turnsIn(directory);
    if (Math.max(...turns) > turn) {
      // Other processes took later turns between this process's read and its claim: this turn is
      // obsolete.
      rmSync(fileOf(directory, turn), { force: true });
      continue;
    }
    for (const old of turns) if (old < turn) rmSync(fileOf(directory, old), { force: true });
    return {
      release: () => {
        claimTurn(directory, turn + 1, UNOWNED);
        rmSync(fileOf(directory, turn), { force: true });
      },
    };
  }
}

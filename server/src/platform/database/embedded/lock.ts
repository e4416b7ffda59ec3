/**
 * One owner for a directory. The lock outlives no process, survives `kill -9` and reused process numbers,
 * and of any number of starters at the same instant exactly one gets it.
 *
 * Turns are counted: `owner.7` is a link whose text names the seventh owner. Making a link is exclusive and
 * brings its text with it, and a turn is only ever followed by the next one, so two starters that both find
 * the seventh owner dead meet at `owner.8`, where one fails. Giving the lock back is a turn that names nobody.
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

/** Takes a turn in someone's name; false when the turn is taken. */
function claimTurn(directory: string, turn: number, owner: string): boolean {
  try {
    symlinkSync(owner, fileOf(directory, turn));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** The process that owns `directory`, or undefined when nobody alive does. */
export function lockOwnerOf(directory: string): number | undefined {
  const last = Math.max(0, ...turnsIn(directory));
  const text = undefinedIfMissing(() => readlinkSync(fileOf(directory, last)));
  const [pid, mark] = (text ?? UNOWNED).split("@");
  return mark && processIdentity(Number(pid)) === mark ? Number(pid) : undefined;
}

/**
 * Takes the lock for this process. Throws `DirectoryInUse`, which speaks of the directory by the name the
 * operator `knows` it by, when another process, or this one, has it.
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
      // This process slept between looking and taking, and others have gone past: that turn is no longer one.
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

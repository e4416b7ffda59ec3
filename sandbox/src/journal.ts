/**
 * A small key-value store that survives a restart: one JSON line for each change, read at start.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

export type Journal<T> = {
  get(key: string): T | undefined;
  /**
   * Writes to the file before it returns, so that a killed process loses nothing that it answered.
   */
  put(key: string, value: T): void;
  /** In the order of the first write of each key. */
  values(): T[];
  close(): void;
};

/**
 * Opens the journal in `file`, or an in-memory journal without it. Only this module writes the
 * file, so its lines are not validated; a last line cut by a crash is dropped.
 */
export function openJournal<T>(file: string | undefined): Journal<T> {
  const entries = new Map<string, T>(file ? readLines<T>(file) : []);
  const handle = file ? openCompacted(file, entries) : undefined;
  return {
    get: (key) => entries.get(key),
    put(key, value) {
      entries.set(key, value);
      if (handle !== undefined) writeSync(handle, line(key, value));
    },
    values: () => [...entries.values()],
    close() {
      if (handle !== undefined) closeSync(handle);
    },
  };
}

function line(key: string, value: unknown): string {
  return `${JSON.stringify([key, value])}\n`;
}

function readLines<T>(file: string): [string, T][] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((each) => each !== "")
    .map((each): [string, T] => JSON.parse(each));
}

/** Rewrites the file with the latest value of each key, then leaves it open for appending. */
function openCompacted<T>(file: string, entries: ReadonlyMap<string, T>): number {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  writeFileSync(fresh, [...entries].map(([key, value]) => line(key, value)).join(""));
  renameSync(fresh, file);
  return openSync(file, "a");
}

/**
 * A process that repeatedly acquires and releases the lock of a directory, and checks that it is
 * the only holder.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "./lock.ts";

const directory = process.argv[2] ?? "";
const turns = Number(process.argv[3]);
const inside = join(directory, "inside");

/** Acquires the lock `turns` times; fails when another process holds it at the same time. */
function contend(): void {
  for (let had = 0; had < turns; ) {
    try {
      const lock = lockDirectory(directory);
      writeFileSync(inside, "", { flag: "wx" });
      rmSync(inside);
      lock.release();
      had++;
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
    }
  }
  process.disconnect();
}

// Starts on a message, so that all contenders start together, however long each process took to
// start.
process.once("message", contend);
process.send?.("ready");

/** A process that takes and gives back the lock of a directory, over and over, and looks whether it was alone. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "./lock.ts";

const directory = process.argv[2] ?? "";
const turns = Number(process.argv[3]);
const inside = join(directory, "inside");

/** Answers how many turns it had; nobody else may have been inside meanwhile. */
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

// Begins when it is told to, so that all begin together however long each took to start.
process.once("message", contend);
process.send?.("ready");

/** A process that takes and gives back the lock of a directory, over and over, and looks whether it was alone. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "./lock.ts";

const directory = process.argv[2] ?? "";
const beginsAt = Number(process.argv[3]);
const endsAt = beginsAt + Number(process.argv[4]);
const inside = join(directory, "inside");
let times = 0;

while (Date.now() < beginsAt);
while (Date.now() < endsAt) {
  try {
    const lock = lockDirectory(directory);
    writeFileSync(inside, "", { flag: "wx" });
    rmSync(inside);
    lock.release();
    times++;
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
  }
}
process.stdout.write(String(times));

/**
 * Decrypts a file of exported codes on the user's own machine: `npx tsx tools/open-codes.ts FILE >
 * codes.csv` asks for the key.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { openCodeFile, parseKey } from "../contract/src/code-file.ts";

const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write("usage: npx tsx tools/open-codes.ts FILE > codes.csv\n");
  process.exit(2);
}
// The key is read from the terminal, not from an argument: arguments stay in the shell's history.
const asking = createInterface({ input: process.stdin, output: process.stderr });
const key = parseKey(await asking.question("key: "));
asking.close();
if (key === undefined) {
  process.stderr.write("not a key: look at what was typed\n");
  process.exit(1);
}
const csv = await openCodeFile(Uint8Array.from(readFileSync(path)), key).catch(() => undefined);
if (csv === undefined) {
  process.stderr.write("the key does not open this file, or the file was changed or cut off\n");
  process.exit(1);
}
process.stdout.write(csv);

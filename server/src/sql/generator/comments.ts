/** Reads the comment above each SQL function from the function files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const COMMENTED = /((?:^--.*\n)+)CREATE\s+OR\s+REPLACE\s+FUNCTION\s+(\w+)/gm;

/** Returns the comments of one folder of function files, as one line each, by function. */
export function readComments(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(COMMENTED)].map(([, comment = "", name = ""]) => [
        name,
        comment.replace(/^-- ?/gm, "").replace(/\s+/g, " ").trim(),
      ]),
    ),
  );
}

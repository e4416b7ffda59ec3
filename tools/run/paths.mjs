/** Paths of the repository, and a fingerprint of their files. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the absolute path of a path below the repository root. */
export const pathOf = (...parts) => join(root, ...parts);

const SKIPPED = new Set(["node_modules", "dist", ".data", ".git"]);

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else {
    for (const name of readdirSync(path).sort()) {
      if (!SKIPPED.has(name)) yield* filesUnder(join(path, name));
    }
  }
}

/**
 * Returns a hash of the names and contents of all files under the given paths of the repository,
 * without tests.
 */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesUnder(pathOf(path))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

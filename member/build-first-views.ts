/**
 * Builds what the server needs to render first views (decision 0144): the server bundle of the app,
 * and one HTML template per page with its styles inline.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type CSSOptions } from "vite";

const BUNDLE = "first-views.js";
const TEMPLATES = "templates.json";

/** Where the server puts the platform, the page's head, its content and its data (`first-view-html.ts`). */
const PLATFORM_PLACE = "<!--first-view-platform-->";
const HEAD_PLACE = "<!--first-view-head-->";
const CONTENT_PLACE = "<!--first-view-content-->";
const DATA_PLACE = "<!--first-view-data-->";

type Options = {
  readonly root: string;
  /** The folder of the built client, and the one to write to. */
  readonly clientDir: string;
  readonly outDir: string;
  readonly define: Record<string, string>;
  readonly css: CSSOptions;
  readonly assetFileNames: (asset: { readonly names: readonly string[] }) => string;
};

/** Builds the bundle, without dependencies: the server does not install those of the client. */
async function buildBundle(options: Options): Promise<readonly string[]> {
  const { root, outDir, define, css, assetFileNames } = options;
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    css,
    define: { ...define, "process.env.NODE_ENV": '"production"' },
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: join(root, "src/server/render.tsx"),
      outDir,
      emptyOutDir: true,
      target: "node20",
      assetsInlineLimit: 0,
      rolldownOptions: {
        // The debug console of the browser; the server never loads it.
        external: ["vconsole"],
        output: { entryFileNames: BUNDLE, chunkFileNames: "[name]-[hash].js", assetFileNames },
      },
    },
  });
  // The folder is no package; without one, Node would look above for the kind of its modules.
  writeFileSync(join(outDir, "package.json"), '{"type":"module"}');
  const address = `${pathToFileURL(join(outDir, BUNDLE)).href}?${Date.now()}`;
  const { paths } = (await import(address)) as { paths: readonly string[] };
  return paths;
}

const SHEET = /[ \t]*<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>\n?/g;

/** What stands for sheets that are inline, so that the code of the page does not load them again. */
const disabledLinks = (sheets: readonly string[]): string =>
  sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}" disabled>\n`).join("");

/** Returns the HTML page with its linked sheets inline, at their place behind the splash. */
export function inlineSheets(html: string, clientDir: string): string {
  return html.replace(SHEET, (_link, name: string) => {
    const css = readFileSync(join(clientDir, name), "utf8");
    return `<style>${css}</style>\n${disabledLinks([name])}`;
  });
}

/**
 * Returns the page's template: its title and splash give way to what the server renders, and its
 * styles are inline.
 */
export function templateOf(html: string, sheets: readonly string[], css: string): string {
  return html
    .replace("<html ", `<html data-platform="${PLATFORM_PLACE}" `)
    .replace(SHEET, "")
    .replace(
      /<title>[^<]*<\/title>/,
      () => `${HEAD_PLACE}\n<style>${css}</style>\n${disabledLinks(sheets).trimEnd()}`,
    )
    .replace('<div id="splash">', '<div id="splash" hidden>')
    .replace('<div id="app"></div>', `<div id="app">${CONTENT_PLACE}</div>\n${DATA_PLACE}`);
}

const isSheet = (file: string): boolean => file.endsWith(".css");
const CHUNKS = /(id="chunks">)([^<]*)(?=<)/;

/** Returns the files that the page at `path` needs besides those that the HTML page references. */
function filesOf(html: string, path: string): readonly string[] {
  const { files, pages } = JSON.parse(CHUNKS.exec(html)?.[2] ?? "{}") as {
    files: readonly string[];
    pages: Record<string, readonly number[]>;
  };
  return (pages[path] ?? []).flatMap((place) => files[place] ?? []);
}

/** Returns the HTML page with the names of the scripts of this page alone. */
function withOwnFiles(html: string, path: string, scripts: readonly string[]): string {
  const map = { files: scripts, pages: { [path]: scripts.map((_script, place) => place) } };
  return html.replace(CHUNKS, (_all, start: string) => start + JSON.stringify(map));
}

/** Builds the bundle and the templates; returns the templates, whose styles the CSP must allow. */
export async function buildFirstViews(options: Options): Promise<readonly string[]> {
  const { clientDir, outDir } = options;
  const html = readFileSync(join(clientDir, "index.html"), "utf8");
  const templates = Object.fromEntries(
    (await buildBundle(options)).map((path) => {
      const files = filesOf(html, path);
      const linked = [...html.matchAll(SHEET)].flatMap(([, name]) => name ?? []);
      const sheets = [...new Set([...linked, ...files.filter(isSheet)])];
      const css = sheets.map((sheet) => readFileSync(join(clientDir, sheet), "utf8")).join("");
      const scripts = files.filter((file) => !isSheet(file));
      return [path, templateOf(withOwnFiles(html, path, scripts), sheets, css)];
    }),
  );
  writeFileSync(join(outDir, TEMPLATES), JSON.stringify(templates));
  return Object.values(templates);
}

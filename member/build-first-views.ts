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

/** Only a page without a first view shows what was seen last (decision 0210). */
const LAST_VIEW = / *\/\*last-view\*\/[\s\S]*?\/\*\/last-view\*\/\n/g;
const SHEET = /[ \t]*<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>\n?/g;
const CHUNKS = /(id="chunks">)([^<]*)(?=<)/;

/** The list in the page of what each page loads: names, and places in that list. */
export type ChunkList = {
  readonly files: readonly string[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
  /** Sheets whose styles are in the page; its first script says so to what would load them again. */
  readonly inline: readonly string[];
};

const chunksOf = (html: string): ChunkList => JSON.parse(CHUNKS.exec(html)?.[2] ?? "{}");

const withChunks = (html: string, list: ChunkList): string =>
  html.replace(CHUNKS, (_all, start: string) => start + JSON.stringify(list));

/** Returns the HTML page with its linked sheets inline, at their place behind the splash. */
export function inlineSheets(html: string, clientDir: string): string {
  return html.replace(
    SHEET,
    (_link, name: string) => `<style>${readFileSync(join(clientDir, name), "utf8")}</style>\n`,
  );
}

/**
 * Returns the page's template: its title and splash give way to what the server renders, and its
 * styles are inline.
 */
export function templateOf(html: string, css: string): string {
  return html
    .replace("<html ", `<html data-platform="${PLATFORM_PLACE}" `)
    .replace(SHEET, "")
    .replace(LAST_VIEW, "")
    .replace(/<title>[^<]*<\/title>/, () => `${HEAD_PLACE}\n<style>${css}</style>`)
    .replace('<div id="splash">', '<div id="splash" hidden>')
    .replace('<div id="app"></div>', `<div id="app">${CONTENT_PLACE}</div>\n${DATA_PLACE}`);
}

const isSheet = (file: string): boolean => file.endsWith(".css");
const ENTRY = /<link rel="modulepreload" data-entry[^>]* href="\/([^"]+)"/g;

/**
 * Returns which of the sheets that come with every page this one needs: those of the entry, and of
 * the query library's chunk where the page loads that. The loader of chunks loads the others later.
 */
export function neededInline(html: string, own: readonly string[], inline: readonly string[]) {
  const scripts = new Set([...own, ...[...html.matchAll(ENTRY)].map(([, file]) => file)]);
  return inline.filter((sheet) => scripts.has(sheet.replace(/css$/, "js")));
}

/** Builds the bundle and the templates; returns the templates, whose styles the CSP must allow. */
export async function buildFirstViews(options: Options): Promise<readonly string[]> {
  const { clientDir, outDir } = options;
  const html = readFileSync(join(clientDir, "index.html"), "utf8");
  const templates = Object.fromEntries(
    (await buildBundle(options)).map((path) => {
      const { files, pages, inline } = chunksOf(html);
      const own = (pages[path] ?? []).flatMap((place) => files[place] ?? []);
      const scripts = own.filter((file) => !isSheet(file));
      const list = {
        files: scripts,
        pages: { [path]: scripts.map((_script, place) => place) },
        inline: [...neededInline(html, own, inline), ...own.filter(isSheet)],
      };
      const css = list.inline.map((sheet) => readFileSync(join(clientDir, sheet), "utf8")).join("");
      return [path, templateOf(withChunks(html, list), css)];
    }),
  );
  writeFileSync(join(outDir, TEMPLATES), JSON.stringify(templates));
  return Object.values(templates);
}

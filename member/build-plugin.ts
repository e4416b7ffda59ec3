/**
 * Vite plugin of the member build: computes the build id, preloads the chunk of the opened page,
 * hashes inline scripts and styles for the CSP, and writes compressed copies.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { CSSOptions, Plugin, Rolldown } from "vite";
import { buildFirstViews, type ChunkList, inlineSheets } from "./build-first-views.ts";
import { buildRibbon } from "./build-ribbon.ts";
import { inlineHashes, withoutComments } from "./build-html.ts";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const VERSION = "1.0.0";
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
/** Of what the server loads, beside the folder of the files that it serves. */
const SERVER_FOLDER = "../first-views/dist";
const RIBBON_FOLDER = "../ribbon/dist";
// Bytes. Compressing a smaller file saves too little.
const COMPRESS_MIN_BYTES = 256;

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();

/**
 * Returns `1.0.0+{hash}`, a hash of all sources of a client; the same sources give the same id on
 * every machine.
 */
export function buildIdOf(root: string): string {
  const sources = [join(root, "src"), join(root, "public"), join(root, "../contract/src")].flatMap(
    filesUnder,
  );
  const alone = [
    "index.html",
    "vite.config.ts",
    "build-plugin.ts",
    "build-worker.ts",
    "build-first-views.ts",
    "build-ribbon.ts",
    "build-html.ts",
    "../package-lock.json",
  ].map((name) => join(root, name));
  const hash = createHash("sha256");
  for (const file of [...sources, ...alone].filter((name) => !/\.test\.tsx?$/.test(name))) {
    hash
      .update(relative(root, file).split(sep).join("/"))
      .update("\0")
      .update(readFileSync(file))
      .update("\0");
  }
  return `${VERSION}+${hash.digest("hex").slice(0, 12)}`;
}

/** Returns the chunk itself and all chunks that it imports statically, directly or indirectly. */
function closureOf(bundle: Bundle, start: Chunk): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || found.has(name)) return;
    found.set(name, chunk);
    chunk.imports.forEach(visit);
  };
  visit(start.fileName);
  return [...found.values()];
}

/**
 * Returns `/pages/user/orders` for `…/src/pages/user/orders.tsx`: the file path of a page is its
 * URL path. Undefined for what a page loads later: its sheets are in a folder of the page.
 */
function pathOf(chunk: Chunk): string | undefined {
  const file = /\/src(\/(?:pages\/\w+|exception)\/\w+)\.tsx$/.exec(chunk.facadeModuleId ?? "");
  const path = file?.[1];
  return path === "/pages/index/index" ? "/" : path;
}

// The shell loads the provider of TanStack Query together with the chunk of a page that uses it.
const readsByQuery = (chunk: Chunk): boolean =>
  chunk.moduleIds.some((id) => id.includes("/query-core/"));

const sheetsOf = (chunks: readonly Chunk[]): readonly string[] => [
  ...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])),
];

/**
 * Returns the files that each page needs in addition to those of the entry: `files` are the names,
 * `pages` are indexes into that list. The sheets of the entry and of the query library's provider,
 * which two thirds of the pages use, are inline in every page.
 */
export function pageFiles(bundle: Bundle): ChunkList {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const entries = chunks.filter((chunk) => chunk.isEntry);
  const given = new Set(entries.flatMap((entry) => closureOf(bundle, entry)));
  const provider = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith("/query-provider.tsx")),
  );
  const ofProvider = provider ? closureOf(bundle, provider) : [];
  const inline = sheetsOf([...given, ...ofProvider]);
  const files: string[] = [];
  const pages: Record<string, number[]> = {};
  const placeOf = (file: string) =>
    files.includes(file) ? files.indexOf(file) : files.push(file) - 1;
  for (const chunk of chunks) {
    const path = pathOf(chunk);
    if (path === undefined || !chunk.isDynamicEntry) continue;
    const own = closureOf(bundle, chunk);
    const provided = own.some(readsByQuery) ? ofProvider : [];
    const needed = [...own, ...provided].filter((other) => !given.has(other));
    const sheets = sheetsOf(needed).filter((sheet) => !inline.includes(sheet));
    pages[path] = [...new Set([...needed.map(({ fileName }) => fileName), ...sheets])].map(placeOf);
  }
  return { files, pages, inline };
}

const LINKED_SHEET = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g;

const ENTRY_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/** Lets the script in the head start the app: its files load at once and run in their order. */
const preloadScripts = (html: string): string =>
  html.replace(ENTRY_SCRIPT, '<link rel="modulepreload" data-entry crossorigin href="$1">');

function writeCompressedCopies(file: string): void {
  const bytes = readFileSync(file);
  if (!COMPRESSIBLE.test(file) || bytes.length < COMPRESS_MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

type AssetFileNames = (asset: { readonly names: readonly string[] }) => string;

/** Options of `memberBuild` besides the build id. */
export type MemberBuildOptions = {
  readonly assetFileNames: AssetFileNames;
  readonly define: Record<string, string>;
  readonly css: CSSOptions;
};

/**
 * Returns the plugin; `buildId` is written to `version.txt`, which the server returns on /version.
 */
export function memberBuild(buildId: string, options: MemberBuildOptions): Plugin {
  let root = ".";
  let outDir = "dist";
  return {
    name: "member-build",
    apply: "build",
    configResolved(config) {
      ({ root } = config);
      outDir = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const list = pageFiles(bundle ?? {});
        const data = `<script type="application/json" id="chunks">${JSON.stringify(list)}</script>`;
        const linked = list.inline.map((sheet) => `<link rel="stylesheet" href="/${sheet}">\n`);
        const named = html.replace('<meta name="build" content="">', (meta) =>
          meta.replace('""', `"${buildId.split("+")[1]}"`),
        );
        const sent = preloadScripts(withoutComments(named));
        const bare = sent.replace(LINKED_SHEET, "").replace("<!--chunks-->", data);
        return bare.replace('<div id="app">', () => `${linked.join("")}<div id="app">`);
      },
    },
    async closeBundle() {
      const html = readFileSync(join(outDir, "index.html"), "utf8");
      const served = { root, clientDir: outDir, outDir: join(outDir, SERVER_FOLDER) };
      const ribbonDir = join(outDir, RIBBON_FOLDER);
      await buildRibbon({ root, outDir: ribbonDir, define: options.define });
      const templates = await buildFirstViews({ ...served, ...options });
      // These sheets come with the page: fewer requests before its content. They stand behind the
      // splash, because a stylesheet blocks the painting of what follows it (M07).
      const page = inlineSheets(html, outDir);
      writeFileSync(join(outDir, "index.html"), page);
      const styles = [page, ...templates].flatMap((one) => inlineHashes(one, "style"));
      const scripts = [page, ...templates].flatMap((one) => inlineHashes(one, "script"));
      const hashes = { script: [...new Set(scripts)], style: [...new Set(styles)] };
      writeFileSync(join(outDir, "csp.json"), JSON.stringify(hashes));
      writeFileSync(join(outDir, "version.txt"), buildId);
      for (const file of filesUnder(outDir)) writeCompressedCopies(file);
    },
  };
}

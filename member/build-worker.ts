/**
 * Builds /service-worker.js: one small script that contains its build id and the list of files to
 * precache.
 */
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";
import { sheetsOfStoredPages } from "./src/worker/last-view-page.ts";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const SOURCE = fileURLToPath(new URL("src/worker/service-worker.ts", import.meta.url));
const WORKER_FILE = "service-worker.js";

/** Pages that must open offline even if they were never opened online. */
const PRECACHED_PAGES = [
  "index/index",
  "user/ordtype",
  "user/index",
  "user/orders",
  "user/coupons",
  "exchange/ordetail",
  "passport/login_out",
].map((page) => `/src/pages/${page}.tsx`);

const PAGE = /\/src\/(?:pages|exception)\//;
const LIBRARY = /\/node_modules\//;

const isChunk = (output: Bundle[string] | undefined): output is Chunk => output?.type === "chunk";
/**
 * Returns the module for which a chunk was created; for a chunk of a splitting rule, all modules
 * that it contains.
 */
const sourcesOf = ({ facadeModuleId, moduleIds }: Chunk): readonly string[] =>
  facadeModuleId == null ? moduleIds : [facadeModuleId];
const isPrecachedPage = (chunk: Chunk): boolean =>
  sourcesOf(chunk).some((id) => PRECACHED_PAGES.some((page) => id.endsWith(page)));
/**
 * True for a chunk that a precached page may load later, such as its dialogs; false for other pages
 * and for chunks that contain only libraries.
 */
const isAppChunk = (chunk: Chunk): boolean =>
  !sourcesOf(chunk).some((id) => PAGE.test(id)) &&
  !sourcesOf(chunk).every((id) => LIBRARY.test(id));

const namesIn = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].flatMap(([, name]) => name ?? []);
/**
 * Returns the scripts that the HTML page references; an HTML page without them belongs to another
 * build.
 */
const scriptsOf = (html: string): string[] =>
  namesIn(html, /<link rel="modulepreload"[^>]* href="\/([^"]+)"/g);
const sheetsOf = (html: string): string[] =>
  namesIn(html, /<link rel="stylesheet"[^>]* href="\/([^"]+)"/g);

/**
 * Returns the files that the HTML page references and the precached pages with everything that they
 * load, including styles and pictures, as paths of the site.
 */
export function precachedFiles(bundle: Bundle, html: string): string[] {
  const found = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (!isChunk(chunk) || found.has(name)) return;
    found.set(name, chunk);
    chunk.imports.forEach(visit);
    for (const later of chunk.dynamicImports) {
      const other = bundle[later];
      if (isChunk(other) && (isPrecachedPage(other) || isAppChunk(other))) visit(later);
    }
  };
  scriptsOf(html).forEach(visit);
  const loaded = [...found.values()].flatMap((chunk) => [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...(chunk.viteMetadata?.importedAssets ?? []),
  ]);
  const files = [...sheetsOf(html), ...loaded].map((file) => `/${file}`);
  // With these the worker can show at once what was seen last (decision 0255).
  return [...new Set([...files, ...sheetsOfStoredPages(html)])].sort();
}

async function bundleWorker(define: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define,
    build: {
      write: false,
      target: ["chrome107", "safari16.4"],
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: "iife", entryFileNames: WORKER_FILE } },
    },
  });
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
  const script = outputs.find((output) => output.type === "chunk");
  if (!script) throw new Error("the worker was not built");
  return script.code;
}

/** Returns the plugin; the worker's cache is named by `buildId`. */
export function memberWorker(buildId: string): Plugin {
  return {
    name: "member-worker",
    apply: "build",
    generateBundle: {
      // Runs after Vite's own plugin, which writes the HTML page and removes an entry that contains
      // only imports.
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the build has no page");
        const html = String(page.source);
        const source = await bundleWorker({
          __BUILD_ID__: JSON.stringify(buildId),
          __SCRIPTS__: JSON.stringify(scriptsOf(html).map((file) => `/${file}`)),
          __PRECACHED_FILES__: JSON.stringify(precachedFiles(bundle, html)),
        });
        this.emitFile({ type: "asset", fileName: WORKER_FILE, source });
      },
    },
  };
}

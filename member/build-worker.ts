/** Builds /service-worker.js into the app: one small script that knows its build and which files to keep at once. */
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const SOURCE = fileURLToPath(new URL("src/worker/service-worker.ts", import.meta.url));
const WORKER_FILE = "service-worker.js";

/** Pages that must open without a network although they were never opened with one. */
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
/** What a chunk was made for; one that was put together by a rule stands for all it holds. */
const sourcesOf = ({ facadeModuleId, moduleIds }: Chunk): readonly string[] =>
  facadeModuleId == null ? moduleIds : [facadeModuleId];
const isPrecachedPage = (chunk: Chunk): boolean =>
  sourcesOf(chunk).some((id) => PRECACHED_PAGES.some((page) => id.endsWith(page)));
/** What a kept page may ask for later, as its dialogs; other pages and whole libraries are not. */
const isAppChunk = (chunk: Chunk): boolean =>
  !sourcesOf(chunk).some((id) => PAGE.test(id)) &&
  !sourcesOf(chunk).every((id) => LIBRARY.test(id));

const namesIn = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].flatMap(([, name]) => name ?? []);
/** The scripts that the page itself names: a page that does not name them is of another build. */
const scriptsOf = (html: string): string[] =>
  namesIn(html, /<script type="module"[^>]* src="\/([^"]+)"/g);
const sheetsOf = (html: string): string[] =>
  namesIn(html, /<link rel="stylesheet"[^>]* href="\/([^"]+)"/g);

/**
 * What the page names, the kept pages and all they load, with styles and pictures; as paths of the
 * site.
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
  return [...new Set([...sheetsOf(html), ...loaded])].map((file) => `/${file}`).sort();
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

/** The plugin; `buildId` names the worker's cache. */
export function memberWorker(buildId: string): Plugin {
  return {
    name: "member-worker",
    apply: "build",
    generateBundle: {
      // After Vite's own, which writes the page and drops an entry that is nothing but imports.
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the build has no page");
        const html = String(page.source);
        const source = await bundleWorker({
          __BUILD_ID__: JSON.stringify(buildId),
          __SCRIPTS__: JSON.stringify(scriptsOf(html).map((file) => `/${file}`)),
          __KEPT_FILES__: JSON.stringify(precachedFiles(bundle, html)),
        });
        this.emitFile({ type: "asset", fileName: WORKER_FILE, source });
      },
    },
  };
}

/** Builds /service-worker.js into the app: one small script that knows its build and which files to keep at once. */
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const SOURCE = fileURLToPath(new URL("src/worker/service-worker.ts", import.meta.url));
const WORKER_FILE = "service-worker.js";

/** Pages that must open without a network although they were never opened with one. */
const KEPT_PAGES = [
  "index/index",
  "user/ordtype",
  "user/index",
  "user/orders",
  "user/coupons",
  "exchange/ordetail",
  "passport/login_out",
].map((page) => `/src/pages/${page}.tsx`);

const isChunk = (output: Bundle[string] | undefined): output is Chunk => output?.type === "chunk";
const isKeptPage = ({ facadeModuleId: id }: Chunk): boolean =>
  KEPT_PAGES.some((page) => id?.endsWith(page));
/** What a kept page may ask for later, as its dialogs; other pages and whole libraries are not. */
const isPart = ({ facadeModuleId: id }: Chunk): boolean =>
  id != null && !/\/node_modules\/|\/src\/(?:pages|exception)\//.test(id);

/** The shell, the kept pages and all they load, with styles and pictures; as paths of the site. */
export function keptFiles(bundle: Bundle): string[] {
  const found = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (!isChunk(chunk) || found.has(name)) return;
    found.set(name, chunk);
    chunk.imports.forEach(visit);
    for (const later of chunk.dynamicImports) {
      const other = bundle[later];
      if (isChunk(other) && (isKeptPage(other) || isPart(other))) visit(later);
    }
  };
  for (const output of Object.values(bundle)) {
    if (isChunk(output) && output.isEntry) visit(output.fileName);
  }
  const files = [...found.values()].flatMap((chunk) => [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...(chunk.viteMetadata?.importedAssets ?? []),
  ]);
  return [...new Set(files)].map((file) => `/${file}`).sort();
}

/** The entry's own path: a page that does not name it is of another build. */
function entryOf(bundle: Bundle): string {
  const entry = Object.values(bundle).find((output) => isChunk(output) && output.isEntry);
  if (!entry) throw new Error("the build has no entry");
  return `/${entry.fileName}`;
}

async function bundled(define: Record<string, string>): Promise<string> {
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
    async generateBundle(_options, bundle) {
      const source = await bundled({
        __BUILD_ID__: JSON.stringify(buildId),
        __ENTRY__: JSON.stringify(entryOf(bundle)),
        __KEPT_FILES__: JSON.stringify(keptFiles(bundle)),
      });
      this.emitFile({ type: "asset", fileName: WORKER_FILE, source });
    },
  };
}

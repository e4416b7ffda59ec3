/**
 * Vite plugin of the console's build: checks the weight of the first loads, and writes compressed
 * copies.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

const COMPRESSIBLE = /\.(?:js|css|html|svg)$/;
// Bytes. Compressing a smaller file saves too little.
const COMPRESS_MIN_BYTES = 256;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Limits of a first load in kB of gzip, by the path of the page's file. */
export const BUDGETS = [
  { page: "/pages/login/", kilobytes: 250 },
  { page: "/pages/", kilobytes: 350 },
] as const;

function closureOf(bundle: Bundle, starts: readonly Chunk[]): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || found.has(name)) return;
    found.set(name, chunk);
    chunk.imports.forEach(visit);
  };
  starts.forEach((start) => visit(start.fileName));
  return [...found.values()];
}

const weightOf = (source: string | Uint8Array): number => gzipSync(source).length / 1_000;

/** Returns the weight in kB of gzip of each page: entry, frame, the page and their styles. */
export function pageWeights(bundle: Bundle): Map<string, number> {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const shell = (page: Chunk) =>
    chunks.filter(
      (chunk) =>
        chunk.isEntry ||
        (chunk.facadeModuleId?.endsWith("/app/frame.tsx") &&
          !page.facadeModuleId?.includes("/pages/login/")),
    );
  const antd = Object.values(bundle).find(({ fileName }) => /\/antd-\w+\.css$/.test(fileName));
  const weights = new Map<string, number>();
  for (const page of chunks) {
    const path = /\/src(\/pages\/.*)\.tsx$/.exec(page.facadeModuleId ?? "")?.[1];
    if (path === undefined || !page.isDynamicEntry) continue;
    const loaded = closureOf(bundle, [...shell(page), page]);
    const sheets = new Set(loaded.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
    const scripts = loaded.reduce((sum, chunk) => sum + weightOf(chunk.code), 0);
    const styles = [...sheets, ...(antd ? [antd.fileName] : [])].reduce((sum, name) => {
      const sheet = bundle[name];
      return sheet?.type === "asset" ? sum + weightOf(sheet.source) : sum;
    }, 0);
    weights.set(path, scripts + styles);
  }
  return weights;
}

function writeCompressedCopies(file: string): void {
  const bytes = readFileSync(file);
  if (!COMPRESSIBLE.test(file) || bytes.length < COMPRESS_MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Throws for a page whose first load is heavier than its limit. */
function checkWeights(weights: ReadonlyMap<string, number>): void {
  for (const [path, weight] of weights) {
    const limit = BUDGETS.find(({ page }) => path.startsWith(page))?.kilobytes ?? Infinity;
    if (weight > limit)
      throw new Error(`${path} loads ${Math.round(weight)} kB at first; the limit is ${limit} kB`);
  }
}

export function consoleBuild(): Plugin {
  let outDir = "dist";
  let weights = new Map<string, number>();
  return {
    name: "console-build",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      weights = pageWeights(bundle);
      checkWeights(weights);
    },
    closeBundle() {
      const round = [...weights].map(([path, weight]) => [path, Math.round(weight)] as const);
      writeFileSync(join(outDir, "weights.json"), JSON.stringify(Object.fromEntries(round)));
      const files = readdirSync(outDir, { recursive: true, encoding: "utf8" })
        .map((name) => join(outDir, name))
        .filter((file) => statSync(file).isFile());
      for (const file of files) writeCompressedCopies(file);
    },
  };
}

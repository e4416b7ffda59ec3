/**
 * Vite configuration of the member app for development and build: one chunk a page, file names by
 * content.
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type CSSOptions, defineConfig } from "vite";
import { chunkGroups } from "./build-chunks.ts";
import { buildIdOf, memberBuild } from "./build-plugin.ts";
import { memberWorker } from "./build-worker.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const buildId = buildIdOf(root);
/** The server sees the browser's own host, so that the renewal of a session is of one origin. */
const product = {
  target: process.env["SERVER_ORIGIN"] ?? "http://127.0.0.1:8080",
  changeOrigin: false,
};
/**
 * Every chunk references the app's chunk, which changes with each build. A folder per build is
 * therefore as good for caches as a hash per file, and keeps the names short in the lists that load
 * with the first view. React and the drawings do not change with each build and have a hash of
 * their own.
 */
const folder = `assets/${buildId.split("+")[1]}`;
const lasting = "assets/[name]-[hash][extname]";
const assetFileNames = ({ names: [name = ""] }: { readonly names: readonly string[] }) =>
  name.endsWith(".css") ? `${folder}/[name][extname]` : lasting;
const define = { __BUILD_ID__: JSON.stringify(buildId) };
const STABLE_CHUNKS = new Set(["react", "rolldown-runtime"]);

const moduleSheets = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".module.css"))
  .sort();
/**
 * A class is named by itself and the place of its sheet among all: shorter than a hash, in scripts,
 * sheets and pages. The bundles for the browser and for the server must agree on it.
 */
const sheetNumber = (file: string): string =>
  moduleSheets.indexOf(relative(join(root, "src"), file.split("?", 1)[0] ?? "")).toString(36);
const css: CSSOptions = {
  modules: { generateScopedName: (name, file) => `${name}_${sheetNumber(file)}` },
};

export default defineConfig({
  root,
  define,
  plugins: [react(), memberBuild(buildId, { assetFileNames, define, css }), memberWorker(buildId)],
  css,
  build: {
    // The oldest supported browsers, as stated in docs/browsers.md; index.html tests for them.
    target: ["chrome111", "safari16.4", "firefox115"],
    // Separate files can be cached by the browser and need no `data:` in the page's CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: `${folder}/[name].js`,
        chunkFileNames: ({ name }) =>
          STABLE_CHUNKS.has(name) ? "assets/[name]-[hash].js" : `${folder}/[name].js`,
        assetFileNames,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: {
      "/api": product,
      "/console/api": product,
      "/readyz": product,
      // The console's own vite, in development only.
      "/console": process.env["CONSOLE_DEV_ORIGIN"] ?? "http://127.0.0.1:5174",
      "/sandbox": product,
      "/cloud": product,
      "/version": product,
      "/ws": { ...product, ws: true },
    },
  },
});

/**
 * Vite configuration of the member app for development and build: one chunk a page, file names by
 * content.
 */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
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

/**
 * The components of the pages that new visitors open (login, exchange): one chunk and one
 * stylesheet, so that the first view loads nothing of the shop's lists and cards.
 */
const BASICS =
  /\/(?:load-api|shell\/busy|device\/time)\.ts$|\/components\/(?:artwork|artwork-names|button|contours|field|icon|icon-drawing|icons|pressable|checkbox|touch|wave-edge|whale)(?:\.module)?\.(?:tsx?|css)$/;

/**
 * Additional components of the exchange pages: answers, states and waits, without lists and prices.
 */
const PANELS =
  /\/components\/(?:card|list-row|notice-bar|skeleton|tag|countdown|empty-state|scene|dock|pulse)(?:\.module)?\.(?:tsx?|css)$/;

/** Components of lists and prices; nothing that depends on a library. */
const LISTS =
  /\/components\/(?:pull-refresh|infinite-list|end-text|chip|page-icons|grid-entry|price|money|facts|qr-code|distance)(?:\.module)?\.(?:tsx?|css)$/;
/** Components shared by several pages of the shop; its bottom sheets load when they are opened. */
const SHOP =
  /\/components\/(?:(?:benefit-card|coupon-ticket|coupon-face|stepper|zone-card)[.\w]*|shop\/[^/]*)$/;

export default defineConfig({
  root,
  define,
  plugins: [react(), memberBuild(buildId, { assetFileNames, define }), memberWorker(buildId)],
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
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules\/(?:react|react-dom|scheduler)\//,
              priority: 5,
            },
            { name: "app", test: /\/member\/src\/main\.tsx$/, priority: 4 },
            { name: "basics", test: BASICS, priority: 4 },
            { name: "api", test: /\/member\/src\/api\.ts$/, priority: 3 },
            { name: "query", test: /@tanstack\/|\/query-provider\.tsx$/, priority: 2 },
            { name: "storage", test: /\/device\/(?:storage|idempotency)\.ts$/, priority: 3 },
            { name: "panels", test: PANELS, priority: 2 },
            { name: "soon", test: /\/components\/coming-soon/, priority: 2 },
            { name: "lists", test: LISTS, priority: 1 },
            { name: "shop", test: SHOP, minShareCount: 3, priority: 1 },
          ],
        },
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

/**
 * Vite configuration of the member app for development and build: one chunk a page, file names by
 * content.
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type CSSOptions, defineConfig } from "vite";
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

/**
 * What every page loads besides the shell, and what login and the exchange page show. Few larger
 * files: on a slow network a request costs more than the bytes that a page does not use (decision
 * 0164).
 */
const APP =
  /\/contract\/src\/(?:exchange-code|agreements|limits|phone)\.ts$|\/member\/src\/(?:main\.tsx|api\.ts|load-api\.ts|device\/load-part\.ts|shell\/(?:busy|facade\/(?:dialog-queue|facade|host-request))\.ts|device\/(?:time|storage|idempotency|clipboard|exchange-session|logout-handlers|newcomer)\.ts|components\/(?:artwork|artwork-names|button|contours|field|icon|icon-drawing|icons|pressable|checkbox|wave-edge|whale|page-icons|countdown|pulse|card|list-row|notice-bar|skeleton|tag|empty-state|scene|dock|typed-code|code-error|phone|use-seconds-countdown|phone-code)(?:\.module)?\.(?:tsx?|css))$/;

/**
 * Of the pages that read by queries: the query library without what only the poster uses, and what
 * several of them show.
 */
const QUERY =
  /@tanstack\/(?!.*\/(?:queriesObserver|useQueries)\.js)|\/member\/src\/(?:query-provider\.tsx|shell\/use-city\.ts|device\/(?:location-choice|stored-pages|push|save-file|save-download)\.ts|components\/(?:bottom-sheet|qr-code|benefit-picture|legal-footer|no-permission|step-up\/step-up-sheet|pull-refresh|infinite-list|end-text|chip|grid-entry|price|money|money-icons|yuan|facts|tabs|photo|hotline|search-field|use-debounced|brand-plate|statement\/statement-text|shop\/benefit-path|shop\/use-benefits|notifications\/use-unread)(?:\.module)?\.(?:tsx?|css))$|\/components\/store-row\.module\.css$/;

/** Of the pages that show benefits and coupons; the bottom sheets load when they are opened. */
const SHOP =
  /\/(?:components\/(?:benefit-card|benefit-picture|coupon-ticket|zone-card|banner|banner-slide|shop\/(?:benefit-row|coupon-value|use-claim|claim-ticket|pack-contents))|pages\/index\/home\/(?:blocks|home-header|home\.module))[.\w]*$/;

/** Of the pages that show orders and cards. */
const ORDERS =
  /\/(?:components\/(?:order-card|order-menu|pay\/pay-sheet|shop\/cancel-order|shop\/order-text|pickup-card|card-ticket|member-card)|pages\/user\/orders\/(?:order-kinds|order-line|live-code)|pages\/user\/user|pages\/user\/(?:profile\/avatar|coupons\/coupons)\.module)[.\w]*$/;

/** Of the pages that buy a benefit, by money or points. */
const BUYING =
  /\/(?:components\/(?:choice|stepper)|pages\/benefit\/detail\/(?:choice-section|rules|benefit-form|head|detail-blocks|buy-dock))[.\w]*$/;

/** Of the pages that show stores. */
const STORES = /\/(?:components\/(?:store-row|distance)|device\/geolocation)[.\w]*$/;

/** Of one order's page, and of sheets that show an order. */
const ORDER = /\/components\/(?:timeline|pickup-ticket|(?:pay|shop)\/price-lines)[.\w]*$/;

/** Of what is stored sealed on the phone. */
const SEALED = /\/device\/(?:cached-orders|sealed-entries|storage-key|object-store)\.ts$/;

/** Of the pages of tickets and invoices. */
const TICKETS =
  /\/(?:components\/evidence\/(?:evidence-photos|shown-evidence|use-evidence)|pages\/user\/tickets\/(?:tickets|ticket-tone)|pages\/user\/invoices\/invoice-card)[.\w]*$/;

/** Of the pages of the wallet's money and of points. */
const MONEY =
  /\/(?:components\/(?:pay\/top-up-sheet|statement\/(?:month-picker|statement|statement-groups|statement-line))|pages\/user\/wallet\/(?:top-up-form|top-up-choice|use-top-up|wallet\.module|balance-head\.module))[.\w]*$/;

/** What was seen last of a page: stored and replaced after the page has its content. */
const LAST_VIEW =
  /\/(?:shell\/(?:last-view|capture-view|view-changes)|device\/last-views|query-state)[.\w]*$/;

/** Of dialogs and sheets, which pages load when they open one. */
const DIALOG = /\/shell\/(?:scroll-lock|facade\/dialog-box)[.\w]*$/;
const SHEET = /\/components\/(?:bottom-sheet-body|flow-sheet)[.\w]*$/;

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
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules\/(?:react|react-dom|scheduler)\//,
              priority: 5,
            },
            { name: "app", test: APP, priority: 4 },
            { name: "query", test: QUERY, priority: 3 },
            { name: "shop", test: SHOP, priority: 2 },
            { name: "order-views", test: ORDERS, priority: 2 },
            { name: "money", test: MONEY, priority: 2 },
            { name: "buying", test: BUYING, priority: 2 },
            { name: "stores", test: STORES, priority: 2 },
            { name: "order", test: ORDER, priority: 2 },
            { name: "sealed", test: SEALED, priority: 4 },
            { name: "tickets", test: TICKETS, priority: 2 },
            { name: "dialog", test: DIALOG, priority: 3 },
            { name: "last-view", test: LAST_VIEW, priority: 3 },
            { name: "sheet", test: SHEET, priority: 2 },
            { name: "soon", test: /\/components\/coming-soon/, priority: 1 },
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

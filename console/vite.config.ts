/** Vite configuration of the console: served below /console, one chunk a page. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { antdStyles } from "./build-styles.ts";
import { consoleBuild } from "./build-plugin.ts";
import { limitsOf } from "../contract/src/limits-of.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
/** The server sees the browser's own host, so that the renewal of a session is of one origin. */
const product = {
  target: process.env["SERVER_ORIGIN"] ?? "http://127.0.0.1:8080",
  changeOrigin: false,
};

// The editors of drafts show the server's checklist, not the limits of their many nested fields.
const {
  "operatorGoods.saveDraft": _,
  "operatorHomePage.saveDraft": __,
  "operatorHomePage.preview": ___,
  ...limits
} = limitsOf("console");

export default defineConfig({
  root,
  base: "/console/",
  // The forms check these limits; the bundle holds no schema library.
  define: { __LIMITS__: JSON.stringify(limits) },
  plugins: [react(), antdStyles(), consoleBuild()],
  build: {
    target: ["chrome111", "safari16.4", "firefox115"],
    // Separate files need no `data:` in the page's CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssCodeSplit: true,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 5 },
            { name: "tanstack", test: /node_modules\/@tanstack\/(?!.*table)/, priority: 4 },
            { name: "visx", test: /node_modules\/(?:@visx|d3-)/, priority: 3 },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    strictPort: true,
    host: "127.0.0.1",
    // Pages come through the member app's vite; hot reload connects directly.
    hmr: { host: "127.0.0.1", clientPort: 5174 },
    proxy: {
      "/console/api": product,
      "/pictures": product,
      "/readyz": product,
      "/version": product,
      "/sandbox": product,
    },
  },
});

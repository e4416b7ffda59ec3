/**
 * How the member app is served while it is written and built for good: one chunk a page, names by
 * content.
 */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildIdOf, memberBuild } from "./build-plugin.ts";
import { memberWorker } from "./build-worker.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const buildId = buildIdOf(root);
const server = "http://127.0.0.1:8080";

export default defineConfig({
  root,
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  plugins: [react(), memberBuild(buildId), memberWorker(buildId)],
  build: {
    target: ["chrome107", "safari16.4"],
    // Files of their own can be kept by the browser and need no `data:` in the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// }],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": server,
      "/sandbox": server,
      "/version": server,
      "/ws": { target: server, ws: true },
    },
  },
});

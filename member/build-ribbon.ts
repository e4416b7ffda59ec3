/**
 * Builds the script that shows the sandbox on the member pages: one file with its styles beside it,
 * and what the head of the pages needs, apart from the app, so that no installation without the
 * sandbox has it (decisions 0172 and 0236).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { inlineHashes, withoutComments } from "./build-html.ts";

type Options = {
  readonly root: string;
  readonly outDir: string;
  readonly define: Record<string, string>;
};

export async function buildRibbon({ root, outDir, define }: Options): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    define: { ...define, "process.env.NODE_ENV": '"production"' },
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: ["chrome111", "safari16.4", "firefox115"],
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, "src/sandbox/ribbon.tsx"),
        output: {
          entryFileNames: "ribbon.js",
          codeSplitting: false,
          assetFileNames: ({ names: [name = ""] }) =>
            name.endsWith(".css") ? "ribbon.css" : "[name][extname]",
        },
      },
    },
  });
  const html = withoutComments(readFileSync(join(root, "src/sandbox/head.html"), "utf8"));
  const head = {
    html,
    scriptHashes: inlineHashes(html, "script"),
    styleHashes: inlineHashes(html, "style"),
  };
  writeFileSync(join(outDir, "head.json"), JSON.stringify(head));
}

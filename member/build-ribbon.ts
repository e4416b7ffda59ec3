/**
 * Builds the script that shows the sandbox on the member pages: one file with its styles beside it,
 * apart from the app, so that no installation without the sandbox has it (decision 0172).
 */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";

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
}

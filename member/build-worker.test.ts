// @vitest-environment node
/**
 * Tests which files the service worker precaches: those that open without a network, and no others.
 */
import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { precachedFiles } from "./build-worker.ts";

type Given = {
  from?: string;
  imports?: string[];
  later?: string[];
  css?: string[];
};

const chunk = (fileName: string, { from, imports = [], later = [], css = [] }: Given) => ({
  type: "chunk",
  fileName,
  facadeModuleId: from === undefined ? null : `/repository/member/src/${from}`,
  moduleIds: [`/repository/member/src/${from ?? `parts/${fileName}`}`],
  imports,
  dynamicImports: later,
  viteMetadata: { importedCss: new Set(css), importedAssets: new Set<string>() },
});

const bundle = Object.fromEntries(
  [
    chunk("main.js", {
      from: "main.tsx",
      imports: ["react.js"],
      css: ["main.css"],
      later: ["orders.js", "kfc.js", "dialogs.js", "grouped.js", "console.js", "grouped.js"],
    }),
    chunk("react.js", {}),
    chunk("orders.js", { from: "pages/user/orders.tsx", imports: ["list.js"] }),
    chunk("list.js", { later: ["qr.js"], css: ["list.css"] }),
    chunk("qr.js", { from: "parts/qr-drawing.tsx" }),
    chunk("kfc.js", { from: "pages/exchange/kfc.tsx", imports: ["menu.js"] }),
    chunk("menu.js", {}),
    chunk("dialogs.js", { from: "shell/facade/dialogs.tsx" }),
    chunk("grouped.js", {}),
    chunk("console.js", { from: "../../node_modules/vconsole/index.js" }),
  ].map((one) => [one.fileName, one]),
) as unknown as Rolldown.OutputBundle;

test("the shell, the offline pages, their styles and the chunks they load later are precached", () => {
  const html = `<link rel="stylesheet" crossorigin href="/app.css">
    <link rel="modulepreload" data-entry crossorigin href="/main.js">`;
  expect(precachedFiles(bundle, html)).toEqual(
    [
      "app.css",
      "dialogs.js",
      "grouped.js",
      "list.css",
      "list.js",
      "main.css",
      "main.js",
      "orders.js",
      "qr.js",
      "react.js",
    ].map((file) => `/${file}`),
  );
});

test("so are the styles of pages that show what was seen last", () => {
  const list = {
    files: ["wallet.js", "wallet.css", "kfc.css"],
    pages: { "/pages/user/wallet": [0, 1], "/pages/exchange/kfc": [2] },
  };
  const html = `<script type="application/json" id="chunks">${JSON.stringify(list)}</script>`;
  expect(precachedFiles(bundle, html)).toEqual(["/wallet.css"]);
});

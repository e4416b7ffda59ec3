/**
 * Vite plugin that writes the styles of the used antd parts into one file at build, because the
 * page's CSP lets no script add styles (decision 0077).
 */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { createElement, type FC, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { Plugin, Rolldown } from "vite";
import { theme } from "./src/theme/antd-theme.ts";

const require = createRequire(import.meta.url);
const STYLE_MODULE = /\/antd\/es\/([\w-]+)\/style\/index\.js$/;

/** A module of styles exports its hooks as `default` and `useSharedStyle`. */
const HOOK_NAME = /^(?:default|use\w*Style)$/;
/** Parts whose class differs from the name of their folder. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["button", "btn"],
  ["date-picker", "picker"],
]);

type StyleHook = (prefixCls: string, rootCls?: string) => unknown;
type Extraction = {
  readonly createCache: () => unknown;
  readonly extractStyle: (cache: unknown, options: { plain: boolean }) => string;
  readonly StyleProvider: FC<Record<string, unknown>>;
};

/** Returns the names of the antd parts whose styles the bundle uses: `button`, `modal`. */
export function usedParts(bundle: Rolldown.OutputBundle): string[] {
  const modules = Object.values(bundle).flatMap((output) =>
    output.type === "chunk" ? output.moduleIds : [],
  );
  return [...new Set(modules.flatMap((id) => STYLE_MODULE.exec(id)?.[1] ?? []))].sort();
}

/** Returns the CSS of the parts under the console's theme, as their own style hooks make it. */
export function stylesOf(parts: readonly string[]): string {
  const { createCache, extractStyle, StyleProvider }: Extraction = require("@ant-design/cssinjs");
  const { default: ConfigProvider }: { default: FC<Record<string, unknown>> } =
    require("antd/lib/config-provider");
  const hooks = parts.flatMap((part) => {
    const file: Record<string, unknown> = require(`antd/lib/${part}/style`);
    const prefix = `ant-${PREFIXES.get(part) ?? part}`;
    return Object.entries(file)
      .filter(([name, value]) => HOOK_NAME.test(name) && typeof value === "function")
      .map(([name, hook]) => ({ prefix, name, hook: hook as StyleHook }));
  });
  const Parts = (): ReactElement[] =>
    hooks.flatMap(({ prefix, name, hook }) =>
      // The class that holds a part's CSS variables: some parts name it by `useCSSVarCls`, the
      // others use their own class.
      [prefix, `${prefix}-css-var`].map((rootCls) => {
        const Styled = () => {
          hook(prefix, rootCls);
          return null;
        };
        return createElement(Styled, { key: `${rootCls} ${name}` });
      }),
    );
  const cache = createCache();
  renderToString(
    createElement(
      StyleProvider,
      { cache },
      createElement(ConfigProvider, { theme }, createElement(Parts)),
    ),
  );
  const { iconStyles }: { iconStyles: string } = require("@ant-design/icons/lib/utils");
  return extractStyle(cache, { plain: true }) + iconStyles;
}

/** The modules of antd's foundation and icons that put `style` elements into the page's head. */
const WRITER = /\/@rc-component\/util\/es\/Dom\/dynamicCSS\.js$|\/icons\/es\/cssUtils\.js$/;
const HEAD = "const head = document.querySelector('head');";
/** An element outside of the document: a style in it has no effect, and no policy concerns it. */
const NOWHERE = "const head = (globalThis.antdStyles ??= document.createElement('div'));";

export function antdStyles(): Plugin {
  let fileName = "";
  return {
    name: "antd-styles",
    apply: "build",
    transform(code, id) {
      if (!WRITER.test(id)) return undefined;
      if (!code.includes(HEAD)) throw new Error(`${id} has changed; see decision 0077`);
      return { code: code.replace(HEAD, NOWHERE), map: null };
    },
    generateBundle(_options, bundle) {
      const css = stylesOf(usedParts(bundle));
      const hash = createHash("sha256").update(css).digest("hex").slice(0, 8);
      fileName = `assets/antd-${hash}.css`;
      this.emitFile({ type: "asset", fileName, source: css });
    },
    transformIndexHtml: {
      order: "post",
      // Before our own sheets, so that these win over antd.
      handler: (html) =>
        html.replace("</title>", `</title>\n<link rel="stylesheet" href="/console/${fileName}">`),
    },
  };
}

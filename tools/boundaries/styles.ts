/**
 * Checks that stylesheets and components of the member app agree: every class of a CSS module is
 * used, every used class exists, and every composed class is a primitive.
 */
import { posix } from "node:path";
import type { Source } from "./sources.ts";

const PRIMITIVES = "member/src/theme/primitives.css";
const COMMENT = /\/\*[\s\S]*?\*\//g;
/** The text before a block: the selectors of a rule, or the condition of an at-rule. */
const PRELUDE = /([^{};]+)\{/g;
const CLASS = /\.([a-zA-Z][\w-]*)/g;
const COMPOSES = /\bcomposes:([^;]+);/g;
const IMPORT = /\bimport (\w+) from "(\.[^"]+\.module\.css)"/g;

const namesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** Returns the classes that the selectors of a stylesheet name. */
function classesOf({ text }: Source): Set<string> {
  const selectors = namesOf(text.replace(COMMENT, ""), PRELUDE).filter(
    (prelude) => !prelude.trim().startsWith("@"),
  );
  return new Set(selectors.flatMap((selector) => namesOf(selector, CLASS)));
}

/** Returns a finding for each composed name that is no class of the primitives. */
function composedFaults(sheet: Source, primitives: ReadonlySet<string>): string[] {
  return namesOf(sheet.text.replace(COMMENT, ""), COMPOSES).flatMap((value) => {
    const [names = "", place = ""] = value.trim().split(/\s+from\s+/);
    if (place !== "global")
      return [`${sheet.path}: composes ${names} from ${place || "its own file"}`];
    return names
      .split(/\s+/)
      .filter((name) => !primitives.has(name))
      .map((name) => `${sheet.path}: composes ${name}, which ${PRIMITIVES} does not have`);
  });
}

/** Returns the findings of all stylesheets and of the components that import them. */
export function styleFaults(sources: readonly Source[]): string[] {
  const modules = sources.filter(({ path }) => path.endsWith(".module.css"));
  const primitives = sources.find(({ path }) => path === PRIMITIVES);
  const shared: ReadonlySet<string> = primitives ? classesOf(primitives) : new Set();
  const used = new Map(modules.map(({ path }) => [path, new Set<string>()]));
  const classes = new Map(modules.map((sheet) => [sheet.path, classesOf(sheet)]));
  const missing = sources
    .filter(({ path }) => path.endsWith(".tsx"))
    .flatMap((source) =>
      [...source.text.matchAll(IMPORT)].flatMap(([, styles = "", from = ""]) => {
        const sheet = posix.join(posix.dirname(source.path), from);
        const names = namesOf(source.text, new RegExp(`(?<![/\\w-])${styles}\\.(\\w+)`, "g"));
        for (const name of names) used.get(sheet)?.add(name);
        return names
          .filter((name) => !classes.get(sheet)?.has(name))
          .map((name) => `${source.path}: uses ${styles}.${name}, which ${sheet} does not have`);
      }),
    );
  return [
    ...missing,
    ...modules.flatMap((sheet) => [
      ...composedFaults(sheet, shared),
      ...[...(classes.get(sheet.path) ?? [])]
        .filter((name) => !used.get(sheet.path)?.has(name))
        .map((name) => `${sheet.path}: no component uses .${name}`),
    ]),
  ];
}

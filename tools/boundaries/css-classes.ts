/**
 * Compares CSS classes with their uses: finds a class of a CSS file that no source uses, and a use
 * of a class that the CSS module does not define.
 */
import { dirname, join } from "node:path";
import type { Source } from "./sources.ts";

const SHEET = /^member\/.*\.css$/;
const CODE = /^member\/.*\.tsx?$/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*$/gm;
/** The selector of a rule: what stands before `{`, unless it is an at-rule. */
const SELECTOR = /(?:^|[{};])([^{};@]+)\{/g;
const CLASS = /\.(-?[_a-z][\w-]*)/gi;
const COMPOSES = /\bcomposes:\s*([^;]+?)(?:\s+from\s+"([^"]+)")?\s*;/g;
const IMPORT = /\bimport\s+(\w+)\s+from\s+"[^"]+\.module\.css"/g;

const withoutComments = (text: string): string => text.replace(COMMENT, "");

const isModule = (path: string): boolean => path.endsWith(".module.css");

/** Returns the classes that a CSS file defines; those in `:global()` belong to another file. */
function definedClasses(text: string): Set<string> {
  const selectors = [...withoutComments(text).matchAll(SELECTOR)].map(([, selector = ""]) =>
    selector.replace(/:global\([^)]*\)/g, ""),
  );
  return new Set(
    selectors.flatMap((selector) => [...selector.matchAll(CLASS)].map(([, name = ""]) => name)),
  );
}

type Use = {
  /** The file with the use. */
  readonly by: string;
  /** The CSS module that has to define the class. */
  readonly module: string;
  readonly name: string;
};

/** Returns the classes that `composes` takes from this module or from another one. */
const composedClasses = ({ path, text }: Source): Use[] =>
  [...withoutComments(text).matchAll(COMPOSES)].flatMap(([, names = "", from]) =>
    names.split(/\s+/).map((name) => ({
      by: path,
      module: from ? join(dirname(path), from) : path,
      name,
    })),
  );

/** Returns the uses of each imported CSS module, and a finding where a use names no class. */
function importedClasses({ path, text, imports }: Source): { uses: Use[]; faults: string[] } {
  const code = withoutComments(text);
  const uses: Use[] = [];
  const faults: string[] = [];
  for (const [statement, local = ""] of code.matchAll(IMPORT)) {
    const module = imports.find((one) => statement.endsWith(`"${one.text}"`))?.file ?? "";
    const occurrences = code
      .replace(statement, "")
      .replace(/"[^"\n]*"/g, '""')
      .matchAll(new RegExp(`(?<![.\\w<-])(?<!</)${local}\\b(?!\\s*[=:])(?:\\??\\.(\\w+))?`, "g"));
    for (const [, name] of occurrences) {
      if (name) uses.push({ by: path, module, name });
      else faults.push(`${path}: ${local} is used without a class; write ${local}.<class>`);
    }
  }
  return { uses, faults };
}

/** Returns the global classes, and those of CSS modules, that no source uses. */
function unusedClasses(sheet: Source, uses: readonly Use[], strings: string): string[] {
  const used = new Set(uses.filter(({ module }) => module === sheet.path).map(({ name }) => name));
  const isUsed = (name: string): boolean =>
    isModule(sheet.path) ? used.has(name) : new RegExp(`["\`\\s]${name}["\`\\s]`).test(strings);
  return [...definedClasses(sheet.text)]
    .filter((name) => !isUsed(name))
    .map((name) => `${sheet.path}: no source uses the class ${name}`);
}

/**
 * Returns findings in both directions. A module is read by `styles.name` only, never by
 * `styles[name]`, so that the uses of a class can be searched for.
 */
export function classFaults(sources: readonly Source[]): string[] {
  const sheets = sources.filter(({ path }) => SHEET.test(path));
  const code = sources.filter(({ path }) => CODE.test(path));
  const imported = code.map(importedClasses);
  const uses = [...imported.flatMap((one) => one.uses), ...sheets.flatMap(composedClasses)];
  const strings = code
    .flatMap(({ text }) => withoutComments(text).match(/"[^"\n]*"|`[^`]*`/g) ?? [])
    .join("\n");
  const defined = new Map(sheets.map(({ path, text }) => [path, definedClasses(text)]));
  return [
    ...imported.flatMap(({ faults }) => faults),
    ...uses
      .filter(({ module, name }) => !defined.get(module)?.has(name))
      .map(
        ({ by, module, name }) => `${by}: uses the class ${name}, which ${module} does not define`,
      ),
    ...sheets.flatMap((sheet) => unusedClasses(sheet, uses, strings)),
  ];
}

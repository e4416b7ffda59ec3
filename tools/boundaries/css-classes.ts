/**
 * Compares CSS classes with their uses: finds a class of a CSS file that no source uses, and a use
 * of a class that no CSS file defines.
 */
import { dirname, join } from "node:path";
import type { Source } from "./sources.ts";

const SHEET = /^(?:member|console)\/.*\.css$/;
const CODE = /^(?:member|console)\/.*\.tsx?$/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*$/gm;
/** The selector of a rule: what stands before `{`, unless it is an at-rule. */
const SELECTOR = /(?:^|[{};])([^{};@]+)\{/g;
const CLASS = /\.(-?[_a-z][\w-]*)/gi;
const COMPOSES = /\bcomposes:\s*([^;]+?)(?:\s+from\s+(?:"([^"]+)"|(global)))?\s*;/g;
const IMPORT = /\bimport\s+(\w+)\s+from\s+"[^"]+\.module\.css"/g;
/** The value of a `className` attribute: a string, or an expression up to its closing brace. */
const CLASS_NAME = /\bclassName=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g;
const STRING = /"([^"\n]*)"/g;
const TEMPLATE = /`([^`]*)`/g;
/** A string that is compared, not a class. */
const COMPARED = /[!=]==\s*"[^"\n]*"/g;

const GLOBAL = "a global CSS file";

const withoutComments = (text: string): string => text.replace(COMMENT, "");

const isModule = (path: string): boolean => path.endsWith(".module.css");

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Returns the text of all strings, and of all templates without the expressions in them. */
const literalsOf = (code: string): string =>
  [
    ...[...code.matchAll(STRING)].map(([, text = ""]) => text),
    ...[...code.matchAll(TEMPLATE)].map(([, text = ""]) => text.replace(/\$\{[^}]*\}/g, " ")),
  ].join(" ");

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
  /** The CSS module that has to define the class, or `GLOBAL`. */
  readonly module: string;
  readonly name: string;
};

/** Returns the classes that `composes` takes from this module, another one or a global file. */
const composedClasses = ({ path, text }: Source): Use[] =>
  [...withoutComments(text).matchAll(COMPOSES)].flatMap(([, names = "", from, global]) =>
    wordsOf(names).map((name) => ({
      by: path,
      module: global ? GLOBAL : from ? join(dirname(path), from) : path,
      name,
    })),
  );

/** Returns the global classes that `className` attributes name. */
const globalClasses = ({ path, text }: Source): Use[] =>
  [...withoutComments(text).matchAll(CLASS_NAME)].flatMap(([, plain, expression = ""]) =>
    wordsOf(plain ?? literalsOf(expression.replace(COMPARED, ""))).map((name) => ({
      by: path,
      module: GLOBAL,
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

/**
 * Returns findings in both directions. A module is read by `styles.name` only, never by
 * `styles[name]`, so that the uses of a class can be searched for.
 */
export function classFaults(sources: readonly Source[]): string[] {
  const sheets = sources.filter(({ path }) => SHEET.test(path));
  const code = sources.filter(({ path }) => CODE.test(path));
  const imported = code.map(importedClasses);
  const uses = [
    ...imported.flatMap((one) => one.uses),
    ...sheets.flatMap(composedClasses),
    ...code.flatMap(globalClasses),
  ];
  /** By module; a global class may also be in a string that a constant holds. */
  const used = new Map([[GLOBAL, new Set(code.flatMap(({ text }) => wordsOf(literalsOf(text))))]]);
  for (const { module, name } of uses)
    used.set(module, (used.get(module) ?? new Set<string>()).add(name));
  const defined = new Map<string, Set<string>>([[GLOBAL, new Set()]]);
  const unused: string[] = [];
  for (const { path, text } of sheets) {
    const module = isModule(path) ? path : GLOBAL;
    const names = definedClasses(text);
    defined.set(module, new Set([...(defined.get(module) ?? []), ...names]));
    for (const name of names)
      if (!used.get(module)?.has(name)) unused.push(`${path}: no source uses the class ${name}`);
  }
  const undefinedUses = uses
    .filter(({ module, name }) => !defined.get(module)?.has(name))
    .map(
      ({ by, module, name }) => `${by}: uses the class ${name}, which ${module} does not define`,
    );
  return [...imported.flatMap(({ faults }) => faults), ...undefinedUses, ...unused];
}

/**
 * Checks that the server calls our SQL functions through the generated callers of `server/src/sql`,
 * and that a domain module uses those of its own module and of lower ones only.
 */
import { domainModules } from "../boundaries.ts";
import { domainFileOf } from "./imports.ts";
import { isTest, type Source } from "./sources.ts";

const CREATED = /\bCREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+(\w+)/gi;
const CALLER = /^server\/src\/sql\/([a-z]+)\.ts$/;
/** A call; the function that a trigger names is none. */
const CALL = /(?<!EXECUTE FUNCTION )\b(\w+)\(/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;

const functionsOf = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources
      .filter(({ path }) => /^server\/src\/.*\/functions\/[^/]+\.sql$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(CREATED)].map(([, name = ""]) => name)),
  );

const mayCallRaw = ({ path }: Source): boolean =>
  !/^server\/src\/.*\.ts$/.test(path) || path.startsWith("server/src/sql/") || isTest(path);

/** Lists the calls in SQL text, and the imports of a higher module's callers. */
export function callerFaults(sources: readonly Source[]): string[] {
  const functions = functionsOf(sources);
  const raw = sources.flatMap((source) => {
    if (mayCallRaw(source)) return [];
    const called = [...source.text.replace(COMMENT, "").matchAll(CALL)].map(
      ([, name = ""]) => name,
    );
    return [...new Set(called)]
      .filter((name) => functions.has(name))
      .map((name) => `${source.path}: calls ${name} in SQL text; use server/src/sql`);
  });
  const higher = sources.flatMap((source) => {
    const here = domainFileOf(source.path);
    if (!here || isTest(source.path)) return [];
    return source.imports.flatMap(({ file }) => {
      const [, module = ""] = CALLER.exec(file ?? "") ?? [];
      return domainModules.indexOf(module) > here.rank
        ? [`${source.path}: calls a higher module: ${here.module} is below ${module}`]
        : [];
    });
  });
  return [...raw, ...higher];
}

/**
 * Checks that SQL functions follow the dependency rules of TypeScript: a function calls its own
 * module, lower modules, or the platform.
 */
import { domainModules } from "../boundaries.ts";
import type { Source } from "./sources.ts";

const FILE = /^server\/src\/(?:domain\/([^/]+)|(platform))\/functions\/[^/]+\.sql$/;
const CREATED = /\bCREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+(?:public\.)?(\w+)/gi;
const CALLED = /\b(\w+)\s*\(/g;

const moduleOfFile = (path: string): string | undefined => {
  const [, module, platform] = FILE.exec(path) ?? [];
  return module ?? platform;
};

/** The platform (-1) is below the lowest module. */
const rankOf = (module: string): number => domainModules.findIndex((name) => name === module);

const withoutComments = (text: string): string =>
  text.replace(/--.*$/gm, "").replace(/\/\*[\s\S]*?\*\//g, "");

export function functionFaults(sources: readonly Source[]): string[] {
  const files = sources.flatMap(({ path, text }) => {
    const module = moduleOfFile(path);
    return module ? [{ path, module, text: withoutComments(text) }] : [];
  });
  const owner = new Map<string, string>();
  const faults: string[] = [];
  for (const { path, module, text } of files) {
    for (const [, name = ""] of text.matchAll(CREATED)) {
      owner.set(name, module);
      if (!name.startsWith(`${module}_`))
        faults.push(`${path}: ${name} should begin with ${module}_`);
    }
  }
  for (const { path, module, text } of files) {
    const called = new Set([...text.matchAll(CALLED)].map(([, name = ""]) => name));
    for (const name of called) {
      const there = owner.get(name);
      if (!there || rankOf(there) <= rankOf(module)) continue;
      faults.push(`${path}: calls a higher module: ${module} is below ${there} (${name})`);
    }
  }
  return faults;
}

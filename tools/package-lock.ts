/**
 * Completes package-lock.json after `npm install`. A registry that does not carry the binaries of
 * other platforms leaves them out of the lock, and `npm ci` then refuses the lock everywhere. This
 * tool adds them without a hash.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Entry = Readonly<Record<string, unknown>> & {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Lock = { readonly packages: Readonly<Record<string, Entry | undefined>> };

const SYSTEMS = /^(android|darwin|freebsd|linux|openharmony|win32|openbsd|netbsd|sunos|aix)$/;
const PROCESSORS = /^(arm|arm64|x64|ia32|ppc64|riscv64|s390x|loong64)$/;

/** Returns the platform of a package, read from its name: `@oxlint/binding-linux-x64-musl`. */
function platformOf(name: string): Record<string, string[]> {
  const parts = name.split(/[/-]/);
  const os = parts.filter((part) => SYSTEMS.test(part));
  const libc = parts.some((part) => part.startsWith("musl")) ? ["musl"] : ["glibc"];
  return {
    cpu: parts.filter((part) => PROCESSORS.test(part)),
    ...(os.includes("linux") ? { libc } : {}),
    os,
  };
}

/** Returns the entries that installed packages require by an exact version and the lock lacks. */
export function missingEntries({ packages }: Lock): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [at, entry] of Object.entries(packages)) {
    if (!at.startsWith("node_modules/")) continue;
    for (const [name, version] of Object.entries(entry?.optionalDependencies ?? {})) {
      const isKnown = packages[`${at}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      const platform = platformOf(name);
      if (isKnown || !/^\d/.test(version) || platform["os"]?.length === 0) continue;
      missing[`node_modules/${name}`] = { version, ...platform, dev: true, optional: true };
    }
  }
  return missing;
}

/** The sort order of npm's own lock. */
const byName = (a: string, b: string): number => a.localeCompare(b, "en");

const DEPENDENCY_KINDS = ["dependencies", "devDependencies", "optionalDependencies"];

/** Returns one line per reason why `npm ci` would refuse the lock below `root`. */
export function lockFaults(root: string): string[] {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
  const lock: Lock = read("package-lock.json");
  const { workspaces = [] }: { workspaces?: string[] } = read("package.json");
  const stale = ["", ...workspaces].filter((workspace) => {
    const [own, locked] = [read(join(workspace, "package.json")), lock.packages[workspace] ?? {}];
    const sorted = (map: object = {}) => JSON.stringify(map, Object.keys(map).sort(byName));
    return DEPENDENCY_KINDS.some(
      (kind) => sorted(own[kind]) !== sorted(Object(locked[kind] ?? {})),
    );
  });
  return [
    ...stale.map((name) => `package-lock.json: disagrees with ${join(name, "package.json")}`),
    ...Object.keys(missingEntries(lock)).map(
      (at) => `package-lock.json: lacks ${at}; run npx tsx tools/package-lock.ts`,
    ),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileURLToPath(new URL("../package-lock.json", import.meta.url));
  const lock: Lock = JSON.parse(readFileSync(path, "utf8"));
  const all = Object.entries({ ...lock.packages, ...missingEntries(lock) });
  const packages = Object.fromEntries(all.sort(([a], [b]) => byName(a, b)));
  writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
}

/** Checks imports: between modules, between domain modules, and of packages. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  forbiddenPackages,
  domainModules,
  publicFiles,
  gatewayPublicFiles,
  type Module,
  modules,
} from "../boundaries.ts";
import { type Import, isTest, type Source } from "./sources.ts";

/** Returns the module of a path, or `undefined` when it is in none. */
export const moduleOf = (path: string): Module | undefined =>
  modules.find(({ files }) => files.test(path));

type DomainFile = { readonly rank: number; readonly module: string; readonly role: string };

/**
 * Returns the domain module and role of a path: `server/src/domain/orders/actions/place.ts` is
 * orders' actions.
 */
export function domainFileOf(path: string): DomainFile | undefined {
  const [, module, role] = /^server\/src\/domain\/([^/]+)\/([^/.]+)/.exec(path) ?? [];
  if (!module || !role) return undefined;
  return { module, role, rank: domainModules.findIndex((name) => name === module) };
}

/** Returns why one domain module may not import the other's file, or `undefined` when it may. */
function domainFault(from: DomainFile, to: DomainFile): string | undefined {
  if (from.module === to.module) return undefined;
  if (to.rank > from.rank) return `calls a higher module: ${from.module} is below ${to.module}`;
  if (publicFiles.some((face) => face === to.role)) return undefined;
  if (from.role === "tables" && to.role === "tables") return undefined;
  return `sees ${to.module}/${to.role}, of which only ${publicFiles.join(", ")} are shown`;
}

function moduleFault(source: Source, to: string): string | undefined {
  const [from, target] = [moduleOf(source.path), moduleOf(to)];
  if (!from || !target) return undefined;
  const crosses = source.path.split("/")[0] !== to.split("/")[0];
  const isStyle = to.endsWith(".css") || to.endsWith(".svg");
  if (from !== target && !from.imports.includes(target.name) && !isStyle) {
    // A test may import from any module of its own workspace, but not from another workspace.
    const mayImport = isTest(source.path) && !crosses;
    if (!mayImport) return `${from.name} may not import ${target.name}`;
  }
  const [here, there] = [domainFileOf(source.path), domainFileOf(to)];
  if (!there || isTest(source.path)) return undefined;
  if (here) return domainFault(here, there);
  const isShown = gatewayPublicFiles.some((face) => face === there.role);
  if (from.name === "gateways" && !isShown) {
    return `gateways see only ${gatewayPublicFiles.join(" and ")} of ${there.module}`;
  }
  return undefined;
}

type Manifest = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
const manifests = new Map<string, Manifest>();

function manifestOf(root: string, workspace: string): Manifest {
  const path = join(root, workspace, "package.json");
  const known = manifests.get(path);
  if (known) return known;
  const read: Manifest = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  manifests.set(path, read);
  return read;
}

function packageFault(root: string, source: Source, one: Import): string | undefined {
  const role = isTest(source.path) ? undefined : domainFileOf(source.path)?.role;
  if (role && one.package && forbiddenPackages[role]?.includes(one.package)) {
    return `${role} must not import ${one.package}`;
  }
  const workspace = source.path.split("/").slice(0, -1)[0] ?? "";
  const isBuild =
    /(^|\/)[^/]+\.config\.ts$|^tools\/|^member\/build-(plugin|worker|first-views|ribbon)\.ts$/.test(
      source.path,
    );
  const asTool = isTest(source.path) || isBuild || one.isTypeOnly;
  const own = manifestOf(root, workspace);
  const allowed = { ...own["dependencies"], ...own["optionalDependencies"] };
  const tools = { ...own["devDependencies"], ...manifestOf(root, "")["devDependencies"] };
  if (!one.package || one.package in allowed || (asTool && one.package in tools)) return undefined;
  if (one.package === `@yunjing/${workspace}`) return "imports its own workspace by name";
  return `imports ${one.package}, which ${workspace || "the root"}/package.json does not name`;
}

/** Returns the fault of one import, as the end of a sentence about its file, or `undefined`. */
export function importFault(root: string, source: Source, one: Import): string | undefined {
  const module = moduleOf(source.path);
  if (module?.runsInBrowser && one.text.startsWith("node:") && !isTest(source.path)) {
    return `imports ${one.text}, but runs in a browser`;
  }
  const crosses = one.text.startsWith(".") && one.file?.split("/")[0] !== source.path.split("/")[0];
  if (crosses && !module?.mayCrossWorkspaces && source.path.includes("/")) {
    return `reaches into another workspace by a path: ${one.text}`;
  }
  return (one.file && moduleFault(source, one.file)) ?? packageFault(root, source, one);
}

/**
 * Checks the architecture boundaries: each finding is one line with the file and the broken rule.
 * Run by `npm run check`.
 */
import { fileURLToPath } from "node:url";
import { conflictMarkers } from "./conflict-markers.ts";
import { lockFaults } from "./package-lock.ts";
import { allowances as ours, type Allowance } from "./boundaries.ts";
import { classFaults } from "./boundaries/css-classes.ts";
import { circleFaults } from "./boundaries/circles.ts";
import { domainFileOf, importFault, moduleOf } from "./boundaries/imports.ts";
import { callerFaults } from "./boundaries/sql-callers.ts";
import { functionFaults } from "./boundaries/sql-functions.ts";
import { isTooLong, nameFaults, roleNameFaults } from "./boundaries/names.ts";
import { pageFaults } from "./boundaries/pages.ts";
import { readSources, type Source } from "./boundaries/sources.ts";
import { unusedFiles } from "./boundaries/unused-files.ts";
import { wordFaults } from "./boundaries/words.ts";
import { staleDeliveryKinds } from "./delivery-kinds.ts";
import { staleFiles } from "./lifecycles.ts";
import { stateWriteFaults } from "./state-writes.ts";

/** Returns a finding when the file is in no module, or in an unknown domain module. */
function unlistedFileFaults({ path }: Source): string[] {
  if (!moduleOf(path)) return [`${path}: is in no module of tools/boundaries.ts`];
  const place = domainFileOf(path);
  return place && place.rank < 0
    ? [`${path}: ${place.module} is no domain module of tools/boundaries.ts`]
    : [];
}

/** Returns all findings below `root`; empty when every rule is kept. */
export async function findings(
  root: string,
  allowances: readonly Allowance[] = ours,
): Promise<string[]> {
  const sources = readSources(root);
  const used = new Set<Allowance>();
  const isAllowed = (file: string, may: string | undefined): boolean => {
    const found = allowances.find((one) => one.file === file && one.may === may);
    if (found) used.add(found);
    return found !== undefined;
  };
  const faults = sources.flatMap((source) => [
    ...unlistedFileFaults(source),
    ...nameFaults(source),
    ...roleNameFaults(source),
    ...wordFaults(source),
    ...(isTooLong(source) && !isAllowed(source.path, "long")
      ? [`${source.path}: is longer than 400 lines`]
      : []),
    ...source.imports.flatMap((one) => {
      const fault = importFault(root, source, one);
      return fault && !isAllowed(source.path, one.file) ? [`${source.path}: ${fault}`] : [];
    }),
  ]);
  const unused = unusedFiles(sources)
    .filter(({ path }) => !isAllowed(path, "unused"))
    .map(({ path, fault }) => `${path}: ${fault}`);
  return [
    ...new Set(faults),
    ...unused,
    ...circleFaults(sources),
    ...functionFaults(sources),
    ...classFaults(sources),
    ...callerFaults(sources),
    ...(await pageFaults(root, sources)),
    ...allowances
      .filter((one) => !used.has(one))
      .map(({ file, may }) => `tools/boundaries.ts: unused allowance ${file} → ${may}`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const found = [
    ...(await findings(root)),
    ...staleFiles(root),
    ...staleDeliveryKinds(root),
    ...stateWriteFaults(readSources(root)),
    ...lockFaults(root),
    ...conflictMarkers(root),
  ];
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}

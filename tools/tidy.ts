/** The guard of the map: every finding is one line that says which file breaks which rule. Run by `npm run check`. */
import { fileURLToPath } from "node:url";
import { lockFaults } from "./lock.ts";
import { allowances as ours, type Allowance } from "./rooms.ts";
import { domainPlace, importFault, roomOf } from "./tidy/arrows.ts";
import { functionFaults } from "./tidy/functions.ts";
import { isTooLong, nameFaults } from "./tidy/names.ts";
import { pageFaults } from "./tidy/pages.ts";
import { readSources, type Source } from "./tidy/sources.ts";

/** Whether the file stands in a room, and in the domain in one of the known list. */
function placeFaults({ path }: Source): string[] {
  if (!roomOf(path)) return [`${path}: lies in no room of tools/rooms.ts`];
  const place = domainPlace(path);
  return place && place.rank < 0
    ? [`${path}: ${place.room} is no domain room of tools/rooms.ts`]
    : [];
}

/** Everything that is wrong below `root`; empty when the house is tidy. */
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
    ...placeFaults(source),
    ...nameFaults(source),
    ...(isTooLong(source) && !isAllowed(source.path, "long")
      ? [`${source.path}: is longer than 400 lines`]
      : []),
    ...source.imports.flatMap((one) => {
      const fault = importFault(root, source, one);
      return fault && !isAllowed(source.path, one.file) ? [`${source.path}: ${fault}`] : [];
    }),
  ]);
  return [
    ...new Set(faults),
    ...functionFaults(sources),
    ...(await pageFaults(root, sources)),
    ...allowances
      .filter((one) => !used.has(one))
      .map(({ file, may }) => `tools/rooms.ts: nobody uses the allowance ${file} → ${may}`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const found = [...(await findings(root)), ...lockFaults(root)];
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}

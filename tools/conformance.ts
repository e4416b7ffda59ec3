/**
 * Lists every clause of docs/conformance.md with the tests that carry its ID; run by `npm run
 * conformance`. It fails on a clause that no test carries, unless the list of open ones names it,
 * and on a list that names more than is open, so that the list can only shrink.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** How a test reaches the product: in a real browser, over HTTP, or by calling the code. */
export type Reach = "browser" | "http" | "unit";
export type TestReference = { readonly file: string; readonly reach: Reach };
export type Clause = { readonly id: string; readonly text: string };
/** `open`: not tested yet. `unit`: not observable from outside; the value gives the reason. */
export type Exceptions = {
  readonly open: readonly string[];
  readonly unit: Readonly<Record<string, string>>;
};

const ROW = /^\| ([MDUCH]\d{2}) \| (.+?) \|$/gm;
// A test's name begins with the IDs it carries.
const NAMED = /["'`]((?:[MDUCH]\d{2}\b[\s,/]*)+)/g;
const TEST_FOLDERS = ["contract/src", "server/src", "sandbox/src", "member/src", "e2e"];

/** Returns the clauses in the order of the list. */
export const clausesOf = (list: string): Clause[] =>
  [...list.matchAll(ROW)].map(([, id = "", text = ""]) => ({ id, text }));

/** Returns the IDs that test names in a file's text begin with. */
export const idsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(NAMED)].flatMap(([, ids = ""]) => ids.match(/[MDUCH]\d{2}/g) ?? []));

/** Returns how the tests of a file reach the product. */
export function reachOf(file: string): Reach {
  if (file.endsWith(".e2e.ts")) return "browser";
  return /^e2e\/|^server\/src\/(?:platform\/http|domain\/[^/]+\/routes)/.test(file)
    ? "http"
    : "unit";
}

/** Returns the tests of the repository by the ID they carry. */
export function testsByClause(root: string): Map<string, TestReference[]> {
  const proofs = new Map<string, TestReference[]>();
  for (const place of TEST_FOLDERS) {
    for (const name of readdirSync(join(root, place), { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:test\.tsx?|e2e\.ts)$/.test(name)) continue;
      const file = `${place}/${name}`;
      for (const id of idsIn(readFileSync(join(root, file), "utf8"))) {
        proofs.set(id, [...(proofs.get(id) ?? []), { file, reach: reachOf(file) }]);
      }
    }
  }
  return proofs;
}

/** Clauses visible to members need a browser test; clauses of the API need an HTTP test. */
const neededReach = (id: string): Reach => (/^[CH]/.test(id) ? "http" : "browser");
const reaches = (proof: TestReference, needed: Reach): boolean =>
  proof.reach === needed || (needed === "http" && proof.reach === "browser");

/** Returns one line per fault; empty when every clause is tested or on the open list. */
export function faultsOf(
  clauses: readonly Clause[],
  proofs: ReadonlyMap<string, readonly TestReference[]>,
  { open, unit }: Exceptions,
): string[] {
  const known = new Set(clauses.map(({ id }) => id));
  const faults: string[] = [];
  for (const { id } of clauses) {
    const found = proofs.get(id) ?? [];
    const isHeld = found.some((proof) => id in unit || reaches(proof, neededReach(id)));
    if (!isHeld && !open.includes(id)) {
      const what = found.length > 0 ? "only a unit test has its ID" : "no test has its ID";
      faults.push(`${id}: ${what}, it needs one by ${neededReach(id)}`);
    }
    if (isHeld && open.includes(id)) faults.push(`${id}: is held, take it off the open list`);
  }
  for (const id of [...open, ...Object.keys(unit), ...proofs.keys()]) {
    if (!known.has(id)) faults.push(`${id}: is no clause of the list`);
  }
  return faults;
}

function show(clauses: readonly Clause[], proofs: ReadonlyMap<string, TestReference[]>): void {
  for (const { id } of clauses) {
    const lines = (proofs.get(id) ?? []).map(({ reach, file }) => `${reach.padEnd(8)} ${file}`);
    console.log(`${id}  ${lines.join("\n     ") || "open"}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const clauses = clausesOf(readFileSync(join(root, "docs/conformance.md"), "utf8"));
  const exceptions = JSON.parse(
    readFileSync(join(root, "docs/conformance-open.json"), "utf8"),
  ) as Exceptions;
  const proofs = testsByClause(root);
  const faults = faultsOf(clauses, proofs, exceptions);
  show(clauses, proofs);
  for (const fault of faults) console.error(fault);
  console.log(`${clauses.length} clauses, ${exceptions.open.length} open, ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

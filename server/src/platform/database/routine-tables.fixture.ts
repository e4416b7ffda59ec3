/**
 * Reads from the bodies of SQL functions which tables they touch and which functions they call, and
 * finds what a cluster refuses there: where a function runs follows from it (decision 0195).
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { DatabaseLayout, Placement } from "./layout-types.ts";
import type { Routine } from "./layout-catalogue.fixture.ts";

type Tables = DatabaseLayout["tables"];
type Body = {
  readonly routine: Routine;
  readonly code: string;
  readonly tables: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
};
type Bodies = ReadonlyMap<string, Body>;

const TOUCHED = /\b(?:from|join|update|into|using)\s+(?:only\s+)?([a-z_]+)\b/gi;
const LISTED = /,\s+([a-z_]+)\s+[a-z]{1,3}\b/g;
const CALLED = /\b([a-z_]+)\s*\(/g;
/** Another row than that of the member: `x.member_id = a.who`. */
const OTHER_MEMBER =
  /\bmember_id\s*=\s*(?!p_member\b|p_owner\b)(?!(?:\w+\.)?member_id\b)\(?[\w.]+/i;

/** Comments and texts hold any words. */
const codeOf = (body: string): string => body.replace(/--.*$/gm, "").replace(/'[^']*'/g, "''");

function tablesIn(text: string, tables: Tables): Set<string> {
  const found = [...text.matchAll(TOUCHED)].map(([, name = ""]) => name);
  if (/\bfrom\b/i.test(text))
    found.push(...[...text.matchAll(LISTED)].map(([, name = ""]) => name));
  return new Set(found.filter((name) => Object.hasOwn(tables, name)));
}

function bodiesOf(routines: readonly Routine[], tables: Tables): Bodies {
  const names = new Set(routines.map(({ name }) => name));
  return new Map(
    routines.map((routine) => {
      const code = codeOf(routine.body);
      const calls = [...code.matchAll(CALLED)].map(([, name = ""]) => name);
      const statements = code.split(";").map((text) => tablesIn(text, tables));
      return [
        routine.name,
        {
          routine,
          code,
          tables: new Set(statements.flatMap((found) => [...found])),
          calls: new Set(calls.filter((name) => names.has(name) && name !== routine.name)),
        },
      ];
    }),
  );
}

/** Returns the tables that a function touches, itself or through what it calls. */
function allTables(bodies: Bodies, name: string, seen = new Set<string>()): Set<string> {
  const body = bodies.get(name);
  if (!body || seen.has(name)) return new Set();
  seen.add(name);
  return new Set([
    ...body.tables,
    ...[...body.calls].flatMap((call) => [...allTables(bodies, call, seen)]),
  ]);
}

/** Tables of one group lie on one node; copies are on every node. */
function groupOf(tables: Tables, name: string): string | undefined {
  const { placement, key } = ownValue(tables, name) ?? {};
  if (placement === "reference") return undefined;
  return placement === "value" ? key?.[0] : placement;
}

/** The arguments of the call whose parenthesis opens at `start`. */
function argumentsAt(code: string, start: number): string {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if (code[at] === "(") depth++;
    if (code[at] === ")" && --depth === 0) return code.slice(start + 1, at);
  }
  return code.slice(start + 1);
}

const OWN_DECLARED = /^\s*(v_\w+)\s+([a-z_]+(?:\[\])?)\s*(?::=|;)/gm;
const BUILT_IN =
  /^(?:text|uuid|jsonb|bytea|integer|int|bigint|smallint|boolean|numeric|date|interval|timestamptz|timestamp with time zone)(?:\[\])?$/;

/** The arguments and variables of a function whose type the product itself defines, by name. */
function ownTyped({ arguments: given }: Routine, code: string): Map<string, string> {
  const declared = [...code.matchAll(OWN_DECLARED)].map(
    ([, name = "", type = ""]) => [name, type] as const,
  );
  return new Map(
    [...Object.entries(given), ...declared].filter(([, type]) => !BUILT_IN.test(type)),
  );
}

/** Queries inside others that find their rows by the member of the outer row alone. */
const ownerless = (code: string): string[] =>
  [...code.matchAll(/\(\s*SELECT\b/gi)]
    .map(({ index }) => argumentsAt(code, index))
    .filter((query) => /\bmember_id\s*=\s*\w+\.member_id\b/.test(query))
    .filter((query) => !/\b(?:p_member|p_owner)\b/.test(query));

/** Returns what a cluster refuses because of where the functions run, one sentence each. */
export function delegationViolations(
  routines: readonly Routine[],
  { tables, atCoordinator }: DatabaseLayout,
): string[] {
  const bodies = bodiesOf(routines, tables);
  const placementsOf = (name: string): Set<Placement | undefined> =>
    new Set([...allTables(bodies, name)].map((table) => ownValue(tables, table)?.placement));
  const isDeclared = new Set(atCoordinator);
  const isDelegated = (name: string): boolean =>
    bodies.get(name)?.routine.first === "p_member" &&
    !isDeclared.has(name) &&
    placementsOf(name).has("member");
  return [...bodies.values()].flatMap(({ routine, code, calls }) => {
    const { name, first } = routine;
    const breaches: string[] = [];
    const own = ownTyped(routine, code);
    const placements = placementsOf(name);
    const isApart = placements.has("value") || placements.has("local");
    if (first === "p_member") {
      for (const query of ownerless(code)) {
        breaches.push(
          `reads all members in an inner query; name p_member there: ${query.trim().replace(/\s+/g, " ").slice(0, 60)}`,
        );
      }
    }
    const other = OTHER_MEMBER.exec(code)?.[0];
    const mustStay = isApart || other !== undefined;
    if (first === "p_member" && mustStay && !isDeclared.has(name)) {
      breaches.push(
        `touches rows that do not lie with the member, and is not declared: ${other ?? "by value"}`,
      );
    }
    if (isDeclared.has(name) && !mustStay)
      breaches.push("touches rows of its member only, and is declared");
    if (!isApart) return breaches.map((text) => `${name}(): ${text}`);
    for (const { 1: called = "", index } of code.matchAll(CALLED)) {
      if (!calls.has(called) || !isDelegated(called)) continue;
      if (!/\bfrom\s$/i.test(code.slice(0, index))) {
        breaches.push(
          `calls ${called} outside FROM, so a cluster does not run it on the member's node`,
        );
        continue;
      }
      const given = argumentsAt(code, index + called.length);
      if (/\bselect\b/i.test(given)) {
        breaches.push(
          `gives ${called} a query as an argument, so a cluster does not run it on the member's node`,
        );
      }
      // 42P18 "could not determine data type of parameter": its number differs from node to node.
      const value = [...own].find(([word]) => new RegExp(`\\b${word}\\b(?!\\.)`).test(given));
      if (value) breaches.push(`gives ${called} ${value[0]} of the type ${value[1]}; use jsonb`);
      // 42846 "cannot cast type cstring to timestamp with time zone"
      if (/::(?:timestamptz|date)\b/i.test(given)) {
        breaches.push(`gives ${called} a text as an instant; use a variable`);
      }
    }
    for (const statement of code.split(";")) {
      const groups = new Set(
        [...tablesIn(statement, tables)].map((table) => groupOf(tables, table)),
      );
      groups.delete(undefined);
      if (groups.size > 1)
        breaches.push(
          `one statement reads rows that lie apart: ${[...groups].toSorted((a = "", b = "") => a.localeCompare(b)).join(", ")}`,
        );
    }
    return breaches.map((text) => `${name}(): ${text}`);
  });
}

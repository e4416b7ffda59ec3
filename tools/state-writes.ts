/**
 * Checks that every SQL statement which writes a stored state names, in its condition, the states
 * it begins in, and that the lifecycle declares each change that the statement can make.
 */
import { lifecycles } from "../server/src/domain/reconciliation/lifecycles.ts";
import { type Lifecycle, storedMoves, storedStates } from "../server/src/platform/lifecycle.ts";

export type StateSource = { readonly path: string; readonly text: string };

/** A statement without a condition of its own, and why it needs none. */
type Exception = { readonly path: string; readonly column: string; readonly because: string };

export const exceptions: readonly Exception[] = [
  {
    path: "server/src/domain/orders/functions/refund.sql",
    column: "orders.refund_state",
    because: "the state follows from all refunds, under the ledger's lock; the trigger checks it",
  },
];

const FILE =
  /^server\/src\/domain\/.*(?:\/functions\/(?!lifecycle)[^/]+\.sql|(?<!test|fixture|testing)\.ts)$/;
const STATEMENT = /\bUPDATE\s+(\w+)(?:\s+(?:AS\s+)?(?!SET\b)\w+)?\s+SET\b|\bINSERT\s+INTO\s+(\w+)/g;

/** Returns the text up to the end of the statement: `;`, a backtick, or an unmatched bracket. */
function statementFrom(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (depth < 0 || char === ";" || char === "`") return text.slice(0, at);
  }
  return text;
}

/** Splits at top-level occurrences of a word or sign. */
function splitTopLevel(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let cases = 0;
  let begin = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (/^\bCASE\b/.test(text.slice(at)) && !/\w/.test(text[at - 1] ?? "")) cases++;
    if (/^\bEND\b/.test(text.slice(at)) && !/\w/.test(text[at - 1] ?? "")) cases--;
    const found = depth === 0 && cases === 0 ? separator.exec(text.slice(at)) : null;
    const isWhole = found?.[0] === "," || !/\w/.test(text[at - 1] ?? "");
    if (found?.index === 0 && isWhole) {
      parts.push(text.slice(begin, at));
      begin = at + found[0].length;
      at = begin - 1;
    }
  }
  return [...parts, text.slice(begin)];
}

const literals = (text: string): string[] =>
  [...text.matchAll(/'(\w+)'/g)].map(([, value = ""]) => value);

type Guard = { readonly states: readonly string[] } | "dynamic" | undefined;

/** Returns the states that a condition on the column allows; `undefined` without a condition. */
function guardOf(condition: string, column: string, states: readonly string[]): Guard {
  const named = `(?<![\\w'])(?:\\w+\\.)?${column}\\s*`;
  const lists = [
    ...condition.matchAll(new RegExp(`${named}(?:IN\\s*\\(([^)]*)\\)|=\\s*('\\w+'))`, "g")),
  ];
  const excluded = [
    ...condition.matchAll(new RegExp(`${named}(?:NOT\\s+IN\\s*\\(([^)]*)\\)|<>\\s*('\\w+'))`, "g")),
  ];
  const listed = (found: readonly RegExpMatchArray[]) =>
    found.flatMap(([, many, one]) => literals(many ?? one ?? ""));
  if (new RegExp(`${named}=\\s*(?:ANY\\b|\\$\\{|[vp]_)`).test(condition)) return "dynamic";
  if (lists.length > 0) return { states: listed(lists) };
  if (excluded.length > 0)
    return { states: states.filter((state) => !listed(excluded).includes(state)) };
  return undefined;
}

/** Returns the literal states that an expression can give; empty for one known at run time only. */
function targetsOf(expression: string, states: readonly string[]): string[] {
  if (!/\bCASE\b/.test(expression)) {
    const only = /^\s*'(\w+)'\s*$/.exec(expression)?.[1];
    return only === undefined ? [] : [only];
  }
  const results = [...expression.matchAll(/\b(?:THEN|ELSE)\s+'(\w+)'/g)];
  return results.map(([, value = ""]) => value).filter((value) => states.includes(value));
}

/** Returns the states in which a CASE over the column itself changes it. */
function caseGuard(expression: string, column: string, states: readonly string[]): Guard {
  const kept = new RegExp(
    `WHEN\\s+(?:\\w+\\.)?${column}\\s+NOT\\s+IN\\s*\\(([^)]*)\\)\\s+THEN\\s+(?:\\w+\\.)?${column}\\b`,
  ).exec(expression)?.[1];
  if (kept !== undefined) return { states: literals(kept) };
  const [, condition] = /\bWHEN\b([\s\S]*?)\bTHEN\b/.exec(expression) ?? [];
  return condition === undefined ? undefined : guardOf(condition, column, states);
}

function assignmentFaults(
  lifecycle: Lifecycle,
  expression: string,
  condition: string,
): string | undefined {
  const { table, column } = lifecycle.stored;
  const states = storedStates(lifecycle);
  const outer = guardOf(condition, column, states);
  const inner = caseGuard(expression, column, states);
  if (outer === undefined && inner === undefined)
    return `writes ${table}.${column} without a condition on the states it begins in`;
  const guards = [outer, inner].flatMap((guard) =>
    guard === undefined || guard === "dynamic" ? [] : [guard.states],
  );
  if (guards.length === 0) return undefined;
  const from = states.filter((state) => guards.every((guard) => guard.includes(state)));
  const moves = storedMoves(lifecycle);
  const wrong = targetsOf(expression, states).flatMap((to) =>
    from
      .map((state) => `${state}>${to}`)
      .filter((move) => move !== `${to}>${to}` && !moves.includes(move)),
  );
  return wrong.length === 0
    ? undefined
    : `${table}.${column} could change ${wrong.join(", ")}, which ${lifecycle.name} does not declare`;
}

function statementFaults(statement: string, table: string, declared: readonly Lifecycle[]) {
  const [, afterSet = ""] = /\bSET\b([\s\S]*)/.exec(statement) ?? [];
  const [assignments = "", condition = ""] = splitTopLevel(afterSet, /^WHERE\b/);
  const [plain = ""] = splitTopLevel(assignments, /^FROM\b/);
  return splitTopLevel(plain, /^,/).flatMap((assignment) => {
    const [, column = "", expression = ""] = /^\s*(\w+)\s*=([\s\S]*)$/.exec(assignment) ?? [];
    const lifecycle = declared.find(
      ({ stored }) => stored.table === table && stored.column === column,
    );
    if (!lifecycle) return [];
    const fault = assignmentFaults(lifecycle, expression, condition);
    return fault === undefined ? [] : [{ column: `${table}.${column}`, fault }];
  });
}

/** Lists the statements of the files that write a state without naming where it begins. */
export function stateWriteFaults(
  sources: readonly StateSource[],
  declared: readonly Lifecycle[] = lifecycles,
  allowed: readonly Exception[] = exceptions,
): string[] {
  const used = new Set<Exception>();
  const faults = sources.flatMap(({ path, text: whole }) => {
    if (!FILE.test(path)) return [];
    const text = path.endsWith(".sql") ? whole.replace(/--.*$/gm, "") : whole;
    return [...text.matchAll(STATEMENT)].flatMap((found) => {
      const [, updated, inserted] = found;
      const statement = statementFrom(text.slice(found.index));
      if (inserted !== undefined && !/\bDO\s+UPDATE\b/.test(statement)) return [];
      return statementFaults(statement, updated ?? inserted ?? "", declared).flatMap(
        ({ column, fault }) => {
          const exception = allowed.find((one) => one.path === path && one.column === column);
          if (exception) used.add(exception);
          return exception ? [] : [`${path}: ${fault}`];
        },
      );
    });
  });
  return [
    ...faults,
    ...allowed
      .filter((one) => !used.has(one))
      .map(({ path, column }) => `tools/state-writes.ts: unused exception ${path} ${column}`),
  ];
}

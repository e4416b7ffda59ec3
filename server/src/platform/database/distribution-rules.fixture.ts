/**
 * Finds in the bodies of SQL functions what a distributed database (Citus) refuses, without one:
 * each rule names the error that Citus gives (decision 0132).
 */
import type { Routine } from "./layout-catalogue.fixture.ts";

type Body = { readonly language: string; readonly isPure: boolean; readonly code: string };
type Rule = { readonly says: string; readonly finds: (body: Body) => string | undefined };

const TABLES =
  /\b(?:from|join|update|insert\s+into)\s+(?!unnest\b|jsonb_|generate_)[a-z_]+\b(?!\()/i;
/** A clock whose value is no parameter of the statement that reads it. */
const CLOCK = /\b(?:now\s*\(\s*\)|current_timestamp|localtimestamp|current_date)/i;
const SIMPLE_CASE = /\bcase\s+p_\w+\s+when\b/i;
const VALUES_QUERY = /\binsert\s+into\s+\w+\s*(?:\([^()]*\)\s*)?values\s*\([^;]*?\(\s*select\b/i;
const UPSERT_QUERY = /\bdo\s+update\b[^;]*?\(\s*select\b[^;]*/i;
/** An instant of the clock, or its arithmetic, that a change chooses between. */
const CHOSEN_TIME =
  /\b(?:update\s+[a-z_]+|do\s+update)\s[^;]*?\b(?:case\b(?:(?!\bend\b)[^;])*?|coalesce\([^();]*)(?:\binterval\s|\bnow\(\))/i;

/** Functions that PostgreSQL calls STABLE and that results are built with. */
const RETURNING_STABLE =
  /\breturning\b[^;]*?\b(?:jsonb?_build_\w+|to_jsonb?|to_char|date_trunc|extract)\s*\(/i;

/** Rows of a SELECT that are inserted unless they are there, counted by the statement's own count. */
const COUNTED_INSERT =
  /\binsert\s+into\s+\w+[^;]*?\bselect\b[^;]*?\bon\s+conflict\b[^;]*?\bdo\s+nothing\s*;\s*(?:get\s+diagnostics|if\s+(?:not\s+)?found|\w+\s*:=\s*found|return\s+found)/i;

/** A whole row as one value: its type on the node of the rows is that of the shard. */
const WHOLE_ROW = /\bselect\s+([a-z]\w*)\s+from\s+(?:\1\b|[a-z_]+\s+(?:as\s+)?\1\b)/i;

/** The body after its declarations: from the first BEGIN on. */
const statementsOf = (code: string): string => {
  const start = code.search(/\bBEGIN\b/);
  return start < 0 ? code : code.slice(start);
};

const RULES: readonly Rule[] = [
  {
    // 0A000 "non-IMMUTABLE functions are not allowed in CASE or COALESCE statements"
    says: "reads the clock outside its declarations",
    finds: ({ language, code }) =>
      language === "plpgsql" ? CLOCK.exec(statementsOf(code))?.[0] : undefined,
  },
  {
    // 0A000 "could not create distributed plan"
    says: "reads tables in LANGUAGE sql; use plpgsql",
    finds: ({ language, code }) => (language === "sql" ? TABLES.exec(code)?.[0] : undefined),
  },
  {
    // 42883 "operator does not exist: text = boolean", from the node of the rows
    says: "compares an argument by a simple CASE; write CASE WHEN",
    finds: ({ isPure, code }) => (isPure ? undefined : SIMPLE_CASE.exec(code)?.[0]),
  },
  {
    // 0A000 "subqueries are not supported within INSERT queries"
    says: "has a query inside INSERT … VALUES; use INSERT … SELECT or a variable",
    finds: ({ code }) => VALUES_QUERY.exec(code)?.[0],
  },
  {
    // The same error
    says: "has a query inside DO UPDATE; write the columns",
    finds: ({ code }) => UPSERT_QUERY.exec(code)?.[0].slice(0, 40),
  },
  {
    // 0A000 "non-IMMUTABLE functions are not allowed in CASE or COALESCE statements"
    says: "computes an instant inside CASE or COALESCE of a change; use a variable",
    finds: ({ code }) => CHOSEN_TIME.exec(statementsOf(code))?.[0].slice(-40),
  },
  {
    // "type … does not exist", or an unknown type, from the node of the rows
    says: "selects a whole row as one value; read it into a variable",
    finds: ({ code }) => WHOLE_ROW.exec(code)?.[0],
  },
  {
    // No error: the count is that of the SELECT, and what was there counts as inserted.
    says: "counts the rows of INSERT … SELECT … DO NOTHING; count those that it returns",
    finds: ({ code }) => COUNTED_INSERT.exec(code)?.[0],
  },
  {
    // 0A000 "non-IMMUTABLE functions are not allowed in the RETURNING clause"
    says: "computes in RETURNING; return columns into variables",
    finds: ({ code }) => RETURNING_STABLE.exec(code)?.[0],
  },
];

/** Returns what a distributed database refuses in the body of a function, one sentence each. */
export function distributionViolations({ name, language, volatility, body }: Routine): string[] {
  // Comments and texts hold any words.
  const code = body.replace(/--.*$/gm, "").replace(/'[^']*'/g, "''");
  return RULES.flatMap(({ says, finds }) => {
    const found = finds({ language, isPure: volatility === "i", code });
    return found === undefined ? [] : [`${name}(): ${says}: ${found.replace(/\s+/g, " ")}`];
  });
}

/**
 * Finds in the SQL of TypeScript sources what a distributed database (Citus) refuses, without one: each
 * rule names the error that Citus gives, or what it does instead (decision 0221).
 */

const RULES: readonly { readonly says: string; readonly found: RegExp }[] = [
  {
    // 42601 "a column definition list is required for functions returning record"
    says: "selects no column in a query of FROM; select 1",
    found: /\bfrom\s*\(\s*select\s+from\b/i,
  },
  {
    // 0A000 "Recursively planned distributed modifications with ctid on where clause"
    says: "finds rows by their place; use the key",
    found: /\bctid\s*(?:=|in)\s*(?:any\b|\()/i,
  },
  {
    // 0A000 "recursive CTEs are only supported when they contain a filter on the distribution column"
    says: "is recursive; go step by step",
    found: /\bwith\s+recursive\b/i,
  },
  {
    // 0A000 "could not run distributed query with FOR UPDATE/SHARE commands"
    says: "locks rows in a query of a change; the change locks them",
    found:
      /\b(?:using|from)\s*\(\s*select\b[^;()]*?\blimit\b[^;()]*?\bfor\s+(?:no\s+key\s+)?update\b/i,
  },
  {
    // 0A000 "subqueries are not supported within INSERT queries"
    says: "has a query inside DO UPDATE or VALUES; use a value or INSERT … SELECT",
    found:
      /\bdo\s+update\s+set\b(?:(?!\breturning\b|\)\s*select\b|\)\s*,\s*\w+\s+as\b)[^;])*?\(\s*select\b|\binsert\s+into\s+\w+\s*\([^()]*\)\s*values\s*\((?:(?!\bon\s+conflict\b|\breturning\b)[^;])*?\(\s*select\b/i,
  },
  {
    // 0A000 "Subqueries in HAVING cannot refer to outer query"
    says: "has a query inside HAVING; join it",
    found: /\bhaving\b[^;]*?\(\s*select\b/i,
  },
  {
    // 0A000 "non-IMMUTABLE functions are not allowed in CASE or COALESCE statements"
    says: "chooses an instant inside a change; compute it in FROM",
    found:
      /\bupdate\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b(?:(?!\bfrom\b|\bwhere\b)[^;])*?\b(?:case\b(?:(?!\bend\b)[^;])*?|coalesce\([^();]*)(?:\bnow\(\)|\binterval\s')/i,
  },
  {
    // No error: the nodes send each other the rows of both tables, which takes seconds
    says: "joins the table of a number with a member's; look the number up in a query of WHERE",
    found:
      /\bfrom\s+\w{2,}\s+(?:as\s+)?(\w+)\s+(?:left\s+)?join\s+\w{2,}\s+(?:as\s+)?(\w+)\s+on\s+\2\.member_id\s*=\s*\1\.owner_id\b/i,
  },
  {
    // 0A000 "functions used in the DO UPDATE SET clause … must be marked IMMUTABLE", and in its WHERE
    says: "reads the clock inside DO UPDATE; use the new row's time",
    found:
      /\bdo\s+update\s+set\b(?:(?!\breturning\b|\)\s*select\b|\)\s*,\s*\w+\s+as\b)[^;])*?(?:\bnow\(\)|[+-]\s*\S+\s*\*\s*interval\s')/i,
  },
];

/** The end of the template that begins at `start`, after its backquote; `${}` may hold further ones. */
function templateEnd(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (depth === 0 && source[at] === "`") return at;
    else if (source.startsWith("${", at)) {
      depth++;
      at++;
    } else if (depth > 0 && source[at] === "{") depth++;
    else if (depth > 0 && source[at] === "}") depth--;
  }
  return source.length;
}

/** A statement with its values as `$`, and with the clock where the sources write `sqlNow`. */
function flat(template: string): string {
  let text = "";
  for (let at = 0; at < template.length; at++) {
    if (!template.startsWith("${", at)) {
      text += template[at];
      continue;
    }
    let depth = 0;
    const start = at;
    do {
      if (template[at] === "{") depth++;
      if (template[at] === "}") depth--;
      at++;
    } while (depth > 0 || at === start + 1);
    const held = template.slice(start + 2, at - 1);
    text += /^(?:sqlNow|now)\(/.test(held)
      ? "now()"
      : held.startsWith("sql`")
        ? flat(held.slice(4, -1))
        : "$";
    at--;
  }
  return text;
}

/** Returns what a distributed database refuses of the statements in a source, one sentence each. */
export function statementViolations(source: string): string[] {
  const breaches: string[] = [];
  for (const { index } of source.matchAll(/\bsql`/g)) {
    const start = index + 4;
    const text = flat(source.slice(start, templateEnd(source, start)));
    for (const { says, found } of RULES) {
      const hit = found.exec(text)?.[0];
      if (hit) breaches.push(`${says}: ${hit.trim().replace(/\s+/g, " ").slice(0, 60)}`);
    }
  }
  return breaches;
}

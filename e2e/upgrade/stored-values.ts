/** Finds the values that a `CHECK ... IN` constraint allows and that no row of a database has. */
import type { Client } from "pg";

const LISTS = `
  SELECT c.conrelid::regclass::text AS name, a.attname AS column, pg_get_constraintdef(c.oid) AS text
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'c' AND cardinality(c.conkey) = 1 AND c.connamespace = 'public'::regnamespace
  ORDER BY 1, 2`;

/** Lists within the function that checks a table's rows: its parameter `p_state` is the column `state`. */
const FUNCTION_LISTS = `
  SELECT DISTINCT c.conrelid::regclass::text AS name, p.prosrc AS body
  FROM pg_constraint c JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass AND d.objid = c.oid
    AND d.refclassid = 'pg_proc'::regclass JOIN pg_proc p ON p.oid = d.refobjid
  WHERE c.contype = 'c' AND c.connamespace = 'public'::regnamespace AND p.proname ~ '_is_(\\w+_)?sound$|_is_actor_kind$'
  ORDER BY 1, 2`;
const FUNCTION_LIST = /\bp_(\w+) IN \(([^)]*)\)/g;

/** `CHECK ((state = ANY (ARRAY['open'::text, 'done'::text])))`, and nothing else in it. */
const LIST = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/;

/** Every `table.column value` that a constraint allows, and that no row has. */
export async function valuesLacking(client: Pick<Client, "query">): Promise<string[]> {
  const { rows } = await client.query<{ name: string; column: string; text: string }>(LISTS);
  const inFunctions = await client.query<{ name: string; body: string }>(FUNCTION_LISTS);
  const lists = [
    ...rows.map(({ name, column, text }) => ({ name, column, list: LIST.exec(text)?.[1] ?? "" })),
    ...inFunctions.rows.flatMap(({ name, body }) =>
      [...body.matchAll(FUNCTION_LIST)].map(([, column = "", list = ""]) => ({
        name,
        column,
        list,
      })),
    ),
  ];
  const lacking: string[] = [];
  for (const { name, column, list } of lists) {
    const allowed = [...list.matchAll(/'([^']*)'/g)].map(([, literal]) => literal);
    if (allowed.length === 0) continue;
    const found = await client.query<{ value: string }>(
      `SELECT DISTINCT ${column} AS value FROM ${name} WHERE ${column} IS NOT NULL`,
    );
    const stored = new Set(found.rows.map(({ value }) => value));
    for (const value of allowed)
      if (value !== undefined && !stored.has(value)) lacking.push(`${name}.${column} ${value}`);
  }
  return lacking;
}

/** A message of a topic can wait for its first try, be leased by a worker, or wait for a retry. */
const STAGES = `
  SELECT topic || CASE WHEN state = 'claimed' THEN ' leased' WHEN attempt = 0 THEN ' waiting' ELSE ' retrying' END AS stage
  FROM outbox WHERE state IN ('queued', 'claimed') GROUP BY 1`;

/** Every `topic stage` that the queue lacks. */
export async function topicsLacking(
  client: Pick<Client, "query">,
  topics: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ stage: string }>(STAGES);
  const stored = new Set(rows.map(({ stage }) => stage));
  return topics
    .flatMap((topic) => ["waiting", "leased", "retrying"].map((stage) => `${topic} ${stage}`))
    .filter((stage) => !stored.has(stage));
}

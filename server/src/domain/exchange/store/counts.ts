/**
 * Counts of a batch's codes: the sums of the entries of `code_count`. Operators' changes go into the
 * batch's own entry; an order writes an entry of its own (`exchange_count_change`), which a job adds
 * to the batch's.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";

/** A lock changes no count. */
const countedState = sql.raw("CASE WHEN state = 'LOCKED' THEN 'ACTIVE' ELSE state END");
/** The end of a code that can be used; others have none that matters. */
const countedEnd = sql.raw(
  "CASE WHEN state IN ('ACTIVE', 'LOCKED') THEN valid_until ELSE 'infinity' END",
);

/** Codes before or after a change, with what they count for. */
type Side = {
  /** A query of `batch_id, state, valid_until, uses`. */
  readonly of: SQL;
  readonly sign: 1 | -1;
};

/** The statement that adds these codes to the counts of their batches, for use in a larger one. */
export const addCounts = (sides: readonly Side[]): SQL => sql`
  INSERT INTO code_count AS n (batch_id, entry_id, state, valid_until, codes, uses)
  SELECT batch_id, batch_id, state, valid_until, sum(codes), sum(uses) FROM (${sql.join(
    sides.map(
      ({ of, sign }) => sql`
        SELECT batch_id, ${countedState} AS state, ${countedEnd} AS valid_until, ${sql.raw(String(sign))} AS codes,
               ${sql.raw(String(sign))} * uses AS uses FROM (${of}) code`,
    ),
    sql` UNION ALL `,
  )}) side
  GROUP BY batch_id, state, valid_until HAVING sum(codes) <> 0 OR sum(uses) <> 0
  ORDER BY batch_id, state, valid_until
  ON CONFLICT (batch_id, entry_id, state, valid_until)
  DO UPDATE SET codes = n.codes + excluded.codes, uses = n.uses + excluded.uses`;

/**
 * The statement of an update of codes that keeps the counts. `chosen` is its condition on `code`;
 * `change` sets columns of `c` and repeats the states of the condition. Its result has one row with
 * the number of codes changed.
 */
export const countedChange = (chosen: SQL, change: SQL): SQL => sql`
  WITH was AS MATERIALIZED (
    SELECT code_mac, batch_id, state, valid_until, uses FROM code WHERE ${chosen} ORDER BY code_mac FOR NO KEY UPDATE
  ), moved AS (
    ${change}
    RETURNING c.code_mac, c.batch_id, c.state, c.valid_until, c.uses
  ), counted AS (
    ${addCounts([
      {
        of: sql`SELECT w.batch_id, w.state, w.valid_until, w.uses FROM was w JOIN moved m ON m.code_mac = w.code_mac`,
        sign: -1,
      },
      { of: sql`SELECT batch_id, state, valid_until, uses FROM moved`, sign: 1 },
    ])}
  )
  SELECT count(*)::int AS changed FROM moved`;

/**
 * The same for a change of state alone, from states that all count as `counted`: nothing is read
 * before it, so a cluster changes codes on many nodes by it, where it locks none of them first.
 */
export const countedMove = (
  chosen: SQL,
  { from, counted, to }: { from: readonly string[]; counted: string; to: string },
): SQL => sql`
  WITH moved AS (
    UPDATE code SET state = ${to} WHERE ${chosen} AND state = ANY(${sql.param([...from])}::text[])
    RETURNING batch_id, state, valid_until, uses
  ), counted AS (
    ${addCounts([
      {
        of: sql`SELECT batch_id, ${counted}::text AS state, valid_until, uses FROM moved`,
        sign: -1,
      },
      { of: sql`SELECT batch_id, state, valid_until, uses FROM moved`, sign: 1 },
    ])}
  )
  SELECT count(*)::int AS changed FROM moved`;

/**
 * The same for codes of one state and end that get a later end. Codes that are chosen have an end
 * before it, so no code is chosen twice.
 */
export const countedExtension = (
  chosen: SQL,
  { state, end, until }: { state: string; end: string; until: Date },
): SQL => sql`
  WITH moved AS (
    UPDATE code SET valid_until = ${until}::timestamptz
    WHERE ${chosen} AND state = ${state} AND valid_until = ${end}::timestamptz
    RETURNING batch_id, state, valid_until, uses
  ), counted AS (
    ${addCounts([
      {
        of: sql`SELECT batch_id, state, ${end}::timestamptz AS valid_until, uses FROM moved`,
        sign: -1,
      },
      { of: sql`SELECT batch_id, state, valid_until, uses FROM moved`, sign: 1 },
    ])}
  )
  SELECT count(*)::int AS changed FROM moved`;

/** Groups states by what they count as: a lock changes no count. */
export function statesByCount(states: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const state of states) {
    const counted = state === "LOCKED" ? "ACTIVE" : state;
    groups.set(counted, [...(groups.get(counted) ?? []), state]);
  }
  return groups;
}

/** How many entries are added to those of their batches at once. */
const ENTRIES_AT_ONCE = 5_000;

/**
 * Adds entries of orders to those of their batches, in one statement, so that every reader sees the
 * same sums before and after. Of several at once, one adds an entry. Returns how many entries there were.
 */
export async function foldCounts(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    WITH gone AS (
      DELETE FROM code_count n USING (
        SELECT batch_id, entry_id, state, valid_until FROM code_count WHERE entry_id <> batch_id
        LIMIT ${ENTRIES_AT_ONCE}) old
      WHERE (n.batch_id, n.entry_id, n.state, n.valid_until) = (old.batch_id, old.entry_id, old.state, old.valid_until)
      RETURNING n.batch_id, n.state, n.valid_until, n.codes, n.uses
    ), folded AS (
      INSERT INTO code_count AS n (batch_id, entry_id, state, valid_until, codes, uses)
      SELECT batch_id, batch_id, state, valid_until, sum(codes), sum(uses) FROM gone
      GROUP BY batch_id, state, valid_until ORDER BY batch_id, state, valid_until
      ON CONFLICT (batch_id, entry_id, state, valid_until)
      DO UPDATE SET codes = n.codes + excluded.codes, uses = n.uses + excluded.uses
    )
    SELECT count(*)::int AS folded FROM gone`);
  return rows[0]?.folded ?? 0;
}

/** The advisory lock of a recount; any number not used elsewhere works. */
const RECOUNT_LOCK = 7_261_012;

/**
 * Adds the difference between the codes and their counts, as entries of this id; one statement, so
 * that codes and counts are of one moment, and redemptions go on. A build before the counts changes
 * codes without counting them (decision 0200). Returns how many counts were wrong.
 */
export async function recountCodes(tx: Tx, entryId: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${RECOUNT_LOCK})`);
  const { rows } = await tx.execute<{ corrected: number }>(sql`
    WITH counted AS (
      SELECT batch_id, ${countedState} AS state, ${countedEnd} AS valid_until, count(*) AS codes, sum(uses) AS uses
      FROM code GROUP BY 1, 2, 3
    ), stored AS (
      SELECT batch_id, state, valid_until, sum(codes) AS codes, sum(uses) AS uses FROM code_count GROUP BY 1, 2, 3
    ), difference AS (
      SELECT batch_id, state, valid_until, coalesce(c.codes, 0) - coalesce(s.codes, 0) AS codes,
             coalesce(c.uses, 0) - coalesce(s.uses, 0) AS uses
      FROM counted c FULL JOIN stored s USING (batch_id, state, valid_until)
    ), added AS (
      INSERT INTO code_count (batch_id, entry_id, state, valid_until, codes, uses)
      SELECT batch_id, ${entryId}::uuid, state, valid_until, codes, uses FROM difference WHERE codes <> 0 OR uses <> 0
      RETURNING 1
    )
    SELECT count(*)::int AS corrected FROM added`);
  return rows[0]?.corrected ?? 0;
}

/**
 * Sums of a member's statement by month: those that are stored, and the lines since. A read that
 * finds many lines adds them to the stored sums, so that its cost does not grow with the month.
 *
 * An account is summed up to a version of it. Versions are given under the lock of the account's row
 * and have no gaps, so a snapshot that has one has all before it. Lines from the oldest open hold on
 * wait, because what a hold shows changes at its end; everything before it is final.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { PostingKind, Purpose } from "../model.ts";
import { MONTH, shownLines, sidesAfter, type StatementScope } from "./statement-lines.ts";

/** From how many lines after the stored sums on they are added to them. */
const LINES_TO_SUM = 50;

/** Credits and debits of one month, for one kind and one account on the other side. */
export type MonthSum = {
  readonly month: string;
  readonly kind: PostingKind;
  readonly other: Purpose;
  readonly incoming: number;
  readonly outgoing: number;
};

/** The accounts of a scope and how far they are summed. */
const marksOf = ({ memberId, asset, purposes }: StatementScope): SQL => sql`
  SELECT p.purpose, coalesce(k.version, 0) AS version FROM unnest(${sql.param([...purposes])}::text[]) p (purpose)
  LEFT JOIN ledger_month_mark k ON k.member_id = ${memberId} AND k.purpose = p.purpose AND k.asset = ${asset}`;

/** The lines after these marks (purpose, version), each with its month. */
const linesAfter = (scope: StatementScope, mark: SQL): SQL =>
  sql`SELECT *, ${MONTH} AS month FROM (${shownLines(sidesAfter(scope, mark), scope)}) later`;

const incoming = sql`coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint`;
const outgoing = sql`coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint`;

/**
 * Returns the sums of these months over the lines that statementOf shows, or without held lines;
 * both figures are at least zero.
 */
export async function monthSumsOf(
  db: Db | Tx,
  request: StatementScope & { readonly months: readonly string[]; readonly withoutHeld?: boolean },
): Promise<MonthSum[]> {
  const { memberId, asset, months, withoutHeld = false } = request;
  if (months.length === 0) return [];
  const purposes = sql`${sql.param([...request.purposes])}::text[]`;
  const wanted = sql`${sql.param([...months])}::text[]`;
  const { rows } = await db.execute<MonthSum & { readonly later: number }>(sql`
    WITH mark AS MATERIALIZED (${marksOf(request)}), line AS MATERIALIZED (
      ${linesAfter(request, sql`SELECT * FROM mark`)}
    ), part AS (
      SELECT month, kind, other, incoming, outgoing FROM ledger_month_sum
      WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${purposes}) AND month = ANY (${wanted})
      UNION ALL
      SELECT month, kind, other, ${incoming}, ${outgoing} FROM line
      WHERE month = ANY (${wanted}) AND NOT (held AND ${withoutHeld}) GROUP BY 1, 2, 3
    )
    SELECT month, kind, other, sum(incoming)::bigint AS incoming, sum(outgoing)::bigint AS outgoing,
           (SELECT count(*) FROM line) AS later
    FROM part GROUP BY 1, 2, 3`);
  if ((rows[0]?.later ?? 0) >= LINES_TO_SUM) await addLinesToSums(db, request);
  return rows.map(({ later: _later, ...sum }) => sum);
}

/** What the lines of the months after this one add up to. */
export const netAfterMonth = (scope: StatementScope, month: string): SQL => sql`(
  (SELECT coalesce(sum(incoming - outgoing), 0) FROM ledger_month_sum
   WHERE member_id = ${scope.memberId} AND asset = ${scope.asset}
     AND purpose = ANY (${sql.param([...scope.purposes])}::text[]) AND month > ${month})
  + (SELECT coalesce(sum(change), 0) FROM (${linesAfter(scope, marksOf(scope))}) l WHERE month > ${month}))`;

/**
 * Adds the lines after the marks to the stored sums, once each. The rows of the marks are locked, so
 * of several callers one adds a line; an account that another caller is summing is left to it.
 */
export async function addLinesToSums(db: Db | Tx, scope: StatementScope): Promise<void> {
  const { memberId, asset } = scope;
  const purposes = sql`${sql.param([...scope.purposes])}::text[]`;
  await db.execute(sql`
    INSERT INTO ledger_month_mark (member_id, purpose, asset)
    SELECT ${memberId}::uuid, purpose, ${asset} FROM unnest(${purposes}) p (purpose) ORDER BY purpose
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    WITH mark AS MATERIALIZED (
      SELECT purpose, version FROM ledger_month_mark
      WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${purposes})
      ORDER BY purpose FOR UPDATE SKIP LOCKED
    ), till AS MATERIALIZED (
      SELECT mark.purpose, coalesce(
        (SELECT min(t.debit_version) - 1 FROM ledger_hold h
         JOIN ledger_transfer t ON t.member_id = h.member_id AND t.txn_id = h.id AND t.debit = h.purpose
         WHERE h.member_id = ${memberId} AND h.asset = ${asset} AND h.purpose = mark.purpose AND h.state = 'open'),
        a.version) AS version
      FROM mark JOIN ledger_account a ON a.member_id = ${memberId} AND a.asset = ${asset} AND a.purpose = mark.purpose
    ), line AS (
      SELECT l.* FROM (${linesAfter(scope, sql`SELECT * FROM mark`)}) l
      JOIN till ON till.purpose = l.purpose AND l.version <= till.version
    ), added AS (
      INSERT INTO ledger_month_sum AS s (member_id, purpose, asset, month, kind, other, incoming, outgoing)
      SELECT ${memberId}::uuid, purpose, ${asset}, month, kind, other, ${incoming}, ${outgoing} FROM line
      GROUP BY purpose, month, kind, other ORDER BY purpose, month, kind, other
      ON CONFLICT (member_id, purpose, asset, month, kind, other)
      DO UPDATE SET incoming = s.incoming + excluded.incoming, outgoing = s.outgoing + excluded.outgoing
    )
    UPDATE ledger_month_mark k SET version = till.version FROM till
    WHERE k.member_id = ${memberId} AND k.asset = ${asset} AND k.purpose = till.purpose AND k.version < till.version`);
}

/**
 * A statement of some accounts of one member, the latest line first, each with the total of these
 * accounts after it.
 *
 * A hold is one line while it is open, and one line when it was spent, with the spent amount. A
 * hold that was voided or whose lease is over is left out, and so is its release, so that the
 * remaining lines add up. Whole reversals are lines of their own. Postings of concurrent
 * transactions are in the order in which these began.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { Asset, Guarded, PostingKind, Purpose } from "../model.ts";

/**
 * Accounts that a statement can cover; a held amount is shown as a line of the account it came
 * from.
 */
export type StatementPurpose = Exclude<
  Guarded,
  "held" | "held_principal" | "held_bonus" | "held_reward"
>;

export type StatementScope = {
  readonly memberId: string;
  readonly asset: Asset;
  /** The accounts whose sum the statement shows; a transfer between two of them is two lines. */
  readonly purposes: readonly StatementPurpose[];
  readonly now: Now;
};

export type StatementPageRequest = StatementScope & {
  /** Only these kinds; the balances are still correct. */
  readonly kinds?: readonly PostingKind[];
  /** Only credits, or only debits. */
  readonly direction?: "in" | "out";
  /** Only this account. */
  readonly purpose?: StatementPurpose;
  /** Only lines with an order, or only lines without one. */
  readonly hasOrder?: boolean;
  /** A month in Asia/Shanghai, YYYY-MM. */
  readonly month?: string;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
  readonly limit: number;
};

/** `change` and `after` are points or fen. */
export type StatementLine = {
  readonly txnId: string;
  readonly seq: number;
  readonly kind: PostingKind;
  readonly ref: string;
  readonly orderId: string | null;
  readonly title: string;
  readonly purpose: StatementPurpose;
  /** The account on the other side. */
  readonly other: Purpose;
  readonly change: number;
  readonly after: number;
  /** True for an amount held and not spent yet. */
  readonly isHeld: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The month in Asia/Shanghai, YYYY-MM. */
  readonly month: string;
};

const CURSOR = /^(\d{1,16})\.(\d{1,15})\.([a-z_]{1,20})$/;
const MONTH = sql`to_char(created_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM')`;
const micros = sql.raw("round(date_part('epoch', created_at) * 1000000)::bigint");

/** The first instant of a month in Asia/Shanghai, `later` months after the given one. */
const monthStart = (month: string, later = 0): SQL =>
  sql`((${`${month}-01`}::date + ${later} * interval '1 month')::timestamp AT TIME ZONE 'Asia/Shanghai')`;

/** The visible lines, with their actual changes; `since` leaves out older ones. */
const linesOf = ({ memberId, asset, purposes, now }: StatementScope, since: SQL): SQL => sql`
  SELECT t.txn_id, t.seq, x.kind, x.ref, x.order_id, x.title, side.purpose, side.other, t.created_at, side.version,
         CASE WHEN x.kind = 'hold' AND h.state = 'confirmed' THEN -h.confirmed ELSE side.change END AS change,
         x.kind = 'hold' AND h.state = 'open' AS held
  FROM ledger_transfer t
  CROSS JOIN LATERAL (VALUES (t.debit, t.credit, -t.amount, t.debit_version),
                             (t.credit, t.debit, t.amount, t.credit_version)) side (purpose, other, change, version)
  JOIN ledger_txn x ON x.member_id = t.member_id AND x.id = t.txn_id
  LEFT JOIN ledger_hold h ON h.member_id = t.member_id AND h.id = t.txn_id AND x.kind = 'hold'
  WHERE t.member_id = ${memberId} AND t.asset = ${asset} AND side.purpose = ANY (${sql.param([...purposes])}::text[])
    AND t.created_at >= ${since}
    AND CASE x.kind
      WHEN 'hold' THEN h.state = 'confirmed' OR h.state = 'open' AND h.expires_at > ${sqlNow(now)}
      WHEN 'hold_confirm' THEN side.change < 0
      ELSE x.kind <> 'hold_void' END`;

/** The present total of the accounts; a hold whose lease is over counts as returned. */
const totalOf = ({ memberId, asset, purposes, now }: StatementScope): SQL => sql`
  (SELECT coalesce(sum(balance), 0) FROM ledger_account
   WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${sql.param([...purposes])}::text[]))
  + (SELECT coalesce(sum(amount), 0) FROM ledger_hold
     WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${sql.param([...purposes])}::text[])
       AND state = 'open' AND expires_at <= ${sqlNow(now)})`;

/** Refuses BAD_REQUEST for a cursor that this server did not create. */
function olderThan(cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`;
  const [, from, version, purpose] = CURSOR.exec(cursor) ?? [];
  if (from === undefined) throw new Refusal("BAD_REQUEST");
  return sql`(${micros}, version, purpose) < (${from}::bigint, ${version}::bigint, ${purpose}::text)`;
}

const filtered = ({
  kinds,
  direction,
  purpose,
  hasOrder,
  month,
  cursor,
}: StatementPageRequest): SQL =>
  sql.join(
    [
      olderThan(cursor),
      ...(kinds ? [sql`kind = ANY (${sql.param([...kinds])}::text[])`] : []),
      ...(direction ? [direction === "in" ? sql`change > 0` : sql`change < 0`] : []),
      ...(purpose ? [sql`purpose = ${purpose}`] : []),
      ...(hasOrder === undefined ? [] : [sql`(order_id IS NOT NULL) = ${hasOrder}`]),
      ...(month ? [sql`created_at < ${monthStart(month, 1)}`] : []),
    ],
    sql` AND `,
  );

/**
 * The lines with the balance after each, as `told`; the window goes from the newest line downwards,
 * so a page reads only the newer lines.
 */
const linesWithBalances = (request: StatementScope, since: SQL): SQL => sql`
  line AS (${linesOf(request, since)}), told AS (
    SELECT *, ${totalOf(request)} - sum(change) OVER newest + change AS after FROM line
    WINDOW newest AS (ORDER BY created_at DESC, version DESC, purpose DESC ROWS UNBOUNDED PRECEDING)
  )`;

/**
 * The whole statement as plain rows with the contract's field names, for callers with their own
 * filters.
 */
export const statementRows = (request: StatementScope): SQL => sql`
  WITH ${linesWithBalances(request, sql`'-infinity'::timestamptz`)}
  SELECT concat(txn_id, ':', seq, ':', purpose) AS "_id", ${request.memberId}::text AS "user_id", kind, title,
         purpose, change, greatest(after, 0)::bigint AS after, version AS sort,
         CASE WHEN held THEN 'held' ELSE 'booked' END AS state, ${MONTH} AS month,
         date_trunc('milliseconds', created_at) AS at
  FROM told`;

type Row = StatementLine & { readonly key: string };

/**
 * Returns one page, and its end when there are more. Refuses BAD_REQUEST for a cursor that this
 * server did not create.
 */
export async function statementOf(
  db: Db | Tx,
  request: StatementPageRequest,
): Promise<{ lines: StatementLine[]; nextCursor?: string }> {
  const since = request.month ? monthStart(request.month) : sql`'-infinity'::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    WITH ${linesWithBalances(request, since)}
    SELECT txn_id AS "txnId", seq, kind, ref, order_id AS "orderId", title, purpose, other, change,
           greatest(after, 0)::bigint AS after, held AS "isHeld", ${sql.raw(epochMsSql("created_at"))} AS at,
           ${MONTH} AS month, concat(${micros}, '.', version, '.', purpose) AS key
    FROM told WHERE ${filtered(request)}
    ORDER BY created_at DESC, version DESC, purpose DESC LIMIT ${request.limit + 1}`);
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(({ key: _, ...line }) => line),
    ...(rows.length > request.limit && last ? { nextCursor: last.key } : {}),
  };
}

/** Credits and debits of one month, for one kind and one account on the other side. */
export type MonthSum = {
  readonly month: string;
  readonly kind: PostingKind;
  readonly other: Purpose;
  readonly incoming: number;
  readonly outgoing: number;
};

/**
 * Returns the sums of these months over the lines that statementOf shows, or without held lines;
 * both figures are at least zero.
 */
export async function monthSumsOf(
  db: Db | Tx,
  request: StatementScope & { readonly months: readonly string[]; readonly withoutHeld?: boolean },
): Promise<MonthSum[]> {
  const months = request.months.toSorted();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { rows } = await db.execute<MonthSum>(sql`
    WITH line AS (${linesOf(request, monthStart(first))}), told AS (
      SELECT *, ${MONTH} AS month FROM line
      WHERE created_at < ${monthStart(last, 1)} AND NOT (held AND ${request.withoutHeld ?? false})
    )
    SELECT month, kind, other, coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS incoming,
           coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS outgoing
    FROM told WHERE month = ANY (${sql.param(months)}::text[]) GROUP BY month, kind, other`);
  return rows;
}

/**
 * A statement of some accounts of one book, the latest line first, each with what there was in all of them afterwards.
 *
 * A hold is one line for as long as it stands and one when it was spent, of what was spent; one that was given back, or
 * whose lease is over, never happened: neither it nor its giving back is shown or counted, so that the lines left add up.
 * Whole reversals are lines of their own. Postings of transactions that ran side by side stand in the order in which
 * these began.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { Asset, Guarded, PostingKind, Purpose } from "../model.ts";

/** Accounts that a statement can tell of; what is set aside shows as a line of where it came from. */
export type StatementPurpose = Exclude<
  Guarded,
  "held" | "held_principal" | "held_bonus" | "held_reward"
>;

export type StatementScope = {
  readonly memberId: string;
  readonly asset: Asset;
  /** The accounts whose sum the statement tells; a transfer between two of them is two lines. */
  readonly purposes: readonly StatementPurpose[];
  readonly now: Now;
};

export type StatementPageRequest = StatementScope & {
  /** Only these kinds; the balances are right all the same. */
  readonly kinds?: readonly PostingKind[];
  /** Only what came in, or what went out. */
  readonly direction?: "in" | "out";
  /** Only of this account. */
  readonly purpose?: StatementPurpose;
  /** Only what has to do with an order, or only what has not. */
  readonly hasOrder?: boolean;
  /** A month of Asia/Shanghai, YYYY-MM. */
  readonly month?: string;
  /** Where the page before ended: its `nextCursor`. */
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
  /** Set aside and not spent yet. */
  readonly isHeld: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of Asia/Shanghai, YYYY-MM. */
  readonly month: string;
};

const CURSOR = /^(\d{1,16})\.(\d{1,15})\.([a-z_]{1,20})$/;
const MONTH = sql`to_char(created_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM')`;
const micros = sql.raw("round(date_part('epoch', created_at) * 1000000)::bigint");

/** The first instant of a month of Asia/Shanghai, and of the one so many months later. */
const monthStart = (month: string, later = 0): SQL =>
  sql`((${`${month}-01`}::date + ${later} * interval '1 month')::timestamp AT TIME ZONE 'Asia/Shanghai')`;

/** The lines that show, with their true changes; `since` leaves out what is older. */
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

/** What is in the accounts now; a hold whose lease is over counts as given back. */
const totalOf = ({ memberId, asset, purposes, now }: StatementScope): SQL => sql`
  (SELECT coalesce(sum(balance), 0) FROM ledger_account
   WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${sql.param([...purposes])}::text[]))
  + (SELECT coalesce(sum(amount), 0) FROM ledger_hold
     WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${sql.param([...purposes])}::text[])
       AND state = 'open' AND expires_at <= ${sqlNow(now)})`;

/** Refuses BAD_REQUEST for a cursor that is not one of ours. */
function olderThan(cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`;
  const [, from, version, purpose] = CURSOR.exec(cursor) ?? [];
  if (from === undefined) throw new Refusal("BAD_REQUEST");
  return sql`(${micros}, version, purpose) < (${from}::bigint, ${version}::bigint, ${purpose}::text)`;
}

const filtered = ({
  kinds,
  direction: way,
  purpose,
  hasOrder: ofOrder,
  month,
  cursor,
}: StatementPageRequest): SQL =>
  sql.join(
    [
      olderThan(cursor),
      ...(kinds ? [sql`kind = ANY (${sql.param([...kinds])}::text[])`] : []),
      ...(way ? [way === "in" ? sql`change > 0` : sql`change < 0`] : []),
      ...(purpose ? [sql`purpose = ${purpose}`] : []),
      ...(ofOrder === undefined ? [] : [sql`(order_id IS NOT NULL) = ${ofOrder}`]),
      ...(month ? [sql`created_at < ${monthStart(month, 1)}`] : []),
    ],
    sql` AND `,
  );

/** The lines with what there was afterwards, as `told`; the window walks from now downwards, so a page reads what is above it. */
const linesWithBalances = (asked: StatementScope, since: SQL): SQL => sql`
  line AS (${linesOf(asked, since)}), told AS (
    SELECT *, ${totalOf(asked)} - sum(change) OVER newest + change AS after FROM line
    WINDOW newest AS (ORDER BY created_at DESC, version DESC, purpose DESC ROWS UNBOUNDED PRECEDING)
  )`;

/** The whole statement as plain rows under the names of the wire, for whoever looks among them in his own way. */
export const statementRows = (asked: StatementScope): SQL => sql`
  WITH ${linesWithBalances(asked, sql`'-infinity'::timestamptz`)}
  SELECT concat(txn_id, ':', seq, ':', purpose) AS "_id", ${asked.memberId}::text AS "user_id", kind, title,
         purpose, change, greatest(after, 0)::bigint AS after, version AS sort,
         CASE WHEN held THEN 'held' ELSE 'booked' END AS state, ${MONTH} AS month,
         date_trunc('milliseconds', created_at) AS at
  FROM told`;

type Row = StatementLine & { readonly key: string };

/** One page, and where it ends when there is more. Refuses BAD_REQUEST for a cursor that is not one of ours. */
export async function statementOf(
  db: Db | Tx,
  asked: StatementPageRequest,
): Promise<{ lines: StatementLine[]; nextCursor?: string }> {
  const since = asked.month ? monthStart(asked.month) : sql`'-infinity'::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    WITH ${linesWithBalances(asked, since)}
    SELECT txn_id AS "txnId", seq, kind, ref, order_id AS "orderId", title, purpose, other, change,
           greatest(after, 0)::bigint AS after, held AS "isHeld", ${sql.raw(epochMsSql("created_at"))} AS at,
           ${MONTH} AS month, concat(${micros}, '.', version, '.', purpose) AS key
    FROM told WHERE ${filtered(asked)}
    ORDER BY created_at DESC, version DESC, purpose DESC LIMIT ${asked.limit + 1}`);
  const shown = rows.slice(0, asked.limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(({ key: _, ...line }) => line),
    ...(rows.length > asked.limit && last ? { nextCursor: last.key } : {}),
  };
}

/** What came in and what went out in one month, of one kind and from or to one account. */
export type MonthSum = {
  readonly month: string;
  readonly kind: PostingKind;
  readonly other: Purpose;
  readonly incoming: number;
  readonly outgoing: number;
};

/**
 * The sums of these months, of the lines that statementOf shows, or of those that are not only held; both figures are at
 * least zero.
 */
export async function monthSumsOf(
  db: Db | Tx,
  asked: StatementScope & { readonly months: readonly string[]; readonly withoutHeld?: boolean },
): Promise<MonthSum[]> {
  const months = asked.months.toSorted();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { rows } = await db.execute<MonthSum>(sql`
    WITH line AS (${linesOf(asked, monthStart(first))}), told AS (
      SELECT *, ${MONTH} AS month FROM line
      WHERE created_at < ${monthStart(last, 1)} AND NOT (held AND ${asked.withoutHeld ?? false})
    )
    SELECT month, kind, other, coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS incoming,
           coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS outgoing
    FROM told WHERE month = ANY (${sql.param(months)}::text[]) GROUP BY month, kind, other`);
  return rows;
}

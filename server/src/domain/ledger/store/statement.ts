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
import { invariant, Refusal } from "../../../platform/refusal.ts";
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

/**
 * Where a page ended: the last line's time (microseconds), version and account; then the balance
 * before that line, and the amount of the holds that were open then and are older.
 */
const CURSOR = /^(\d{1,16})\.(\d{1,15})\.([a-z_]{1,20})(?:\.(-?\d{1,15})\.(\d{1,15}))?$/;
type Cursor = {
  readonly micros: string;
  readonly version: string;
  readonly purpose: string;
  readonly before: string | undefined;
  readonly held: string | undefined;
};

/**
 * How many transfers of the member a page reads first, for each line that it may show: the accounts
 * of other assets have lines of their own, and some lines are not shown. A page that is still not
 * full is read again from all transfers.
 */
const TRANSFERS_PER_LINE = 4;

const MONTH = sql`to_char(created_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM')`;
const NEWEST_FIRST = sql.raw(
  "ORDER BY created_at DESC, version DESC, purpose DESC ROWS UNBOUNDED PRECEDING",
);
const micros = sql.raw("round(date_part('epoch', created_at) * 1000000)::bigint");

/** The first instant of a month in Asia/Shanghai, `later` months after the given one. */
const monthStart = (month: string, later = 0): SQL =>
  sql`((${`${month}-01`}::date + ${later} * interval '1 month')::timestamp AT TIME ZONE 'Asia/Shanghai')`;

/** Which transfers are read, by their time; both ends are included. */
type Span = { readonly from: SQL; readonly to?: SQL };
const EVER = sql`'-infinity'::timestamptz`;

/** The visible lines of a span, with their actual changes. */
const linesOf = (
  { memberId, asset, purposes, now }: StatementScope,
  { from, to }: Span,
): SQL => sql`
  SELECT t.txn_id, t.seq, x.kind, x.ref, x.order_id, x.title, side.purpose, side.other, t.created_at, side.version,
         CASE WHEN x.kind = 'hold' AND h.state = 'confirmed' THEN -h.confirmed ELSE side.change END AS change,
         x.kind = 'hold' AND h.state = 'open' AS held
  FROM ledger_transfer t
  CROSS JOIN LATERAL (VALUES (t.debit, t.credit, -t.amount, t.debit_version),
                             (t.credit, t.debit, t.amount, t.credit_version)) side (purpose, other, change, version)
  JOIN ledger_txn x ON x.member_id = t.member_id AND x.id = t.txn_id
  LEFT JOIN ledger_hold h ON h.member_id = t.member_id AND h.id = t.txn_id AND x.kind = 'hold'
  WHERE t.member_id = ${memberId} AND t.asset = ${asset} AND side.purpose = ANY (${sql.param([...purposes])}::text[])
    AND t.created_at >= ${from} ${to ? sql`AND t.created_at <= ${to}` : sql``}
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

/** The holds that a statement shows as open, and that were made at this time or before. */
const openHoldsUntil = ({ memberId, asset, purposes, now }: StatementScope, at: SQL): SQL => sql`
  (SELECT coalesce(sum(amount), 0) FROM ledger_hold
   WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${sql.param([...purposes])}::text[])
     AND state = 'open' AND expires_at > ${sqlNow(now)} AND created_at <= ${at})`;

/** Refuses BAD_REQUEST for a cursor that this server did not create. */
function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, micros, version, purpose, before, held] = CURSOR.exec(text) ?? [];
  if (micros === undefined || version === undefined || purpose === undefined) {
    throw new Refusal("BAD_REQUEST");
  }
  return { micros, version, purpose, before, held };
}

const instantOf = ({ micros }: Cursor): SQL =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

const olderThan = (cursor: Cursor): SQL =>
  sql`(created_at, version, purpose) < (${instantOf(cursor)}, ${cursor.version}::bigint, ${cursor.purpose}::text)`;

/** The lines that a page may show, whatever its filters: those older than its beginning. */
const fromBeginning = (month: string | undefined, cursor: Cursor | undefined): SQL =>
  sql.join(
    [
      sql`true`,
      ...(cursor ? [olderThan(cursor)] : []),
      ...(month ? [sql`created_at < ${monthStart(month, 1)}`] : []),
    ],
    sql` AND `,
  );

const filtered = ({ kinds, direction, purpose, hasOrder }: StatementPageRequest): SQL =>
  sql.join(
    [
      sql`true`,
      ...(kinds ? [sql`kind = ANY (${sql.param([...kinds])}::text[])`] : []),
      ...(direction ? [direction === "in" ? sql`change > 0` : sql`change < 0`] : []),
      ...(purpose ? [sql`purpose = ${purpose}`] : []),
      ...(hasOrder === undefined ? [] : [sql`(order_id IS NOT NULL) = ${hasOrder}`]),
    ],
    sql` AND `,
  );

/** Everything that a page may read. */
function wholeSpan({ month }: StatementPageRequest, cursor: Cursor | undefined): Span {
  const from = month ? monthStart(month) : EVER;
  if (cursor) return { from, to: instantOf(cursor) };
  return month ? { from, to: monthStart(month, 1) } : { from };
}

/** The balance at the beginning of a page, from the present total and every newer line. */
const balanceFromNewest = (request: StatementPageRequest, cursor: Cursor | undefined): SQL => {
  const { to } = wholeSpan(request, cursor);
  if (!to) return totalOf(request);
  return sql`(${totalOf(request)} - (SELECT coalesce(sum(change), 0) FROM (${linesOf(request, { from: to })}) newer
    WHERE NOT (${fromBeginning(request.month, cursor)})))`;
};

/**
 * The balance at the beginning of a page. That of the cursor holds as long as the open holds that
 * are older than it stay open: nothing else changes below a line.
 */
function balanceAtBeginning(request: StatementPageRequest, cursor: Cursor | undefined): SQL {
  const fromNewest = balanceFromNewest(request, cursor);
  if (cursor?.before === undefined || cursor.held === undefined) return fromNewest;
  return sql`CASE WHEN ${openHoldsUntil(request, instantOf(cursor))} = ${cursor.held}::bigint
    THEN ${cursor.before}::bigint ELSE ${fromNewest} END`;
}

/** The time of a transfer before which a page is usually full; NULL when there are fewer transfers. */
const usualEnd = ({ memberId, limit }: StatementPageRequest, { from, to }: Span): SQL => sql`
  (SELECT created_at FROM ledger_transfer
   WHERE member_id = ${memberId} AND created_at >= ${from} ${to ? sql`AND created_at <= ${to}` : sql``}
   ORDER BY created_at DESC OFFSET ${(limit + 1) * TRANSFERS_PER_LINE} LIMIT 1)`;

/**
 * The whole statement as plain rows with the contract's field names, for callers with their own
 * filters.
 */
export const statementRows = (request: StatementScope): SQL => sql`
  WITH line AS (${linesOf(request, { from: EVER })}), told AS (
    SELECT *, ${totalOf(request)} - sum(change) OVER newest + change AS after FROM line
    WINDOW newest AS (${NEWEST_FIRST})
  )
  SELECT concat(txn_id, ':', seq, ':', purpose) AS "_id", ${request.memberId}::text AS "user_id", kind, title,
         purpose, change, greatest(after, 0)::bigint AS after, version AS sort,
         CASE WHEN held THEN 'held' ELSE 'booked' END AS state, ${MONTH} AS month,
         date_trunc('milliseconds', created_at) AS at
  FROM told`;

type Row = StatementLine & { readonly key: string };
type Page = { readonly lines: StatementLine[]; readonly nextCursor?: string };

/** Reads a page, at first only down to `usualEnd`; undefined when that is not enough. */
async function readPage(
  db: Db | Tx,
  request: StatementPageRequest,
  isBounded: boolean,
): Promise<Page | undefined> {
  const cursor = parseCursor(request.cursor);
  const span = wholeSpan(request, cursor);
  const read = { ...span, from: sql`coalesce((SELECT at FROM bound), ${span.from})` };
  const { rows } = await db.execute<(Row | { readonly key: null }) & { isAll: boolean }>(sql`
    WITH bound AS (
      SELECT ${isBounded ? usualEnd(request, span) : sql`NULL::timestamptz`} AS at
    ), line AS MATERIALIZED (
      SELECT * FROM (${linesOf(request, read)}) every WHERE ${fromBeginning(request.month, cursor)}
    ), told AS (
      SELECT *, ${balanceAtBeginning(request, cursor)} - sum(change) OVER newest + change AS after FROM line
      WINDOW newest AS (${NEWEST_FIRST})
    ), page AS (
      SELECT *, concat_ws('.', ${micros}, version, purpose, after - change) AS place FROM told WHERE ${filtered(request)}
      ORDER BY created_at DESC, version DESC, purpose DESC LIMIT ${request.limit + 1}
    )
    SELECT txn_id AS "txnId", seq, kind, ref, order_id AS "orderId", title, purpose, other, change,
           greatest(after, 0)::bigint AS after, held AS "isHeld", ${sql.raw(epochMsSql("created_at"))} AS at, ${MONTH} AS month,
           place || '.' || ${openHoldsUntil(request, sql`page.created_at`)} AS key, bound.at IS NULL AS "isAll"
    FROM bound LEFT JOIN page ON true ORDER BY created_at DESC, version DESC, purpose DESC`);
  const found = rows.flatMap((row) => (row.key === null ? [] : [row]));
  const hasMore = found.length > request.limit;
  if (!hasMore && rows[0]?.isAll === false) return undefined;
  const shown = found.slice(0, request.limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(({ key: _key, isAll: _isAll, ...line }) => line),
    ...(hasMore && last ? { nextCursor: last.key } : {}),
  };
}

/**
 * Returns one page, and its end when there are more. Reads about as many transfers as the page
 * shows, however many the member has; filters that leave out most lines read all of them. Refuses
 * BAD_REQUEST for a cursor that this server did not create.
 */
export async function statementOf(db: Db | Tx, request: StatementPageRequest): Promise<Page> {
  const page = (await readPage(db, request, true)) ?? (await readPage(db, request, false));
  invariant(page, "a page that reads everything is whole");
  return page;
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
    WITH line AS (${linesOf(request, { from: monthStart(first) })}), told AS (
      SELECT *, ${MONTH} AS month FROM line
      WHERE created_at < ${monthStart(last, 1)} AND NOT (held AND ${request.withoutHeld ?? false})
    )
    SELECT month, kind, other, coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS incoming,
           coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS outgoing
    FROM told WHERE month = ANY (${sql.param(months)}::text[]) GROUP BY month, kind, other`);
  return rows;
}

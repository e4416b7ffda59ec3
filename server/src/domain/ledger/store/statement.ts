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
import { sqlNow, epochMsSql } from "../../../platform/database/sql.ts";
import { Defect, Refusal } from "../../../platform/refusal.ts";
import type { PostingKind, Purpose } from "../model.ts";
import { netAfterMonth } from "./month-sums.ts";
import {
  fromFirstLine,
  MONTH,
  shownLines,
  sidesAfter,
  sidesOf,
  type Span,
  type StatementPurpose,
  type StatementScope,
} from "./statement-lines.ts";

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
 * How many transfers of the member a page reads, for each line that it may show: the accounts of
 * other assets have lines of their own, and some lines are not shown. A page that is not full is read
 * again from more transfers, and then from every line of its accounts.
 */
const TRANSFERS_PER_LINE = [4, 32] as const;

const NEWEST_FIRST = sql.raw(
  "ORDER BY created_at DESC, version DESC, purpose DESC ROWS UNBOUNDED PRECEDING",
);
const micros = sql.raw("round(date_part('epoch', created_at) * 1000000)::bigint");

/** The first instant of a month in Asia/Shanghai, `later` months after the given one. */
const monthStart = (month: string, later = 0): SQL =>
  sql`((${`${month}-01`}::date + ${later} * interval '1 month')::timestamp AT TIME ZONE 'Asia/Shanghai')`;

const EVER = sql`'-infinity'::timestamptz`;

/** The visible lines of a span, with their actual changes. */
const linesOf = (scope: StatementScope, span: Span): SQL => shownLines(sidesOf(scope, span), scope);

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

/**
 * The balance at the beginning of a page, from the present total and what is newer: every line, or
 * the sums of later months.
 */
const balanceFromNewest = (request: StatementPageRequest, cursor: Cursor | undefined): SQL => {
  const { month } = request;
  if (!cursor)
    return month ? sql`(${totalOf(request)} - ${netAfterMonth(request, month)})` : totalOf(request);
  return sql`(${totalOf(request)} - (SELECT coalesce(sum(change), 0)
    FROM (${linesOf(request, { from: instantOf(cursor) })}) newer WHERE NOT (${olderThan(cursor)})))`;
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

/** How many lines the accounts have: versions have no gaps. */
const linesEver = ({ memberId, asset, purposes }: StatementScope): SQL => sql`
  (SELECT coalesce(sum(version), 0)::bigint FROM ledger_account
   WHERE member_id = ${memberId} AND asset = ${asset} AND purpose = ANY (${sql.param([...purposes])}::text[]))`;

type Row = StatementLine & { readonly key: string };
/** What was read: whether everything, and how many lines there are at all. */
type Read = { readonly isAll: boolean; readonly linesEver: number };
type Page = { readonly lines: StatementLine[]; readonly nextCursor?: string };

/**
 * Reads a page from the newest `most` transfers that it may show, or from every line of its accounts.
 * When these transfers are not enough, returns how many lines the accounts have.
 */
async function readPage(
  db: Db | Tx,
  request: StatementPageRequest,
  most: number | undefined,
): Promise<Page | number> {
  const cursor = parseCursor(request.cursor);
  const span = wholeSpan(request, cursor);
  const { from, to } = span;
  const sides =
    most === undefined
      ? sql`SELECT * FROM (${sidesAfter(request, fromFirstLine(request))}) whole
            WHERE created_at >= ${from} ${to ? sql`AND created_at <= ${to}` : sql``}`
      : sidesOf(request, { ...span, most });
  const isAll =
    most === undefined
      ? sql`true`
      : sql`(SELECT count(*) < ${most} FROM (
          SELECT 1 FROM ledger_transfer WHERE member_id = ${request.memberId} AND created_at >= ${from}
            ${to ? sql`AND created_at <= ${to}` : sql``} LIMIT ${most}) newest)`;
  const { rows } = await db.execute<(Row | { readonly key: null }) & Read>(sql`
    WITH line AS MATERIALIZED (
      SELECT * FROM (${shownLines(sides, request)}) every WHERE ${fromBeginning(request.month, cursor)}
    ), told AS (
      SELECT *, ${balanceAtBeginning(request, cursor)} - sum(change) OVER newest + change AS after FROM line
      WINDOW newest AS (${NEWEST_FIRST})
    ), page AS (
      SELECT *, concat_ws('.', ${micros}, version, purpose, after - change) AS place FROM told WHERE ${filtered(request)}
      ORDER BY created_at DESC, version DESC, purpose DESC LIMIT ${request.limit + 1}
    )
    SELECT txn_id AS "txnId", seq, kind, ref, order_id AS "orderId", title, purpose, other, change,
           greatest(after, 0)::bigint AS after, held AS "isHeld", ${sql.raw(epochMsSql("created_at"))} AS at, ${MONTH} AS month,
           place || '.' || ${openHoldsUntil(request, sql`page.created_at`)} AS key, read.*
    FROM (SELECT ${isAll} AS "isAll", ${linesEver(request)} AS "linesEver") read LEFT JOIN page ON true ORDER BY created_at DESC, version DESC, purpose DESC`);
  const found = rows.flatMap((row) => (row.key === null ? [] : [row]));
  const hasMore = found.length > request.limit;
  if (!hasMore && rows[0]?.isAll === false) return rows[0].linesEver;
  const shown = found.slice(0, request.limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(({ key: _key, isAll: _isAll, linesEver: _lines, ...line }) => line),
    ...(hasMore && last ? { nextCursor: last.key } : {}),
  };
}

/**
 * Returns one page, and its end when there are more. Reads about as many transfers as the page
 * shows, however many the member has; filters that leave out most lines read all of the accounts.
 * Refuses BAD_REQUEST for a cursor that this server did not create.
 */
export async function statementOf(db: Db | Tx, request: StatementPageRequest): Promise<Page> {
  let lines = Number.POSITIVE_INFINITY;
  for (const transfers of TRANSFERS_PER_LINE) {
    const most = (request.limit + 1) * transfers;
    // With fewer lines than that, all of them are read at once.
    if (lines < most) break;
    const page = await readPage(db, request, most);
    if (typeof page !== "number") return page;
    lines = page;
  }
  const whole = await readPage(db, request, undefined);
  if (typeof whole === "number") throw new Defect("a page that reads every line is whole");
  return whole;
}

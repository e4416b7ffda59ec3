/** The SQL statements of the operators' pages of the ledger: postings, and the lines of an account. */
import { type SQL, sql } from "drizzle-orm";
import {
  afterPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { Asset, Purpose } from "../../ledger/model.ts";
import type { Span } from "../span.ts";

/** Whose postings a number names: an order's by its id, others by their refs. */
export type NumberedPostings = {
  readonly memberId: string;
  readonly orderId: string | null;
  readonly refs: readonly string[];
};

/**
 * Finds whom the number of an order, refund, withdrawal, payment or channel transaction belongs to,
 * by the tables of claimed numbers.
 */
export async function findNumber(db: Db, number: string): Promise<NumberedPostings | undefined> {
  const { rows } = await db.execute<NumberedPostings>(sql`
    SELECT owner_id AS "memberId", order_id AS "orderId", ARRAY[${number}] AS refs
    FROM order_no_claim WHERE order_no = ${number}
    UNION ALL SELECT owner_id, NULL, ARRAY[${number}, refund_id::text] FROM refund_no WHERE refund_no = ${number}
    UNION ALL SELECT owner_id, NULL, ARRAY[${number}, return_id::text] FROM payment_return_no
      WHERE refund_no = ${number}
    UNION ALL SELECT owner_id, NULL, ARRAY[withdrawal_id::text] FROM withdrawal_no WHERE withdrawal_no = ${number}
    UNION ALL SELECT a.member_id, CASE WHEN a.biz_type = 'order' THEN a.biz_id END,
                     ARRAY[a.id::text, a.biz_id::text, a.transaction_id]
      FROM payment_attempt a
      WHERE (a.member_id, a.id) IN (SELECT owner_id, attempt_id FROM trade_no WHERE out_trade_no = ${number})
    UNION ALL SELECT owner_id, NULL, ARRAY[${number}, attempt_id::text] FROM channel_txn
      WHERE transaction_id = ${number}
    LIMIT 1`);
  return rows[0];
}

/** How many postings of a reference are read to tell whose they are; more are of many members. */
const POSTINGS_OF_REF = 100;

/** Returns the members who have postings under a reference, as far as its first 100 postings tell. */
export async function findRefOwners(db: Db, ref: string): Promise<readonly string[]> {
  const { rows } = await db.execute<{ memberId: string }>(sql`
    SELECT DISTINCT member_id AS "memberId"
    FROM (SELECT member_id FROM ledger_txn WHERE ref = ${ref} LIMIT ${POSTINGS_OF_REF}) x`);
  return rows.map(({ memberId }) => memberId);
}

/** What the rows of both lists belong to; null where to nothing. */
type Subject = {
  readonly orderNo: string | null;
  readonly refundNo: string | null;
  readonly withdrawalNo: string | null;
};

// The kinds whose ref is the number of a refund, and those whose ref is a hold's id, which is also
// the id of a withdrawal (postingKinds).
const subjectColumns = sql.raw(`
  o.order_no AS "orderNo",
  CASE WHEN x.kind IN ('refund', 'refund_paid', 'wallet_return', 'points_return', 'points_clawback')
       THEN x.ref END AS "refundNo",
  w.withdrawal_no AS "withdrawalNo"`);
/** What the postings of `page` are about, and whose they are: read once, each where it lies. */
const subjectTables = sql.raw(`
  o AS MATERIALIZED (
    SELECT member_id, id, order_no FROM orders WHERE (member_id, id) IN (SELECT member_id, order_id FROM page)
  ), w AS MATERIALIZED (
    SELECT member_id, id::text AS id, withdrawal_no FROM withdrawal WHERE (member_id, id::text) IN (
      SELECT member_id, ref FROM page WHERE kind IN ('hold', 'hold_confirm', 'hold_void'))
  ), m AS MATERIALIZED (
    SELECT member_id, status, member_no, nickname, phone_mask FROM member
    WHERE member_id IN (SELECT member_id FROM page)
  )`);
const subjectJoins = sql.raw(`
  LEFT JOIN o ON o.member_id = x.member_id AND o.id = x.order_id
  LEFT JOIN w ON w.member_id = x.member_id
    AND w.id = CASE WHEN x.kind IN ('hold', 'hold_confirm', 'hold_void') THEN x.ref END
  LEFT JOIN m ON m.member_id = x.member_id`);
const memberColumns = sql.raw(`
  CASE WHEN m.status <> 'GUEST' THEN m.member_no END AS "memberNo", coalesce(m.nickname, '') AS nickname,
  coalesce(m.phone_mask, '') AS phone`);

/** Absent means not filtered. */
export type PostingFilter = Span & {
  readonly memberId?: string | undefined;
  readonly kind?: string | undefined;
  readonly purpose?: Purpose | undefined;
  readonly party?: string | undefined;
  readonly orderId?: string | null | undefined;
  readonly refs?: readonly string[] | undefined;
};

export type TransferRow = {
  readonly asset: Asset;
  readonly debit: string;
  readonly credit: string;
  /** Fen or points. */
  readonly amount: number;
  readonly party: string | null;
};
export type PostingRow = Position &
  Subject & {
    readonly kind: string;
    readonly title: string;
    readonly ref: string;
    readonly actor: string;
    readonly reverses: string | null;
    readonly at: number;
    readonly memberNo: string | null;
    readonly nickname: string;
    readonly phone: string;
    readonly transfers: readonly TransferRow[];
  };

const sideIs = (purpose: Purpose, party: string | undefined): SQL =>
  sql`(t.debit = ${purpose} OR t.credit = ${purpose})
      ${party === undefined ? sql`` : sql`AND coalesce(t.party, '') = ${party}`}`;

const spanConditions = (column: string, { from, to }: Span): (SQL | undefined)[] => [
  from === undefined ? undefined : sql`${sql.raw(column)} >= ${new Date(from)}`,
  // The last millisecond belongs to the span; the columns hold microseconds.
  to === undefined ? undefined : sql`${sql.raw(column)} < ${new Date(to + 1)}`,
];

function postingConditions(filter: PostingFilter): SQL[] {
  const { memberId, kind, purpose, party, orderId, refs } = filter;
  const ofNumber = [
    orderId ? sql`x.order_id = ${orderId}` : undefined,
    refs && sql`x.ref = ANY (${sql.param([...refs])}::text[])`,
  ].filter((condition) => condition !== undefined);
  const conditions: (SQL | undefined)[] = [
    ...spanConditions("f.created_at", filter),
    memberId === undefined ? undefined : sql`f.member_id = ${memberId}`,
    kind === undefined ? undefined : sql`x.kind = ${kind}`,
    purpose &&
      sql`(x.member_id, x.id) IN (
      SELECT t.member_id, t.txn_id FROM ledger_transfer t
      WHERE ${sideIs(purpose, party)} AND ${sql.join(
        [
          memberId === undefined ? sql`true` : sql`t.member_id = ${memberId}`,
          ...spanConditions("t.created_at", filter).filter((condition) => condition !== undefined),
        ],
        sql` AND `,
      )})`,
    ofNumber.length === 0 ? undefined : sql`(${sql.join(ofNumber, sql` OR `)})`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/**
 * The statement of a page of postings; exported for the tests of its plan. A posting and its
 * transfers have one time, and each posting has a transfer number 1, so the index of the transfers'
 * time gives the order.
 */
export function postingPageSql(filter: PostingFilter, { after, limit }: KeysetPage): SQL {
  const isAfter = afterPosition(byUuid("f.created_at", "f.txn_id"), after, "descending");
  return sql`
    WITH page AS MATERIALIZED (
      SELECT x.* FROM ledger_transfer f JOIN ledger_txn x ON x.member_id = f.member_id AND x.id = f.txn_id
      WHERE f.seq = 1 AND ${sql.join([...postingConditions(filter), isAfter], sql` AND `)}
      ORDER BY f.created_at DESC, f.txn_id DESC LIMIT ${limit + 1}
    ), ${subjectTables}, moved AS MATERIALIZED (
      SELECT t.member_id, t.txn_id,
             jsonb_agg(jsonb_build_object('asset', t.asset, 'debit', t.debit, 'credit', t.credit,
               'amount', t.amount, 'party', t.party) ORDER BY t.seq) AS transfers
      FROM ledger_transfer t WHERE (t.member_id, t.txn_id) IN (SELECT member_id, id FROM page)
      GROUP BY t.member_id, t.txn_id
    )
    SELECT x.kind, x.title, x.ref, x.actor, x.reverses, ${sql.raw(epochMsSql("x.created_at"))} AS at,
           ${subjectColumns}, ${memberColumns},
           moved.transfers,
           ${positionColumns("x.created_at", "x.id")}
    FROM page x ${subjectJoins}
    LEFT JOIN moved ON moved.member_id = x.member_id AND moved.txn_id = x.id
    ORDER BY x.created_at DESC, x.id DESC`;
}

/** Returns the page, and one row more when there is a next page. */
export const listPostings = async (
  db: Db,
  filter: PostingFilter,
  page: KeysetPage,
): Promise<PostingRow[]> => (await db.execute<PostingRow>(postingPageSql(filter, page))).rows;

export type LineFilter = {
  readonly purpose: Purpose;
  readonly memberId?: string | undefined;
  readonly party?: string | undefined;
  readonly from: number;
  readonly to: number;
};
export type LineRow = Position &
  Subject & {
    readonly txnId: string;
    readonly seq: number;
    readonly kind: string;
    readonly title: string;
    readonly ref: string;
    readonly at: number;
    readonly other: string;
    /** Credits less debits; fen or points. */
    readonly change: number;
    readonly after: number | null;
    readonly memberNo: string | null;
  };

// A transfer has two different accounts, so it is one line of each.
const position = sql.raw(`t.txn_id || '.' || lpad(t.seq::text, 2, '0')`);

/** The statement of a page of an account's lines, newest first; exported for the tests of its plan. */
export function linePageSql(filter: LineFilter, { after, limit }: KeysetPage): SQL {
  const { purpose, memberId, party } = filter;
  const isAfter = afterPosition(
    { time: sql.raw("t.created_at"), id: position },
    after,
    "descending",
  );
  const conditions = [
    sideIs(purpose, party),
    ...(memberId === undefined ? [] : [sql`t.member_id = ${memberId}`]),
    ...spanConditions("t.created_at", filter).filter((condition) => condition !== undefined),
    isAfter,
  ];
  const isCredit = sql`t.credit = ${purpose}`;
  return sql`
    WITH page AS MATERIALIZED (
      SELECT t.member_id, t.txn_id, t.seq, t.created_at, ${position} COLLATE "C" AS place,
             x.kind, x.title, x.ref, x.order_id,
             CASE WHEN ${isCredit} THEN t.debit ELSE t.credit END AS other,
             CASE WHEN ${isCredit} THEN t.amount ELSE -t.amount END AS change,
             CASE WHEN ${isCredit} THEN t.credit_after ELSE t.debit_after END AS after
      FROM ledger_transfer t JOIN ledger_txn x ON x.member_id = t.member_id AND x.id = t.txn_id
      WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY t.created_at DESC, ${position} COLLATE "C" DESC LIMIT ${limit + 1}
    ), ${subjectTables}
    SELECT x.txn_id AS "txnId", x.seq, x.kind, x.title, x.ref, ${sql.raw(epochMsSql("x.created_at"))} AS at,
           x.other, x.change::float8 AS change, x.after::float8 AS after, ${subjectColumns},
           CASE WHEN m.status <> 'GUEST' THEN m.member_no END AS "memberNo",
           ${positionColumns("x.created_at", "x.place")}
    FROM page x ${subjectJoins}
    ORDER BY x.created_at DESC, x.place DESC`;
}

/** Returns the page, and one row more when there is a next page. */
export const listLines = async (
  db: Db | Tx,
  filter: LineFilter,
  page: KeysetPage,
): Promise<LineRow[]> => (await db.execute<LineRow>(linePageSql(filter, page))).rows;

/** How a member is shown; undefined for one that does not exist. */
export async function readOwner(db: Db, memberNo: string) {
  const { rows } = await db.execute<{
    memberId: string;
    memberNo: string;
    nickname: string;
    phone: string;
  }>(sql`
    SELECT m.member_id AS "memberId", m.member_no AS "memberNo", m.nickname, coalesce(m.phone_mask, '') AS phone
    FROM member_no_claim c JOIN member m ON m.member_id = c.member_id WHERE c.member_no = ${memberNo}`);
  return rows[0];
}

/**
 * SQL statements of the tabs of a member's page. Each returns one row more than its page, newest
 * first; a row carries its position.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { couponsState } from "../../../sql/coupons.ts";
import type { States } from "../../orders/lifecycle.ts";
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import { actorMemberSql } from "./actor.ts";

const ms = (column: string) => sql.raw(epochMsSql(column));

type Tab = { readonly memberId: string; readonly page: KeysetPage };
type Positioned<Row> = Row & Position;

/** What lies elsewhere than the rows of a page: table expressions by its keys, and their joins. */
type Beside = { readonly tables: SQL; readonly select: SQL; readonly joins: SQL };

/**
 * Completes a statement with the position, the order and the limit, and runs it. What is `beside` the
 * page is read for its rows only, each from its own node.
 */
async function pageOf<Row extends object>(
  db: Db,
  { after, limit }: KeysetPage,
  {
    at,
    id,
    select,
    from,
    beside,
  }: {
    readonly at: string;
    readonly id: string;
    readonly select: SQL;
    readonly from: SQL;
    readonly beside?: Beside;
  },
): Promise<Positioned<Row>[]> {
  const order = byUuid(at, id);
  const pageSql = sql`
    SELECT ${positionColumns(at, id)}, ${select} ${from}
      AND ${afterPosition(order, after, "descending")}
    ORDER BY ${byPosition(order, "descending")} LIMIT ${limit + 1}`;
  const found = await db.execute(
    beside
      ? sql`
    WITH page AS MATERIALIZED (${pageSql}), ${beside.tables}
    SELECT page.micros, page.id, ${beside.select} FROM page ${beside.joins}
    ORDER BY page.micros DESC, page.id DESC`
      : pageSql,
  );
  return found.rows.map((row: object) => row as Positioned<Row>);
}

export type LedgerRow = {
  readonly at: number;
  readonly kind: string;
  readonly title: string;
  readonly asset: "CNY" | "PTS";
  readonly account: string;
  readonly change: number;
  readonly after: number;
  readonly ref: string;
  readonly orderNo: string | null;
};
export type LedgerFilter = {
  readonly asset?: string | undefined;
  readonly account?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/**
 * Lines of the guarded accounts. The position is the line's transaction, account and number, as an
 * id of 36 characters cannot tell two lines of one transaction apart.
 */
export async function ledgerRows(
  db: Db,
  memberId: string,
  { asset, account, from, to }: LedgerFilter,
  { after, limit }: { after: LedgerPosition | undefined; limit: number },
): Promise<(LedgerRow & LedgerPosition)[]> {
  const conditions: (SQL | undefined)[] = [
    sql`l.member_id = ${memberId} AND l.version IS NOT NULL`,
    asset === undefined ? undefined : sql`l.asset = ${asset}`,
    account === undefined ? undefined : sql`l.purpose = ${account}`,
    from === undefined ? undefined : sql`l.created_at >= ${new Date(from)}`,
    to === undefined ? undefined : sql`l.created_at <= ${new Date(to)}`,
    after &&
      sql`(l.txn_id, l.seq, l.purpose) < (${after.txnId}::uuid, ${after.seq}::smallint, ${after.account}::text)`,
  ];
  const where = conditions.filter((condition) => condition !== undefined);
  const found = await db.execute<LedgerRow & LedgerPosition>(sql`
    SELECT l.txn_id AS "txnId", l.seq, l.purpose AS account, ${ms("l.created_at")} AS at, x.kind, x.title, l.asset,
           (l.change * CASE WHEN l.purpose = 'debt' THEN -1 ELSE 1 END)::float8 AS change, l.after::float8 AS after,
           x.ref, o.order_no AS "orderNo"
    FROM ledger_line l JOIN ledger_txn x ON x.member_id = l.member_id AND x.id = l.txn_id
    LEFT JOIN orders o ON o.member_id = x.member_id AND o.id = x.order_id
    WHERE ${sql.join(where, sql` AND `)}
    ORDER BY l.txn_id DESC, l.seq DESC, l.purpose DESC LIMIT ${limit + 1}`);
  return found.rows;
}
export type LedgerPosition = {
  readonly txnId: string;
  readonly seq: number;
  readonly account: string;
};

export type OrderTabRow = States & {
  readonly orderNo: string;
  readonly title: string;
  readonly artwork: string;
  readonly kind: OrderKind;
  readonly source: string;
  readonly amountFen: number;
  readonly points: number;
  readonly closedReason: string | null;
  readonly expiresAt: number | null;
  readonly createdAt: number;
};

export const orderRows = (db: Db, { memberId, page }: Tab): Promise<Positioned<OrderTabRow>[]> =>
  pageOf(db, page, {
    at: "o.created_at",
    id: "o.id",
    select: sql`o.order_no AS "orderNo", o.title, o.artwork, o.kind, o.source,
      (CASE WHEN o.source = 'code' THEN o.voucher_fen ELSE o.payable_fen END)::float8 AS "amountFen",
      coalesce(o.points, 0)::float8 AS points, o.order_state AS "orderState", o.pay_state AS "payState",
      o.fulfil_state AS "fulfilState", o.refund_state AS "refundState", o.closed_reason AS "closedReason",
      ${ms("o.expires_at")} AS "expiresAt", ${ms("o.created_at")} AS "createdAt"`,
    from: sql`FROM orders o WHERE o.member_id = ${memberId}`,
  });

export type CouponTabRow = {
  readonly couponId: string;
  readonly title: string;
  readonly source: string;
  readonly state: string;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly createdAt: number;
  readonly voidReason: string | null;
  readonly orderNo: string | null;
};

const stateAtNow = sql.raw(
  couponsState.text({
    state: "c.state",
    lockUntil: "c.lock_until",
    revokedAt: "t.revoked_at",
    validFrom: "c.valid_from",
    validUntil: "c.valid_until",
    now: "clock.now",
  }),
);

/** The state is the one at `now`, as the coupon's holder sees it. */
export const couponRows = (
  db: Db,
  { memberId, page, now }: Tab & { readonly now: Now },
): Promise<Positioned<CouponTabRow>[]> =>
  pageOf(db, page, {
    at: "c.created_at",
    id: "c.id",
    select: sql`c.id AS "couponId", c.snapshot->>'title' AS title, c.source, upper(${stateAtNow}) AS state, ${ms("c.valid_from")} AS "validFrom",
      ${ms("c.valid_until")} AS "validUntil", ${ms("c.created_at")} AS "createdAt", c.void_reason AS "voidReason",
      o.order_no AS "orderNo"`,
    from: sql`FROM member_coupon c JOIN coupon_template t ON t.template_id = c.template_id
      CROSS JOIN (SELECT ${sqlNow(now)} AS now) clock
      LEFT JOIN orders o ON o.member_id = c.member_id AND o.id = coalesce(c.used_order, c.locked_order)
      WHERE c.member_id = ${memberId}`,
  });

export type CardTabRow = {
  readonly cardId: string;
  readonly title: string;
  readonly mask: string;
  readonly state: string;
  readonly reveals: number;
  readonly validUntil: number | null;
  readonly createdAt: number;
  readonly orderNo: string | null;
};

export const cardRows = (db: Db, { memberId, page }: Tab): Promise<Positioned<CardTabRow>[]> =>
  pageOf(db, page, {
    at: "c.created_at",
    id: "c.id",
    select: sql`c.id AS "cardId", c.title, c.mask, c.state, c.reveal_count AS reveals,
      ${ms("c.valid_until")} AS "validUntil", ${ms("c.created_at")} AS "createdAt", o.order_no AS "orderNo"`,
    from: sql`FROM card c LEFT JOIN orders o ON o.member_id = c.member_id AND o.id = c.order_id
      WHERE c.member_id = ${memberId}`,
  });

export type CodeTabRow = {
  readonly codeId: string;
  readonly last4: string;
  readonly batchName: string;
  readonly title: string;
  readonly state: string;
  readonly at: number;
  readonly orderNo: string | null;
};

export const codeRows = (db: Db, { memberId, page }: Tab): Promise<Positioned<CodeTabRow>[]> =>
  pageOf(db, page, {
    at: "s.created_at",
    id: "s.session_id",
    select: sql`s.code_mac, s.owner_id, s.order_id, s.state, ${ms("s.created_at")} AS at`,
    from: sql`FROM code_session s WHERE s.holder_id = ${memberId}`,
    beside: {
      tables: sql`c AS MATERIALIZED (
        SELECT code_mac, code_id, last4, batch_id FROM code WHERE code_mac IN (SELECT code_mac FROM page)
      ), o AS MATERIALIZED (
        SELECT member_id, id, order_no FROM orders
        WHERE (member_id, id) IN (SELECT owner_id, order_id FROM page))`,
      select: sql`c.code_id AS "codeId", c.last4, b.name AS "batchName", b.target->>'title' AS title, page.state,
        page.at, o.order_no AS "orderNo"`,
      joins: sql`JOIN c ON c.code_mac = page.code_mac JOIN code_batch b ON b.batch_id = c.batch_id
        LEFT JOIN o ON o.member_id = page.owner_id AND o.id = page.order_id`,
    },
  });

export type SessionTabRow = {
  readonly sessionId: string;
  readonly audience: string;
  readonly device: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly endedAt: number | null;
  readonly endedWhy: string | null;
};

export const sessionRows = (
  db: Db,
  { memberId, page }: Tab,
): Promise<Positioned<SessionTabRow>[]> =>
  pageOf(db, page, {
    at: "s.created_at",
    id: "s.session_id",
    select: sql`s.session_id AS "sessionId", s.audience, s.device, ${ms("s.created_at")} AS "createdAt",
      ${ms("s.ends_at")} AS "endsAt", ${ms("s.revoked_at")} AS "endedAt", s.revoked_why AS "endedWhy"`,
    from: sql`FROM member_session s WHERE s.member_id = ${memberId}`,
  });

export type EventTabRow = {
  readonly at: number;
  readonly entity: string;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly actorKind: string;
  readonly actorName: string | null;
  readonly reason: string | null;
};

/** Events of the member's account itself. */
export const eventRows = (db: Db, { memberId, page }: Tab): Promise<Positioned<EventTabRow>[]> =>
  pageOf(db, page, {
    at: "e.at",
    id: "e.id",
    select: sql`${ms("e.at")} AS at, e.entity, e.name, e.from_state, e.to_state, e.actor_kind, e.reason,
      CASE WHEN e.actor_kind = 'operator' THEN ${actorMemberSql("e.actor_id")} END AS actor`,
    from: sql`FROM event e WHERE e.member_id = ${memberId} AND e.entity_id = ${memberId}`,
    beside: {
      tables: sql`a AS MATERIALIZED (
        SELECT member_id, nickname FROM member WHERE member_id IN (SELECT actor FROM page)
      ), o AS MATERIALIZED (
        SELECT member_id, name FROM operator WHERE member_id IN (SELECT actor FROM page))`,
      select: sql`page.at, page.entity, page.name, page.from_state AS "from", page.to_state AS "to",
        page.actor_kind AS "actorKind", coalesce(o.name, a.nickname) AS "actorName", page.reason`,
      joins: sql`LEFT JOIN a ON a.member_id = page.actor LEFT JOIN o ON o.member_id = page.actor`,
    },
  });

export type InvitationTabRow = {
  readonly friend: string;
  readonly memberNo: string | null;
  readonly state: string;
  readonly boundAt: number;
  readonly reason: string | null;
};

export const invitationRows = (
  db: Db,
  { memberId, page }: Tab,
): Promise<Positioned<InvitationTabRow>[]> =>
  pageOf(db, page, {
    at: "f.bound_at",
    id: "f.binding_id",
    select: sql`f.friend, f.invitee_id, f.state, ${ms("f.bound_at")} AS "boundAt", f.reason`,
    from: sql`FROM invite_friend f WHERE f.member_id = ${memberId}`,
    beside: {
      tables: sql`m AS MATERIALIZED (
        SELECT member_id, member_no FROM member WHERE member_id IN (SELECT invitee_id FROM page))`,
      select: sql`page.friend, m.member_no AS "memberNo", page.state, page."boundAt", page.reason`,
      joins: sql`LEFT JOIN m ON m.member_id = page.invitee_id`,
    },
  });

export type MessageTabRow = {
  readonly at: number;
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly isRead: boolean;
  readonly sends: { channel: string; state: string; word: string | null }[];
};

export const messageRows = (
  db: Db,
  { memberId, page }: Tab,
): Promise<Positioned<MessageTabRow>[]> =>
  pageOf(db, page, {
    at: "m.created_at",
    id: "m.id",
    select: sql`${ms("m.created_at")} AS at, m.kind, m.title, m.body, m.read_at IS NOT NULL AS "isRead",
      coalesce((SELECT jsonb_agg(jsonb_build_object('channel', s.channel, 'state', s.state, 'word', s.word)
                                 ORDER BY s.channel)
                FROM message_send s WHERE s.member_id = m.member_id AND s.message_id = m.id), '[]') AS sends`,
    from: sql`FROM message m WHERE m.member_id = ${memberId}`,
  });

/** The SQL statement of the operators' list of payments: one page by keyset, newest first. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import {
  afterPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import type { Span } from "../span.ts";

type Kind = "payment" | "return" | "refund";
type Stage = "open" | "done" | "failed" | "unmatched";

/** Absent means not filtered. */
export type PaymentFilter = Span & {
  readonly kind: Kind;
  readonly stage?: Stage | undefined;
  readonly biz?: "order" | "topup" | undefined;
  readonly number?: string | undefined;
  readonly memberNo?: string | undefined;
};

/** A row of the list; instants in ms, money in fen. */
export type PaymentRowData = Position & {
  readonly kind: Kind;
  readonly no: string;
  readonly channelNo: string | null;
  readonly channel: string;
  readonly via: string | null;
  readonly title: string;
  readonly amountFen: number;
  readonly state: string;
  readonly stage: Stage;
  readonly outcome: string | null;
  readonly word: string | null;
  readonly biz: "order" | "topup";
  readonly bizNo: string | null;
  readonly paymentNo: string | null;
  readonly memberNo: string | null;
  readonly nickname: string;
  readonly phone: string;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly endedAt: number | null;
};

type Source = {
  /** The tables; the listed row is `x`. */
  readonly from: string;
  /** The columns of the page that differ by kind. */
  readonly columns: string;
  readonly stages: Readonly<Record<Stage, string>>;
  readonly biz: string;
  /** The keys of the rows with a number. */
  readonly withNumber: (number: string) => SQL;
  readonly only: string;
};

const stageOf = (stages: Source["stages"]): string =>
  `CASE WHEN ${stages.unmatched} THEN 'unmatched' WHEN ${stages.open} THEN 'open'
        WHEN ${stages.failed} THEN 'failed' ELSE 'done' END`;

/** The attempts of an order's number. */
const attemptsOfOrder = (number: string): SQL => sql`
  SELECT a.member_id, a.id FROM payment_attempt a
  WHERE (a.member_id, a.biz_id) IN (SELECT owner_id, order_id FROM order_no_claim WHERE order_no = ${number})
    AND a.biz_type = 'order'`;

const sources: Readonly<Record<Kind, Source>> = {
  payment: {
    from: "payment_attempt x",
    columns: `x.out_trade_no AS no, x.transaction_id AS channel_no, x.channel, x.via, x.title, x.amount_fen, x.state,
      x.outcome, x.reason AS word, x.biz_type, x.biz_id, NULL::text AS payment_no, x.paid_at, x.ended_at`,
    stages: {
      open: "x.state IN ('CREATED', 'PREPARED')",
      done: "x.outcome = 'won'",
      failed: "x.state IN ('CLOSED', 'FAILED')",
      unmatched: "coalesce(x.outcome IN ('late', 'second'), false)",
    },
    biz: "x.biz_type",
    withNumber: (number) => sql`
      SELECT owner_id, attempt_id FROM trade_no WHERE out_trade_no = ${number}
      UNION SELECT owner_id, attempt_id FROM channel_txn WHERE transaction_id = ${number}
      UNION ${attemptsOfOrder(number)}`,
    only: "true",
  },
  return: {
    from: "payment_return x JOIN payment_attempt p ON p.member_id = x.member_id AND p.id = x.attempt_id",
    columns: `x.refund_no AS no, x.channel_refund_no AS channel_no, p.channel, NULL::text AS via, x.reason AS title,
      x.amount_fen, x.state, NULL::text AS outcome, x.word, p.biz_type, p.biz_id, p.out_trade_no AS payment_no,
      NULL::timestamptz AS paid_at, x.ended_at`,
    stages: {
      open: "x.state IN ('CREATED', 'PROCESSING')",
      done: "x.state = 'DONE'",
      failed: "x.state IN ('ABNORMAL', 'REFUSED')",
      unmatched: "false",
    },
    biz: "p.biz_type",
    withNumber: (number) => sql`
      SELECT owner_id, return_id FROM payment_return_no WHERE refund_no = ${number}
      UNION SELECT r.member_id, r.id FROM payment_return r
        WHERE (r.member_id, r.attempt_id) IN (
          SELECT owner_id, attempt_id FROM trade_no WHERE out_trade_no = ${number}
          UNION ${attemptsOfOrder(number)})`,
    only: "true",
  },
  refund: {
    from: `refund x JOIN payment_attempt p ON p.member_id = x.member_id AND p.id = x.attempt_id`,
    columns: `x.refund_no AS no, x.channel_refund_no AS channel_no, p.channel, NULL::text AS via, x.reason AS title,
      x.cash_fen AS amount_fen, x.state, NULL::text AS outcome, x.word, 'order' AS biz_type, x.order_id AS biz_id,
      p.out_trade_no AS payment_no, NULL::timestamptz AS paid_at, x.ended_at`,
    stages: {
      open: "x.state IN ('APPROVED', 'PROCESSING')",
      done: "x.state = 'SUCCESS'",
      failed: "x.state = 'ABNORMAL'",
      unmatched: "false",
    },
    biz: "'order'",
    withNumber: (number) => sql`
      SELECT owner_id, refund_id FROM refund_no WHERE refund_no = ${number}
      UNION SELECT r.member_id, r.id FROM refund r
        WHERE (r.member_id, r.attempt_id) IN (SELECT owner_id, attempt_id FROM trade_no WHERE out_trade_no = ${number})
      UNION SELECT r.member_id, r.id FROM refund r
        WHERE (r.member_id, r.order_id) IN (SELECT owner_id, order_id FROM order_no_claim WHERE order_no = ${number})`,
    // What waits for a decision, was rejected or withdrawn has never been at the channel.
    only: "x.cash_fen > 0 AND x.state IN ('APPROVED', 'PROCESSING', 'SUCCESS', 'ABNORMAL')",
  },
};

function conditionsOf(source: Source, filter: PaymentFilter): SQL[] {
  const { stage, biz, number, memberNo, from, to } = filter;
  const conditions: (SQL | undefined)[] = [
    sql.raw(source.only),
    from === undefined ? undefined : sql`x.created_at >= ${new Date(from)}`,
    to === undefined ? undefined : sql`x.created_at <= ${new Date(to)}`,
    stage &&
      sql.raw(stage === "unmatched" ? "x.outcome IN ('late', 'second')" : source.stages[stage]),
    biz && sql`${sql.raw(source.biz)} = ${biz}`,
    number === undefined ? undefined : sql`(x.member_id, x.id) IN (${source.withNumber(number)})`,
    memberNo === undefined
      ? undefined
      : sql`x.member_id = (SELECT member_id FROM member_no_claim WHERE member_no = ${memberNo})`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** The statement of a page; exported for the tests of its plan. */
export function paymentPageSql(filter: PaymentFilter, { after, limit }: KeysetPage): SQL {
  const source = sources[filter.kind];
  const isAfter = afterPosition(byUuid("x.created_at", "x.id"), after, "descending");
  const where = sql.join([...conditionsOf(source, filter), isAfter], sql` AND `);
  // The page is cut before the joins, which then run once for each of its rows only.
  return sql`
    WITH page AS MATERIALIZED (
      SELECT x.member_id, x.id, x.created_at, ${sql.raw(stageOf(source.stages))} AS stage, ${sql.raw(source.columns)}
      FROM ${sql.raw(source.from)} WHERE ${where}
      ORDER BY x.created_at DESC, x.id DESC LIMIT ${limit + 1})
    SELECT ${filter.kind} AS kind, x.no, x.channel_no AS "channelNo", x.channel, x.via, x.title,
           x.amount_fen::float8 AS "amountFen", x.state, x.stage, x.outcome, x.word, x.biz_type AS biz,
           coalesce(o.order_no, t.topup_no) AS "bizNo", x.payment_no AS "paymentNo",
           CASE WHEN m.status <> 'GUEST' THEN m.member_no END AS "memberNo",
           coalesce(m.nickname, '') AS nickname, coalesce(m.phone_mask, '') AS phone,
           ${sql.raw(epochMsSql("x.created_at"))} AS "createdAt", ${sql.raw(epochMsSql("x.paid_at"))} AS "paidAt",
           ${sql.raw(epochMsSql("x.ended_at"))} AS "endedAt", ${positionColumns("x.created_at", "x.id")}
    FROM page x
    LEFT JOIN member m ON m.member_id = x.member_id
    LEFT JOIN orders o ON x.biz_type = 'order' AND o.member_id = x.member_id AND o.id = x.biz_id
    LEFT JOIN topup t ON x.biz_type = 'topup' AND t.member_id = x.member_id AND t.id = x.biz_id
    ORDER BY x.created_at DESC, x.id DESC`;
}

/** Returns the page, and one row more when there is a next page. */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
  page: KeysetPage,
): Promise<PaymentRowData[]> {
  return (await db.execute<PaymentRowData>(paymentPageSql(filter, page))).rows;
}

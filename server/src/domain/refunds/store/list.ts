/** SQL statement of the operators' list of refunds, filtered and in keyset pages. */
import { type SQL, sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";
import { approvalsExpired, approvalsExpiresAt } from "../../../sql/approvals.ts";
import type { Units } from "../model.ts";

/**
 * What a refund waits for. `waiting`: a first person; `second`: another person; `abnormal`: an
 * operator, because the channel refused.
 */
export type RefundStage = "waiting" | "second" | "abnormal" | "processing" | "done";

/** Which refunds a list holds; `any` is every stage. */
export type RefundScope = RefundStage | "any";

export type RefundFilter = {
  /** Absent: everything that waits for an operator. */
  readonly stage?: RefundScope | undefined;
  /** ms */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A refund, order or member number. */
  readonly keyword?: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
};

/** Money in fen, instants in ms. */
export type ListedRefundRow = Position & {
  readonly ownerId: string;
  readonly refundNo: string;
  readonly orderNo: string;
  readonly title: string;
  readonly artwork: string;
  readonly state: string;
  readonly reason: string;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  readonly firstReviewer: string | null;
  readonly firstExpiresAt: number | null;
  readonly isFirstExpired: boolean;
  readonly items: readonly (Units & {
    readonly title: string;
    readonly delivery: string;
    readonly state: string;
  })[];
  readonly evidence: readonly string[];
  readonly createdAt: number;
  readonly reviewer: string | null;
  readonly decision: string | null;
  readonly decidedAt: number | null;
  readonly endedAt: number | null;
};

const isSecond = (now: Now): SQL =>
  sql`(r.first_reviewer IS NOT NULL AND NOT ${approvalsExpired.sql({ since: sql`r.first_reviewed_at`, now })})`;

const stageSql = (stage: RefundScope | undefined, now: Now): SQL => {
  switch (stage) {
    case undefined:
      return sql`r.state IN ('APPLIED', 'ABNORMAL')`;
    case "waiting":
      return sql`r.state = 'APPLIED' AND NOT ${isSecond(now)}`;
    case "second":
      return sql`r.state = 'APPLIED' AND ${isSecond(now)}`;
    case "abnormal":
      return sql`r.state = 'ABNORMAL'`;
    case "processing":
      return sql`r.state IN ('APPROVED', 'PROCESSING')`;
    case "any":
      return sql`true`;
    case "done":
      return sql`r.state IN ('SUCCESS', 'REJECTED', 'WITHDRAWN')`;
  }
};

/**
 * The stages that are counted: those that wait for an operator, whose rows the index refund_review
 * holds, and those that wait for the channel, in refund_processing.
 */
const COUNTED = ["waiting", "second", "abnormal", "processing"] as const;
type CountedStage = (typeof COUNTED)[number];

export type RefundCounts = Readonly<Record<CountedStage, number>> & {
  /** The number of the refund that was last to come to the stage. */
  readonly newest: Readonly<Partial<Record<CountedStage, string>>>;
};

/** Counts each stage, up to `limit`. */
export async function countRefundQueues(db: Db, limit: number, now: Now): Promise<RefundCounts> {
  const counts = COUNTED.map((stage) => {
    const since = sql.raw(stage === "second" ? "r.first_reviewed_at" : "r.created_at");
    return sql`
      (SELECT count(*)::int FROM (
        SELECT 1 FROM refund r WHERE ${stageSql(stage, now)} LIMIT ${limit}) q) AS ${sql.raw(stage)},
      (SELECT r.refund_no FROM refund r WHERE ${stageSql(stage, now)}
        ORDER BY ${since} DESC, r.id DESC LIMIT 1) AS ${sql.raw(`newest_${stage}`)}`;
  });
  const { rows } = await db.execute<
    Record<CountedStage, number> & Record<`newest_${CountedStage}`, string | null>
  >(sql`SELECT ${sql.join(counts, sql`, `)}`);
  const [row] = rows;
  invariant(row, "a select without FROM has one row");
  const { waiting, second, abnormal, processing } = row;
  const newest = COUNTED.flatMap((stage) => {
    const refundNo = row[`newest_${stage}`];
    return refundNo === null ? [] : [[stage, refundNo] as const];
  });
  return { waiting, second, abnormal, processing, newest: Object.fromEntries(newest) };
}

/** What waits is listed oldest first, everything else newest first. */
export async function readRefundList(
  db: Db,
  { stage, from, to, keyword, after, limit }: RefundFilter,
  now: Now,
): Promise<ListedRefundRow[]> {
  const isNewestFirst = stage === "processing" || stage === "done" || stage === "any";
  const order = isNewestFirst ? "descending" : "ascending";
  const row = { time: sql`r.created_at`, id: sql`r.id::text` };
  const conditions = [stageSql(stage, now), afterPosition(row, after, order)];
  if (from !== undefined)
    conditions.push(sql`r.created_at >= to_timestamp(${from}::float8 / 1000)`);
  if (to !== undefined) conditions.push(sql`r.created_at < to_timestamp(${to}::float8 / 1000)`);
  if (keyword !== undefined) {
    conditions.push(sql`(r.member_id, r.id) IN (
      SELECT owner_id, refund_id FROM refund_no WHERE refund_no = ${keyword}
      UNION SELECT f.member_id, f.id FROM refund f
        WHERE (f.member_id, f.order_id) IN (SELECT owner_id, order_id FROM order_no_claim WHERE order_no = ${keyword})
      UNION SELECT f.member_id, f.id FROM refund f
        WHERE f.member_id IN (SELECT member_id FROM member_no_claim WHERE member_no = ${keyword}))`);
  }
  const found = await db.execute<ListedRefundRow>(sql`
    SELECT r.member_id AS "ownerId", r.refund_no AS "refundNo", o.order_no AS "orderNo", o.title, o.artwork, r.state,
           r.reason, r.cash_fen::float8 AS "cashFen", r.balance_fen::float8 AS "balanceFen", r.points::float8 AS points,
           r.first_reviewer AS "firstReviewer",
           ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: "r.first_reviewed_at" })))} AS "firstExpiresAt",
           r.first_reviewer IS NOT NULL AND NOT ${isSecond(now)} AS "isFirstExpired",
           to_jsonb(r.evidence) AS evidence, r.reviewer, r.decision,
           ${sql.raw(epochMsSql("r.created_at"))} AS "createdAt", ${sql.raw(epochMsSql("r.decided_at"))} AS "decidedAt",
           ${sql.raw(epochMsSql("r.ended_at"))} AS "endedAt",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('itemId', i.item_id, 'quantity', i.quantity,
              'title', t.snapshot->>'title', 'delivery', t.snapshot->>'delivery', 'state', t.fulfil_state)
              ORDER BY t.seq), '[]')
            FROM refund_item i JOIN order_item t ON t.member_id = i.member_id AND t.id = i.item_id
            WHERE i.member_id = r.member_id AND i.refund_id = r.id) AS items,
           r.id::text AS id, ${microsSql("r.created_at")} AS micros
    FROM refund r JOIN orders o ON o.member_id = r.member_id AND o.id = r.order_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${byPosition(row, order)} LIMIT ${limit}`);
  return found.rows;
}

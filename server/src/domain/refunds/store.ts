/**
 * All SQL statements about refunds; each names the owner, and each change is guarded by the
 * expected state.
 */
import { type SQL, sql } from "drizzle-orm";
import { couponsRevoke } from "../../sql/coupons.ts";
import { raisedRefusal } from "../../platform/database/failure.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import type { ArgumentsOf } from "../../platform/database/sql-function.ts";
import {
  refundsApprove,
  refundsDone,
  refundsFollow,
  refundsGiveUp,
  refundsOpen,
} from "../../sql/refunds.ts";
import type { ReleasedUnits } from "../orders/actions.ts";
import type { RefundState } from "./lifecycle.ts";
import type { Refund, Units } from "./model.ts";
import { TAKEN_BACK_TITLE } from "./texts.ts";

type Queryable = Db | Tx;
export type RefundKey = { readonly ownerId: string; readonly id: string };

const refuse = (error: unknown): never => {
  throw raisedRefusal(error) ?? error;
};

/** Opens a refund; returns its state. Refuses ORDER_STATE and REFUND_DENIED. */
export const callOpen = (
  tx: Tx,
  member: string,
  opened: {
    refund: ArgumentsOf<typeof refundsOpen>["refund"];
    items: readonly Units[];
    now: Now;
  },
): Promise<RefundState> => refundsOpen(tx, { member, ...opened }).catch(refuse);

export const callApprove = (
  tx: Tx,
  { ownerId: member, id: refund }: RefundKey,
  by: ArgumentsOf<typeof refundsApprove>["by"],
  now: Now,
): Promise<"first" | RefundState> => refundsApprove(tx, { member, refund, by, now }).catch(refuse);

export const callRelease = (
  tx: Tx,
  { ownerId: member, id: refund }: RefundKey,
  by: ArgumentsOf<typeof refundsGiveUp>["by"],
  now: Now,
): Promise<void> => refundsGiveUp(tx, { member, refund, by, now }).catch(refuse);

export const callDone = (
  tx: Tx,
  { ownerId: member, id: refund }: RefundKey,
  channelNo: string,
  now: Now,
): Promise<boolean> =>
  refundsDone(tx, { member, refund, channelNo, takenBackTitle: TAKEN_BACK_TITLE, now });

export const callSyncOrder = (
  tx: Tx,
  { ownerId: member, orderId: order }: Refund,
  now: Now,
): Promise<boolean> => refundsFollow(tx, { member, order, fen: null, now });

/** Revokes the unused coupons of a bought pack. Returns how many. */
export async function callRevokePack(
  tx: Tx,
  ownerId: string,
  itemId: string,
  now: Now,
): Promise<number> {
  return couponsRevoke(tx, {
    member: ownerId,
    source: "purchase",
    ref: itemId,
    reason: "退款",
    now,
  });
}

/** Refunds with what they refund; `owner` is the owner's id. A cluster reads one node where it is a parameter. */
const refundsBy = (owner: SQL): SQL => sql`
  SELECT r.member_id AS "ownerId", r.id, r.order_id AS "orderId", r.refund_no AS "refundNo",
         a.out_trade_no AS "outTradeNo", a.amount_fen AS "paidFen", r.reason, r.applicant, r.applicant_id AS "applicantId", r.state, r.cash_fen AS "cashFen",
         r.balance_fen AS "balanceFen", r.points, r.decision, r.word AS "channelStatus", r.looks AS "pollCount", to_jsonb(r.evidence) AS evidence, ${sql.raw(epochMsSql("r.created_at"))} AS "createdAt",
         ${sql.raw(epochMsSql("r.ended_at"))} AS "endedAt",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('itemId', i.item_id, 'quantity', i.quantity,
            'title', o.snapshot->>'title', 'delivery', o.snapshot->>'delivery') ORDER BY o.seq), '[]')
          FROM refund_item i JOIN order_item o ON o.member_id = i.member_id AND o.id = i.item_id
          WHERE i.member_id = ${owner} AND i.refund_id = r.id) AS items
  FROM refund r LEFT JOIN payment_attempt a ON a.member_id = r.member_id AND a.id = r.attempt_id`;
const ofOwner = (ownerId: string): SQL => refundsBy(sql`${ownerId}::uuid`);
const ofAnyOwner = refundsBy(sql`r.member_id`);

export async function findRefund(db: Queryable, key: RefundKey): Promise<Refund | undefined> {
  const found = await db.execute<Refund>(
    sql`${ofOwner(key.ownerId)} WHERE r.member_id = ${key.ownerId} AND r.id = ${key.id}`,
  );
  return found.rows[0];
}

/** Returns the units that a refund has taken out of its order, with their amounts. */
export async function takenUnits(
  db: Queryable,
  { ownerId, id }: RefundKey,
): Promise<ReleasedUnits[]> {
  const found = await db.execute<ReleasedUnits>(sql`
    SELECT item_id AS "itemId", quantity, cash_fen AS "cashFen", balance_fen AS "balanceFen", points,
           coupon_off_fen AS "couponOffFen", points_off_fen AS "pointsOffFen"
    FROM refund_item WHERE member_id = ${ownerId} AND refund_id = ${id}`);
  return found.rows;
}

/** Lists the refunds of an order, the latest first. */
export async function refundsOf(
  db: Queryable,
  ownerId: string,
  orderId: string,
): Promise<Refund[]> {
  const found = await db.execute<Refund>(sql`
    ${ofOwner(ownerId)} WHERE r.member_id = ${ownerId} AND r.order_id = ${orderId}
    ORDER BY r.created_at DESC, r.id DESC`);
  return found.rows;
}

/** Returns the key of the refund with this number; `undefined` when there is none. */
export async function findKeyByRefundNo(
  db: Queryable,
  refundNo: string,
): Promise<RefundKey | undefined> {
  const found = await db.execute<RefundKey>(sql`
    SELECT owner_id AS "ownerId", refund_id AS id FROM refund_no WHERE refund_no = ${refundNo}`);
  return found.rows[0];
}

/** Lists refunds whose poll is due, the longest overdue first. */
export async function dueRefunds(db: Db, now: Now, limit: number): Promise<Refund[]> {
  const due = await db.execute<Refund>(sql`
    ${ofAnyOwner} WHERE r.next_look_at <= ${sqlNow(now)} ORDER BY r.next_look_at LIMIT ${limit}`);
  return due.rows;
}

/** Claims one poll for this process by setting the next; false when another process claimed it. */
export async function claimPoll(db: Db, refund: Refund, nextAt: Date): Promise<boolean> {
  const taken = await db.execute(sql`
    UPDATE refund SET next_look_at = ${nextAt}::timestamptz, looks = looks + 1
    WHERE member_id = ${refund.ownerId} AND id = ${refund.id} AND looks = ${refund.pollCount}
      AND state = 'PROCESSING'`);
  return taken.rowCount === 1;
}

/**
 * Applies one transition that changes only the refund's own row; false when it was not in `from`.
 */
export async function moveRefund(
  tx: Tx,
  key: RefundKey,
  move: { from: RefundState; to: RefundState; channelState: string; nextAt: Date | null },
): Promise<boolean> {
  const moved = await tx.execute(sql`
    UPDATE refund SET state = ${move.to}, word = ${move.channelState}, next_look_at = ${move.nextAt}::timestamptz
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND state = ${move.from}`);
  return moved.rowCount === 1;
}

/**
 * Returns the cash of an order that was not refunded, in fen; includes cash of refunds under way.
 */
export async function findRetainedCash(
  db: Queryable,
  { ownerId, orderId }: { ownerId: string; orderId: string },
): Promise<number> {
  const found = await db.execute<{ keptFen: number }>(sql`
    SELECT o.cash_fen - coalesce((SELECT sum(r.cash_fen) FROM refund r
      WHERE r.member_id = ${ownerId} AND r.order_id = ${orderId} AND r.state = 'SUCCESS'), 0)::bigint AS "keptFen"
    FROM orders o WHERE o.member_id = ${ownerId} AND o.id = ${orderId}
      AND o.pay_state IN ('PAID', 'PART_REFUNDED', 'REFUNDED')`);
  return found.rows[0]?.keptFen ?? 0;
}

/**
 * Returns those of the members who have paid cash in an order that was not refunded, each with the
 * time of their first paid order, in ms. One statement for all members.
 */
export async function findMembersWithRetainedCash(
  db: Queryable,
  memberIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await db.execute<{ memberId: string; firstPaidAt: number }>(sql`
    SELECT o.member_id AS "memberId", ${sql.raw(epochMsSql("min(o.paid_at)"))} AS "firstPaidAt" FROM orders o
    LEFT JOIN (
      SELECT member_id, order_id, sum(cash_fen) AS cash FROM refund
      WHERE member_id = ANY (${sql.param([...memberIds])}::uuid[]) AND state = 'SUCCESS' GROUP BY member_id, order_id
    ) r ON r.member_id = o.member_id AND r.order_id = o.id
    WHERE o.member_id = ANY (${sql.param([...memberIds])}::uuid[]) AND o.paid_at IS NOT NULL
    GROUP BY o.member_id
    HAVING bool_or(o.order_state IN ('ACTIVE', 'DONE') AND o.pay_state IN ('PAID', 'PART_REFUNDED')
      AND o.cash_fen > coalesce(r.cash, 0))`);
  return new Map(found.rows.map(({ memberId, firstPaidAt }) => [memberId, firstPaidAt]));
}

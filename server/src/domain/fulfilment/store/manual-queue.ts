/**
 * All SQL statements about the manual queue: its orders, their claims, and the message that cancels
 * at the supplier.
 */
import { sql } from "drizzle-orm";
import { platformOutboxInsert } from "../../../sql/platform.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { SupplierOrderKey } from "./supplier-orders.ts";

export type ManualOrderRow = {
  readonly outNo: string;
  readonly supplierId: string;
  readonly orderNo: string;
  readonly title: string;
  readonly state: string;
  readonly since: number;
  readonly isAlarmed: boolean;
  readonly claimedBy: string | null;
  readonly claimedUntil: number | null;
};

/** Lists the manual queue, oldest first: reads all members through the index of open polls. */
export async function findManualOrderRows(db: Db): Promise<ManualOrderRow[]> {
  const found = await db.execute<ManualOrderRow>(sql`
    SELECT s.out_no AS "outNo", s.supplier_id AS "supplierId", o.order_no AS "orderNo", o.title, s.state,
           ${sql.raw(epochMsSql("s.manual_at"))} AS since, s.alarmed_at IS NOT NULL AS "isAlarmed",
           s.claimed_by AS "claimedBy", ${sql.raw(epochMsSql("s.claimed_until"))} AS "claimedUntil"
    FROM supplier_order s JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id
    WHERE s.next_look_at IS NOT NULL AND s.manual_at IS NOT NULL
    ORDER BY s.manual_at LIMIT 200`);
  return found.rows;
}

/** Claims an order unless another operator has it; returns the end of the claim in ms. */
export async function claimSupplierOrder(
  tx: Tx,
  key: SupplierOrderKey,
  { operatorId, leaseMs, now }: { operatorId: string; leaseMs: number; now: Now },
): Promise<number | undefined> {
  const taken = await tx.execute<{ until: number }>(sql`
    UPDATE supplier_order
    SET claimed_by = ${operatorId}, claimed_until = ${sqlNow(now)} + ${leaseMs} * interval '1 ms'
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND next_look_at IS NOT NULL AND manual_at IS NOT NULL
      AND (claimed_by IS NULL OR claimed_by = ${operatorId} OR claimed_until <= ${sqlNow(now)})
    RETURNING ${sql.raw(epochMsSql("claimed_until"))} AS until`);
  return taken.rows[0]?.until;
}

/** Transfers the claim to another operator, or releases it. */
export async function reassignClaim(
  tx: Tx,
  key: SupplierOrderKey,
  { toId, leaseMs, now }: { toId: string | undefined; leaseMs: number; now: Now },
): Promise<void> {
  await tx.execute(sql`
    UPDATE supplier_order
    SET claimed_by = ${toId ?? null}::uuid,
        claimed_until = CASE WHEN ${toId !== undefined} THEN ${sqlNow(now)} + ${leaseMs} * interval '1 ms' END
    WHERE member_id = ${key.ownerId} AND id = ${key.id}`);
}

/** Enqueues the message that cancels the order at its supplier. */
export async function enqueueCancel(
  tx: Tx,
  key: SupplierOrderKey,
  { messageId, now }: { messageId: string; now: Now },
): Promise<void> {
  await platformOutboxInsert(tx, {
    member: key.ownerId,
    id: messageId,
    aggregate: key.id,
    topic: "supplier.withdraw",
    payload: { supplierOrderId: key.id },
    sealed: null,
    due: null,
    now,
  });
}

/** Counts the orders in the manual queue for longer than the limit. */
export async function countOverdueManual(
  db: Db,
  { slaMs, now }: { slaMs: number; now: Now },
): Promise<number> {
  const found = await db.execute<{ late: number }>(sql`
    SELECT count(*)::integer AS late FROM supplier_order
    WHERE next_look_at IS NOT NULL AND manual_at <= ${sqlNow(now)} - ${slaMs} * interval '1 ms'`);
  return found.rows[0]?.late ?? 0;
}

/** Returns our numbers of the orders in the manual queue, the latest first. */
export async function latestManualOrders(db: Db, limit: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT out_no AS id FROM supplier_order
    WHERE next_look_at IS NOT NULL AND manual_at IS NOT NULL ORDER BY manual_at DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}

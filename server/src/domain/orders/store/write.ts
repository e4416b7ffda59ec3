/** SQL statements that change orders; each is guarded by the states its transition begins in. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { type OrderEvent, transitions } from "../lifecycle.ts";
import { hideOwnOrder } from "./counts.ts";
import type { OrderKey, Queryable } from "./read.ts";

/**
 * Applies one transition and returns the states before it; `undefined` when the order was not in the
 * expected state. Sets the end time of an order that ends.
 */
export async function moveOrder(
  tx: Tx,
  key: OrderKey,
  { event, reason, now }: { event: OrderEvent; reason?: string | undefined; now: Now },
): Promise<{ wasOrder: string; wasFulfil: string } | undefined> {
  const { order, fulfil } = transitions[event];
  const ends = order.to !== "ACTIVE";
  const finishedAt = ends ? sqlNow(now) : sql`finished_at`;
  const receivedAt = event === "received" ? sqlNow(now) : sql`received_at`;
  const moved = await tx.execute<{ wasOrder: string; wasFulfil: string }>(sql`
    WITH old AS (
      SELECT order_state AS "wasOrder", fulfil_state AS "wasFulfil" FROM orders
      WHERE member_id = ${key.ownerId} AND id = ${key.orderId} FOR NO KEY UPDATE)
    UPDATE orders
    SET order_state = ${order.to}, fulfil_state = ${fulfil.to},
        finished_at = ${finishedAt},
        received_at = ${receivedAt},
        closed_reason = coalesce(${reason ?? null}, closed_reason)
    FROM old
    WHERE member_id = ${key.ownerId} AND id = ${key.orderId}
      AND order_state = ANY(${sql.param([...order.from])}::text[])
      AND fulfil_state = ANY(${sql.param([...fulfil.from])}::text[])
    RETURNING old."wasOrder", old."wasFulfil"`);
  return moved.rows[0];
}

export type SealedPickup = {
  readonly seq: number;
  readonly codeSealed: Buffer;
  readonly qrSealed: Buffer | null;
};

export async function insertPickupCodes(
  tx: Tx,
  key: OrderKey,
  { codes, validUntil, now }: { codes: readonly SealedPickup[]; validUntil: Date | null; now: Now },
): Promise<void> {
  for (const { seq, codeSealed, qrSealed } of codes) {
    await tx.execute(sql`
      INSERT INTO pickup_code (member_id, order_id, seq, code_sealed, qr_sealed, valid_until, issued_at)
      VALUES (${key.ownerId}, ${key.orderId}, ${seq}, ${codeSealed}, ${qrSealed}, ${validUntil}::timestamptz, ${sqlNow(now)})`);
  }
}

/** Hides an order from a member's list: their own, or a claimed one. */
export async function hideOrder(tx: Tx, memberId: string, key: OrderKey, now: Now): Promise<void> {
  await (key.ownerId === memberId
    ? hideOwnOrder(tx, key, now)
    : tx.execute(sql`
        UPDATE claimed_order SET hidden_at = ${sqlNow(now)}
        WHERE member_id = ${memberId} AND order_id = ${key.orderId} AND hidden_at IS NULL`));
}

/**
 * Assigns a guest to a member, once; false when the owner is no guest, or belongs to another
 * member.
 */
export async function claimGuest(tx: Tx, guestId: string, memberId: string): Promise<boolean> {
  const claimed = await tx.execute(sql`
    UPDATE member SET claimed_by = ${memberId}
    WHERE member_id = ${guestId} AND status = 'GUEST' AND (claimed_by IS NULL OR claimed_by = ${memberId})`);
  return claimed.rowCount === 1;
}

/** Whether an order's owner is a member, or a guest that a member has claimed. */
export async function belongsToMember(db: Queryable, ownerId: string): Promise<boolean> {
  const found = await db.execute<{ yes: boolean }>(sql`
    SELECT status <> 'GUEST' OR claimed_by IS NOT NULL AS yes FROM member WHERE member_id = ${ownerId}`);
  return found.rows[0]?.yes ?? false;
}

/** Adds a guest's order to a member's list, at the order's own time; a repeat changes nothing. */
export async function insertClaim(
  tx: Tx,
  memberId: string,
  order: OrderKey & { orderNo: string; kind: string },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO claimed_order (member_id, order_id, owner_id, order_no, kind, created_at)
    SELECT ${memberId}, o.id, o.member_id, o.order_no, o.kind, o.created_at
    FROM orders o WHERE o.member_id = ${order.ownerId} AND o.id = ${order.orderId}
    ON CONFLICT (member_id, order_id) DO NOTHING`);
}

/** Lists orders whose pickup slot ended so long ago that the meal counts as picked up. */
export async function overdueOrders(
  db: Queryable,
  {
    afterMs,
    limit,
    except,
    now,
  }: { afterMs: number; limit: number; except: readonly string[]; now: Now },
): Promise<OrderKey[]> {
  const found = await db.execute<OrderKey>(sql`
    SELECT member_id AS "ownerId", id AS "orderId" FROM orders
    WHERE order_state = 'ACTIVE' AND fulfil_state = 'DONE' AND pickup_to <= ${sqlNow(now)} - ${afterMs} * interval '1 ms'
      AND id <> ALL (${sql.param([...except])}::uuid[])
    ORDER BY pickup_to LIMIT ${limit}`);
  return found.rows;
}

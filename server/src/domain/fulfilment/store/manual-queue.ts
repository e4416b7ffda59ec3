/**
 * All SQL statements about the manual queue: its orders, their claims, and the message that cancels
 * at the supplier.
 */
import { type SQL, sql } from "drizzle-orm";
import { platformOutboxInsert } from "../../../sql/platform.ts";
import {
  afterPosition,
  byPosition,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { SupplierOrderKey } from "./supplier-orders.ts";

export type ManualOrderRow = Position & {
  readonly ownerId: string;
  readonly outNo: string;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly contact: { readonly phone: string; readonly hours: string; readonly script: string };
  readonly orderNo: string;
  readonly title: string;
  readonly state: string;
  readonly since: number;
  readonly isAlarmed: boolean;
  readonly claimedBy: string | null;
  readonly claimedUntil: number | null;
};

/** Absent means not filtered; instants in ms. */
export type ManualOrderFilter = {
  readonly claim?: "mine" | "free" | "others" | undefined;
  readonly readerId: string;
  readonly supplierId?: string | undefined;
  /** `late`: waits longer than `slaMs`; `alarmed`: an alert was raised. */
  readonly age?: "late" | "alarmed" | undefined;
  readonly slaMs: number;
  readonly state?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The number of an order or a member, our number at the supplier, or the supplier's. */
  readonly keyword?: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
};

function conditionsOf(filter: ManualOrderFilter, now: Now): SQL[] {
  const { claim, readerId, supplierId, age, slaMs, state, from, to, keyword } = filter;
  const isClaimed = sql`(s.claimed_by IS NOT NULL AND s.claimed_until > ${sqlNow(now)})`;
  const isMine = sql`s.claimed_by = ${readerId}`;
  const claims = {
    mine: sql`${isClaimed} AND ${isMine}`,
    others: sql`${isClaimed} AND NOT ${isMine}`,
    free: sql`NOT ${isClaimed}`,
  };
  const conditions: (SQL | undefined)[] = [
    claim && claims[claim],
    supplierId === undefined ? undefined : sql`s.supplier_id = ${supplierId}`,
    age === "late"
      ? sql`s.manual_at <= ${sqlNow(now)} - ${slaMs}::float8 * interval '1 ms'`
      : age && sql`s.alarmed_at IS NOT NULL`,
    state === undefined ? undefined : sql`s.state = ${state}`,
    from === undefined ? undefined : sql`s.manual_at >= ${new Date(from)}`,
    to === undefined ? undefined : sql`s.manual_at < ${new Date(to)}`,
    keyword === undefined
      ? undefined
      : sql`(s.out_no = ${keyword} OR s.supplier_no = ${keyword} OR o.order_no = ${keyword}
             OR s.member_id = (SELECT member_id FROM member_no_claim WHERE member_no = ${keyword}))`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** Lists the manual queue, oldest first: reads all members through the index of open polls. */
export async function findManualOrderRows(
  db: Db,
  filter: ManualOrderFilter,
  now: Now,
): Promise<ManualOrderRow[]> {
  const row = { time: sql`s.manual_at`, id: sql`s.id::text` };
  const conditions = [...conditionsOf(filter, now), afterPosition(row, filter.after, "ascending")];
  const found = await db.execute<ManualOrderRow>(sql`
    SELECT s.member_id AS "ownerId", s.out_no AS "outNo", s.supplier_id AS "supplierId", p.name AS "supplierName",
           jsonb_build_object('phone', p.phone, 'hours', p.hours, 'script', p.script) AS contact,
           o.order_no AS "orderNo", o.title, s.state,
           ${sql.raw(epochMsSql("s.manual_at"))} AS since, s.alarmed_at IS NOT NULL AS "isAlarmed",
           s.claimed_by AS "claimedBy", ${sql.raw(epochMsSql("s.claimed_until"))} AS "claimedUntil",
           s.id::text AS id, ${microsSql("s.manual_at")} AS micros
    FROM supplier_order s JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id
    JOIN supplier p ON p.supplier_id = s.supplier_id
    WHERE s.next_look_at IS NOT NULL AND s.manual_at IS NOT NULL AND ${sql.join(conditions, sql` AND `)}
    ORDER BY ${byPosition(row, "ascending")} LIMIT ${filter.limit}`);
  return found.rows;
}

/** Claims an order unless another operator has it; returns the end of the claim in ms. */
export async function claimSupplierOrder(
  tx: Tx,
  key: SupplierOrderKey,
  { operatorId, leaseMs, now }: { operatorId: string; leaseMs: number; now: Now },
): Promise<number | undefined> {
  const taken = await tx.execute<{ until: number }>(sql`
    WITH taken AS (UPDATE supplier_order
    SET claimed_by = ${operatorId}, claimed_until = ${sqlNow(now)} + ${leaseMs} * interval '1 ms'
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND next_look_at IS NOT NULL AND manual_at IS NOT NULL
      AND (claimed_by IS NULL OR claimed_by = ${operatorId} OR claimed_until <= ${sqlNow(now)})
    RETURNING claimed_until)
    SELECT ${sql.raw(epochMsSql("claimed_until"))} AS until FROM taken`);
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
        claimed_until = ${toId === undefined ? sql`NULL` : sql`${sqlNow(now)} + ${leaseMs} * interval '1 ms'`}
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

/** Returns which of these orders wait in the manual queue and were last claimed by the operator. */
export async function claimedOrdersOf(
  db: Db,
  { operatorId, outNos }: { readonly operatorId: string; readonly outNos: readonly string[] },
): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT out_no AS id FROM supplier_order
    WHERE next_look_at IS NOT NULL AND manual_at IS NOT NULL AND claimed_by = ${operatorId}
      AND out_no = ANY (${sql.param([...outNos])}::text[])`);
  return found.rows.map(({ id }) => id);
}

/** Returns our numbers of the orders in the manual queue, the latest first. */
export async function latestManualOrders(db: Db, limit: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT out_no AS id FROM supplier_order
    WHERE next_look_at IS NOT NULL AND manual_at IS NOT NULL ORDER BY manual_at DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}

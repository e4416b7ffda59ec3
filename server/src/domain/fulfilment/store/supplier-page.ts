/** SQL statements of the operators' page of one supplier: its form, callbacks and unknown orders. */
import { sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

export type SupplierForm = {
  readonly name: string;
  readonly phone: string;
  readonly hours: string;
  readonly script: string;
  readonly lowestFen: number | null;
  readonly unknownMax: number | null;
  readonly version: number;
};

export async function readSupplierForm(
  db: Db,
  supplierId: string,
): Promise<SupplierForm | undefined> {
  const { rows } = await db.execute<SupplierForm>(sql`
    SELECT name, phone, hours, script, lowest_fen AS "lowestFen", unknown_max AS "unknownMax", version
    FROM supplier WHERE supplier_id = ${supplierId}`);
  return rows[0];
}

/** Changes the form; false when the stored version differs or the supplier is unknown. */
export async function writeSupplierForm(
  db: Db,
  supplierId: string,
  form: SupplierForm,
): Promise<boolean> {
  const { name, phone, hours, script, lowestFen, unknownMax, version } = form;
  const written = await db.execute(sql`
    UPDATE supplier SET name = ${name}, phone = ${phone}, hours = ${hours}, script = ${script},
      lowest_fen = ${lowestFen}, unknown_max = ${unknownMax}, version = version + 1
    WHERE supplier_id = ${supplierId} AND version = ${version}`);
  return written.rowCount === 1;
}

export type CallbackRow = Position & {
  readonly receivedAt: number;
  readonly outNo: string;
  readonly orderNo: string | null;
  readonly state: string;
  readonly at: number | null;
  readonly outcome: string | null;
};

/** Returns a page of callbacks, newest first, and one row more when there is a next page. */
export async function listCallbacks(
  db: Db,
  supplierId: string,
  { after, limit }: KeysetPage,
): Promise<CallbackRow[]> {
  const order = { time: sql.raw("i.received_at"), id: sql.raw("md5(i.event_key)") };
  const { rows } = await db.execute<CallbackRow>(sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM inbox i
      WHERE i.supplier_id = ${supplierId} AND ${afterPosition(order, after, "descending")}
      ORDER BY ${byPosition(order, "descending")} LIMIT ${limit + 1}
    ), n AS MATERIALIZED (
      SELECT out_no, owner_id, supplier_order_id FROM supplier_out_no WHERE out_no IN (SELECT body->>'outNo' FROM page)
    ), s AS MATERIALIZED (
      SELECT member_id, id, order_id FROM supplier_order
      WHERE (member_id, id) IN (SELECT owner_id, supplier_order_id FROM n)
    ), o AS MATERIALIZED (
      SELECT member_id, id, order_no FROM orders WHERE (member_id, id) IN (SELECT member_id, order_id FROM s))
    SELECT i.body->>'outNo' AS "outNo", i.body->>'state' AS state, i.outcome, o.order_no AS "orderNo",
           ${sql.raw(epochMsSql("i.received_at"))} AS "receivedAt",
           ${sql.raw(epochMsSql("(i.body->>'at')::timestamptz"))} AS at,
           ${positionColumns("i.received_at", "md5(i.event_key)")}
    FROM page i
    LEFT JOIN n ON n.out_no = i.body->>'outNo'
    LEFT JOIN s ON s.member_id = n.owner_id AND s.id = n.supplier_order_id
    LEFT JOIN o ON o.member_id = s.member_id AND o.id = s.order_id
    ORDER BY ${byPosition(order, "descending")}`);
  return rows;
}

export type UnknownRow = Position & {
  readonly outNo: string;
  readonly orderNo: string;
  readonly title: string;
  readonly state: string;
  readonly placedAt: number;
  readonly manualAt: number | null;
  readonly isCancelling: boolean;
  readonly nextQueryAt: number | null;
  readonly queries: number;
  readonly costFen: number;
  readonly claimedBy: string | null;
};

/** Open orders without a known result: unknown, or long enough to be in the manual queue. */
const isUnknown = sql`
  s.next_look_at IS NOT NULL AND (s.state = 'UNKNOWN' OR s.manual_at IS NOT NULL)`;

/** Returns a page, the oldest first; reads through the index of open queries. */
export async function listUnknown(
  db: Db,
  { supplierId, now }: { readonly supplierId: string; readonly now: Date },
  { after, limit }: KeysetPage,
): Promise<UnknownRow[]> {
  const order = byUuid("s.created_at", "s.id");
  const { rows } = await db.execute<UnknownRow>(sql`
    WITH page AS MATERIALIZED (
    SELECT s.out_no AS "outNo", o.order_no AS "orderNo", o.title, s.state,
           ${sql.raw(epochMsSql("s.created_at"))} AS "placedAt", ${sql.raw(epochMsSql("s.manual_at"))} AS "manualAt",
           s.cancelling_at IS NOT NULL AS "isCancelling", ${sql.raw(epochMsSql("s.next_look_at"))} AS "nextQueryAt",
           s.queries, s.cost_fen AS "costFen",
           CASE WHEN s.claimed_until > ${now} THEN s.claimed_by END AS claimant,
           ${positionColumns("s.created_at", "s.id")}
    FROM supplier_order s JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id
    WHERE ${isUnknown} AND s.supplier_id = ${supplierId} AND ${afterPosition(order, after, "ascending")}
    ORDER BY ${byPosition(order, "ascending")} LIMIT ${limit + 1}
    ), p AS MATERIALIZED (
      SELECT member_id, name FROM operator WHERE member_id IN (SELECT claimant FROM page)
    )
    SELECT "outNo", "orderNo", title, state, "placedAt", "manualAt", "isCancelling", "nextQueryAt", queries, "costFen",
           micros, id, CASE WHEN claimant IS NOT NULL THEN coalesce(p.name, '同事') END AS "claimedBy"
    FROM page LEFT JOIN p ON p.member_id = page.claimant ORDER BY page.micros, page.id`);
  return rows;
}

/** What alerts compare: the limits that operators set, and the unknown orders of each supplier. */
export type SupplierLimit = {
  readonly supplierId: string;
  readonly name: string;
  readonly lowestFen: number | null;
  readonly unknownMax: number | null;
  readonly unknown: number;
};

export async function readSupplierLimits(db: Db): Promise<SupplierLimit[]> {
  const { rows } = await db.execute<SupplierLimit>(sql`
    WITH open AS MATERIALIZED (
      SELECT s.supplier_id, count(*)::int AS unknown FROM supplier_order s WHERE ${isUnknown} GROUP BY s.supplier_id
    )
    SELECT p.supplier_id AS "supplierId", p.name, p.lowest_fen AS "lowestFen", p.unknown_max AS "unknownMax",
           coalesce(o.unknown, 0) AS unknown
    FROM supplier p LEFT JOIN open o ON o.supplier_id = p.supplier_id
    WHERE p.lowest_fen IS NOT NULL OR p.unknown_max IS NOT NULL ORDER BY 1`);
  return rows;
}

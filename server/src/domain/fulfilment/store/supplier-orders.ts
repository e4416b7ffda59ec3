/**
 * All SQL statements about supplier orders; each names the owner, and each change is guarded by the
 * expected state.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { ArgumentsOf } from "../../../platform/database/sql-function.ts";
import { fulfilmentSubmit } from "../../../sql/fulfilment.ts";
import { stateChangeSql } from "../../../platform/entity-history.ts";
import { moveOf } from "../../../platform/lifecycle.ts";
import { type FulfilmentState, type LossKind, supplierOrderLifecycle } from "../lifecycle.ts";
import type { SupplierOrderRow, SupplierRequest } from "../model.ts";

type Queryable = Db | Tx;
export type SupplierOrderKey = { readonly ownerId: string; readonly id: string };

const ms = (column: string) => sql`(extract(epoch FROM ${sql.raw(column)}) * 1000)::float8`;

const columns = sql`
  member_id AS "ownerId", id, order_id AS "orderId", item_id AS "itemId", supplier_id AS "supplierId",
  out_no AS "outNo", attempt, product, cost_fen AS "costFen", routes, request->>'kind' AS kind,
  (request->>'quantity')::integer AS quantity, state, queries AS "pollCount",
  asked AS "queriesThatDay", asked_day::text AS "lastQueryDay",
  ${ms("created_at")} AS "createdAt", ${ms("sent_at")} AS "sentAt", manual_at IS NOT NULL AS "isManual",
  cancelling_at IS NOT NULL AS "isCancelling", alarmed_at IS NOT NULL AS "isAlarmed",
  claimed_by AS "claimedBy", ${ms("claimed_until")} AS "claimedUntil", is_hand_made AS "isHandMade",
  hand_mac AS "manualCodesMac"`;

type PlacedRow = Omit<SupplierOrderRow, "usualMs">;

/**
 * Adds the usual times of their suppliers to orders. These are read by the suppliers' ids: on a cluster
 * they lie by supplier.
 */
async function withUsualTimes<Row extends { readonly supplierId: string }>(
  db: Queryable,
  rows: readonly Row[],
): Promise<(Row & { readonly usualMs: number | null })[]> {
  if (rows.length === 0) return [];
  const suppliers = [...new Set(rows.map(({ supplierId }) => supplierId))];
  const paces = await db.execute<{ supplierId: string; usualMs: number | null }>(sql`
    SELECT supplier_id AS "supplierId", usual_ms AS "usualMs" FROM supplier_pace
    WHERE supplier_id = ANY (${sql.param(suppliers)}::text[])`);
  const usual = new Map(paces.rows.map(({ supplierId, usualMs }) => [supplierId, usualMs]));
  return rows.map((row) => ({ ...row, usualMs: usual.get(row.supplierId) ?? null }));
}

/**
 * Inserts the supplier's row, or changes its name; an existing row keeps its operator's changes.
 * Its adapter is the gateway of the same id.
 */
export async function putSupplier(
  db: Queryable,
  { supplierId, name }: { readonly supplierId: string; readonly name: string },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO supplier (supplier_id, name, adapter) VALUES (${supplierId}, ${name}, ${supplierId})
    ON CONFLICT (supplier_id) DO UPDATE SET name = excluded.name WHERE supplier.name <> excluded.name`);
}

/** Returns the key of the order with this number; a number never changes its owner. */
export async function findKeyByOutNo(
  db: Queryable,
  outNo: string,
): Promise<(SupplierOrderKey & { supplierId: string }) | undefined> {
  const found = await db.execute<SupplierOrderKey & { supplierId: string }>(sql`
    SELECT owner_id AS "ownerId", supplier_order_id AS id, supplier_id AS "supplierId"
    FROM supplier_out_no WHERE out_no = ${outNo}`);
  return found.rows[0];
}

export type SupplierTimes = {
  readonly supplierId: string;
  /** From sending to the final state, in ms; null before that. */
  readonly answerMs: number | null;
  /** A trial of the supplier is under way; it may be this order. */
  readonly isOnTrial: boolean;
};

/** Returns the supplier of a number, and how long it took. */
export async function timesOf(db: Queryable, outNo: string): Promise<SupplierTimes | undefined> {
  const key = await findKeyByOutNo(db, outNo);
  if (!key) return undefined;
  const found = await db.execute<SupplierTimes>(sql`
    SELECT ${key.supplierId}::text AS "supplierId",
           (extract(epoch FROM o.ended_at - o.sent_at) * 1000)::float8 AS "answerMs",
           EXISTS (SELECT 1 FROM supplier_circuit c
                   WHERE c.supplier_id = ${key.supplierId} AND c.state = 'half_open') AS "isOnTrial"
    FROM supplier_order o WHERE o.member_id = ${key.ownerId} AND o.id = ${key.id}`);
  return found.rows[0];
}

export async function findSupplierOrder(
  db: Queryable,
  key: SupplierOrderKey,
): Promise<SupplierOrderRow | undefined> {
  const { rows } = await db.execute<PlacedRow>(
    sql`SELECT ${columns} FROM supplier_order WHERE member_id = ${key.ownerId} AND id = ${key.id}`,
  );
  const [found] = await withUsualTimes(db, rows);
  return found;
}

/** Lists the supplier orders of an order that have no definite answer, oldest first. */
export async function findOpenSupplierOrders(
  db: Queryable,
  { ownerId, orderId }: { ownerId: string; orderId: string },
): Promise<SupplierOrderRow[]> {
  const { rows } = await db.execute<PlacedRow>(sql`
    SELECT ${columns} FROM supplier_order
    WHERE member_id = ${ownerId} AND order_id = ${orderId} AND ended_at IS NULL
    ORDER BY created_at, id`);
  return withUsualTimes(db, rows);
}

/** Every supplier order of the same order and item, with the request of each. */
export async function findAttempts(
  db: Queryable,
  { ownerId, orderId, itemId }: Pick<SupplierOrderRow, "ownerId" | "orderId" | "itemId">,
): Promise<(SupplierOrderRow & { request: SupplierRequest })[]> {
  const { rows } = await db.execute<PlacedRow & { request: SupplierRequest }>(sql`
    SELECT ${columns}, request FROM supplier_order
    WHERE member_id = ${ownerId} AND order_id = ${orderId} AND item_id IS NOT DISTINCT FROM ${itemId}::uuid
    ORDER BY supplier_order.attempt`);
  return withUsualTimes(db, rows);
}

/** Reads and locks the order until the transaction ends. */
export async function lockSupplierOrder(
  tx: Tx,
  key: SupplierOrderKey,
): Promise<SupplierOrderRow | undefined> {
  const { rows } = await tx.execute<PlacedRow>(sql`
    SELECT ${columns} FROM supplier_order
    WHERE member_id = ${key.ownerId} AND id = ${key.id} FOR NO KEY UPDATE`);
  const [found] = await withUsualTimes(tx, rows);
  return found;
}

/** Locks the order with this number in the same way; a number never changes its owner. */
export async function lockByOutNo(tx: Tx, outNo: string): Promise<SupplierOrderRow | undefined> {
  const key = await findKeyByOutNo(tx, outNo);
  return key && lockSupplierOrder(tx, key);
}

export type RequestRow = { request: SupplierRequest; contactSealed: Buffer | null };

/** Returns the request and its routes; `undefined` once the order is final. */
export async function requestOf(
  db: Queryable,
  key: SupplierOrderKey,
): Promise<RequestRow | undefined> {
  const found = await db.execute<RequestRow>(sql`
    SELECT request, contact_sealed AS "contactSealed"
    FROM supplier_order WHERE member_id = ${key.ownerId} AND id = ${key.id} AND ended_at IS NULL`);
  return found.rows[0];
}

/**
 * CREATED → SENT with its history row, unless it was sent, ended or is being cancelled; returns the
 * request.
 */
export async function markSent(
  tx: Tx,
  key: SupplierOrderKey,
  { now, pollAfterMs }: { now: Now; pollAfterMs: number },
): Promise<RequestRow | undefined> {
  const { from, to } = moveOf(supplierOrderLifecycle, "send");
  const recorded = stateChangeSql(
    {
      memberId: key.ownerId,
      entity: "supplier_order",
      entityId: key.id,
      name: "send",
      from: "CREATED",
      to,
      by: "system",
      now,
    },
    "sent",
  );
  const sent = await tx.execute<RequestRow>(sql`
    WITH sent AS (UPDATE supplier_order
    SET state = ${to}, sent_at = ${sqlNow(now)}, tries = tries + 1,
        next_look_at = ${sqlNow(now)} + ${pollAfterMs} * interval '1 ms'
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND cancelling_at IS NULL
      AND state = ANY(${sql.param([...from])}::text[])
    RETURNING request, contact_sealed),
    recorded AS (${recorded})
    SELECT request, contact_sealed AS "contactSealed" FROM sent`);
  return sent.rows[0];
}

export async function countResend(db: Queryable, key: SupplierOrderKey): Promise<void> {
  await db.execute(sql`
    UPDATE supplier_order SET tries = tries + 1 WHERE member_id = ${key.ownerId} AND id = ${key.id}`);
}

export type Move = {
  readonly from: FulfilmentState;
  readonly to: FulfilmentState;
  readonly supplierNo: string | undefined;
  readonly reason: string | undefined;
  /** When to poll next; `undefined` ends the polling and erases the contact. */
  readonly nextPollAt: Date | undefined;
  readonly now: Now;
  readonly isHandMade: boolean;
  /** Keyed hash of the codes that an operator delivered. */
  readonly manualCodesMac: Buffer | undefined;
  /** The call that writes its history entry. */
  readonly event: SQL;
};

/**
 * Applies one transition with its history entry; false when the order was no longer in the expected
 * state.
 */
export async function moveSupplierOrder(
  tx: Tx,
  key: SupplierOrderKey,
  move: Move,
): Promise<boolean> {
  const ends = move.nextPollAt === undefined;
  const endedAt = ends ? sqlNow(move.now) : sql`NULL`;
  const moved = await tx.execute(sql`
    UPDATE supplier_order
    SET state = ${move.to}, supplier_no = coalesce(${move.supplierNo ?? null}, supplier_no),
        reason = ${move.reason ?? null}, next_look_at = ${move.nextPollAt ?? null}::timestamptz,
        ended_at = ${endedAt},
        contact_sealed = CASE WHEN ${ends} THEN NULL ELSE contact_sealed END,
        is_hand_made = ${move.isHandMade}, hand_mac = ${move.manualCodesMac ?? null}::bytea
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND state = ${move.from}`);
  if (moved.rowCount !== 1) return false;
  // Apart from the update: among its rows the call would run on their node, as part of their query.
  await tx.execute(sql`SELECT ${move.event}`);
  return true;
}

const marks = { manual: "manual_at", cancelling: "cancelling_at", alarmed: "alarmed_at" } as const;

/**
 * Sets one of the marks (manual, cancelling, alarmed); false when it was set before or the order is
 * final.
 */
export async function markOnce(
  tx: Tx,
  key: SupplierOrderKey,
  which: keyof typeof marks,
  now: Now,
): Promise<boolean> {
  const column = sql.raw(marks[which]);
  const made = await tx.execute(sql`
    UPDATE supplier_order SET ${column} = ${sqlNow(now)}
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND ${column} IS NULL AND next_look_at IS NOT NULL`);
  return made.rowCount === 1;
}

/** Lists orders whose poll is due, the longest overdue first. */
export async function findDueOrders(db: Db, now: Now, limit: number): Promise<SupplierOrderRow[]> {
  const { rows } = await db.execute<PlacedRow>(sql`
    SELECT ${columns} FROM supplier_order
    WHERE next_look_at <= ${sqlNow(now)} ORDER BY next_look_at LIMIT ${limit}`);
  return withUsualTimes(db, rows);
}

/** Claims one poll for this process by setting the next; false when another process claimed it. */
export async function claimPoll(
  db: Db,
  placed: SupplierOrderRow,
  { now, nextAt }: { now: Now; nextAt: Date },
): Promise<boolean> {
  const taken = await db.execute(sql`
    UPDATE supplier_order SET next_look_at = ${nextAt}::timestamptz, queries = queries + 1
    WHERE member_id = ${placed.ownerId} AND id = ${placed.id} AND queries = ${placed.pollCount}
      AND next_look_at <= ${sqlNow(now)}`);
  return taken.rowCount === 1;
}

/** Records a callback; false when it was recorded before. It must not contain codes. */
export async function recordCallback(
  tx: Tx,
  callback: {
    eventKey: string;
    supplierId: string;
    outNo: string;
    state: string;
    at: Date;
    now: Now;
  },
): Promise<boolean> {
  const body = JSON.stringify({ outNo: callback.outNo, state: callback.state, at: callback.at });
  const inserted = await tx.execute(sql`
    INSERT INTO inbox (event_key, body, received_at, applied_at, supplier_id)
    VALUES (${callback.eventKey}, ${body}::jsonb, ${sqlNow(callback.now)}, ${sqlNow(callback.now)},
            ${callback.supplierId})
    ON CONFLICT (event_key) DO NOTHING`);
  return inserted.rowCount === 1;
}

/** Writes down what came of a callback. */
export async function recordCallbackOutcome(
  tx: Tx,
  { eventKey, outcome }: { readonly eventKey: string; readonly outcome: string },
): Promise<void> {
  await tx.execute(sql`UPDATE inbox SET outcome = ${outcome} WHERE event_key = ${eventKey}`);
}

/** See `functions/submit.sql`. */
export type Supply = ArgumentsOf<typeof fulfilmentSubmit>["supply"];

export const submit = (
  tx: Tx,
  member: string,
  { supply, contactSealed, now }: { supply: Supply; contactSealed: Buffer | null; now: Now },
): Promise<void> => fulfilmentSubmit(tx, { member, supply, contact: contactSealed, now });

/** Inserts a loss; once for each kind and order. */
export async function insertLoss(
  tx: Tx,
  placed: SupplierOrderRow,
  { id, kind, now }: { id: string; kind: LossKind; now: Now },
): Promise<void> {
  const { ownerId, orderId, itemId, supplierId, costFen } = placed;
  await tx.execute(sql`
    INSERT INTO loss_case (member_id, id, supplier_order_id, order_id, item_id, supplier_id, kind, cost_fen, created_at)
    VALUES (${ownerId}, ${id}, ${placed.id}, ${orderId}, ${itemId}, ${supplierId}, ${kind}, ${costFen}, ${sqlNow(now)})
    ON CONFLICT (member_id, supplier_order_id, kind) DO NOTHING`);
}

/** SQL statements on invoices: reading one, and every guarded change. Money in fen, instants in ms. */
import { type SQL, sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  microsSql,
  type Position,
} from "../../platform/database/keyset.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../platform/database/sql.ts";
import { moveOf } from "../../platform/lifecycle.ts";
import { invoiceLifecycle, type InvoiceState } from "./lifecycle.ts";

type Reader = Db | Tx;
export type InvoiceKey = { readonly memberId: string; readonly id: string };

export type InvoiceRow = InvoiceKey & {
  /** Of an order; or, where they are null, of the dealer's statement of `month`: `2026-11`. */
  readonly orderId: string | null;
  readonly orderNo: string | null;
  readonly orderTitle: string | null;
  readonly month: string | null;
  readonly requesterId: string;
  readonly titleType: "person" | "company";
  readonly buyerSealed: Buffer;
  readonly emailSealed: Buffer | null;
  readonly amountFen: number;
  readonly state: InvoiceState;
  readonly replaces: string | null;
  /** Why an operator reversed it. */
  readonly reversalReason: string | null;
  readonly reason: string | null;
  readonly fault: string | null;
  readonly decidedBy: string | null;
  readonly polls: number;
  readonly nextPollAt: number | null;
  readonly officialNo: string | null;
  readonly redNo: string | null;
  readonly requestedAt: number;
  readonly issuedAt: number | null;
  readonly endedAt: number | null;
};

const ms = (column: string): SQL => sql.raw(epochMsSql(column));

/** An invoice with its order, from `invoice i LEFT JOIN orders o`. */
export const invoiceColumns = sql`
  i.member_id AS "memberId", i.id, i.order_id AS "orderId", o.order_no AS "orderNo", o.title AS "orderTitle",
  i.requester_id AS "requesterId", i.title_type AS "titleType", i.buyer_sealed AS "buyerSealed",
  i.email_sealed AS "emailSealed", i.amount_fen::float8 AS "amountFen", i.state, i.replaces, i.reason, i.fault,
  i.decided_by AS "decidedBy", i.polls, ${ms("i.next_poll_at")} AS "nextPollAt", i.official_no AS "officialNo",
  i.red_no AS "redNo", ${ms("i.requested_at")} AS "requestedAt", ${ms("i.issued_at")} AS "issuedAt",
  ${ms("i.ended_at")} AS "endedAt", i.reversal_reason AS "reversalReason",
  to_char(i.statement_month, 'YYYY-MM') AS month`;
export const invoiceTables = sql`invoice i LEFT JOIN orders o ON o.member_id = i.member_id AND o.id = i.order_id`;

const ofKey = ({ memberId, id }: InvoiceKey): SQL => sql`member_id = ${memberId} AND id = ${id}`;

export async function findInvoice(db: Reader, key: InvoiceKey): Promise<InvoiceRow | undefined> {
  const { rows } = await db.execute<InvoiceRow>(sql`
    SELECT ${invoiceColumns} FROM ${invoiceTables} WHERE i.member_id = ${key.memberId} AND i.id = ${key.id}`);
  return rows[0];
}

/** Returns an invoice by its id alone, for operators. */
export async function findInvoiceById(db: Reader, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await db.execute<InvoiceRow>(
    sql`SELECT ${invoiceColumns} FROM ${invoiceTables} WHERE i.id = ${id}`,
  );
  return rows[0];
}

/**
 * Whether an invoice is of an order of the member: their own, or one of a member merged into them. The
 * claims are read before, so that a cluster reads one node for the many who have none.
 */
async function isOfMember(db: Reader, memberId: string): Promise<SQL> {
  const { rows } = await db.execute<{ ownerId: string; orderId: string }>(sql`
    SELECT owner_id AS "ownerId", order_id AS "orderId" FROM claimed_order WHERE member_id = ${memberId}`);
  const isOwn = sql`i.member_id = ${memberId}`;
  if (rows.length === 0) return isOwn;
  const owners = sql.param(rows.map(({ ownerId }) => ownerId));
  const orders = sql.param(rows.map(({ orderId }) => orderId));
  // The owners once more as values: a cluster reads their nodes only.
  const all = sql.param([memberId, ...rows.map(({ ownerId }) => ownerId)]);
  return sql`(i.member_id = ANY (${all}::uuid[]) AND (${isOwn} OR (i.member_id, i.order_id) IN (
    SELECT * FROM unnest(${owners}::uuid[], ${orders}::uuid[]))))`;
}

/** Returns an invoice that the member may see. */
export async function findOwnInvoice(
  db: Reader,
  { memberId, id }: InvoiceKey,
): Promise<InvoiceRow | undefined> {
  const isTheirs = await isOfMember(db, memberId);
  const { rows } = await db.execute<InvoiceRow>(
    sql`SELECT ${invoiceColumns} FROM ${invoiceTables} WHERE i.id = ${id} AND ${isTheirs}`,
  );
  return rows[0];
}

const newest = byUuid("i.requested_at", "i.id");

/** Returns the member's invoices, newest first, at most `limit`. */
export async function invoicesOfMember(
  db: Reader,
  memberId: string,
  { after, limit }: KeysetPage,
): Promise<(InvoiceRow & Position)[]> {
  const isTheirs = await isOfMember(db, memberId);
  const { rows } = await db.execute<InvoiceRow & Position>(sql`
    SELECT ${invoiceColumns}, ${microsSql("i.requested_at")} AS micros FROM ${invoiceTables}
    WHERE ${isTheirs} AND ${afterPosition(newest, after, "descending")}
    ORDER BY ${byPosition(newest, "descending")} LIMIT ${limit}`);
  return rows;
}

/** Returns the newest invoice of an order. */
export async function latestOfOrder(
  db: Reader,
  { ownerId, orderId }: { readonly ownerId: string; readonly orderId: string },
): Promise<InvoiceRow | undefined> {
  const { rows } = await db.execute<InvoiceRow>(sql`
    SELECT ${invoiceColumns} FROM ${invoiceTables} WHERE i.member_id = ${ownerId} AND i.order_id = ${orderId}
    ORDER BY i.requested_at DESC, i.id DESC LIMIT 1`);
  return rows[0];
}

/** Returns the newest invoice of a dealer's statement; `day` is the month's first. */
export async function latestOfStatement(
  db: Reader,
  { memberId, day }: { readonly memberId: string; readonly day: string },
): Promise<InvoiceRow | undefined> {
  const { rows } = await db.execute<InvoiceRow>(sql`
    SELECT ${invoiceColumns} FROM ${invoiceTables} WHERE i.member_id = ${memberId} AND i.statement_month = ${day}::date
    ORDER BY i.requested_at DESC, i.id DESC LIMIT 1`);
  return rows[0];
}

type Decision = {
  readonly event: "agree" | "reject" | "cancel" | "reverse";
  readonly set: SQL;
};

/** Decides a request. Returns false when it was decided before. */
export async function decideRequest(
  tx: Tx,
  key: InvoiceKey,
  { event, set }: Decision,
): Promise<boolean> {
  const { from, to } = moveOf(invoiceLifecycle, event);
  const moved = await tx.execute(sql`
    UPDATE invoice SET state = ${to}, ${set}
    WHERE ${ofKey(key)} AND state = ANY(${sql.param([...from])}::text[])`);
  return moved.rowCount === 1;
}

/** What an operator's agreement sets: the poller sends at once. */
export const agreedBy = (operatorId: string, now: Now): SQL =>
  sql`decided_by = ${operatorId}, next_poll_at = ${sqlNow(now)}`;
export const rejectedBy = (operatorId: string, reason: string, now: Now): SQL =>
  sql`decided_by = ${operatorId}, reason = ${reason}, ended_at = ${sqlNow(now)}`;
/** What an operator's reversal sets: the poller sends at once. */
export const reversedBy = (operatorId: string, reason: string, now: Now): SQL =>
  sql`reversed_by = ${operatorId}, reversal_reason = ${reason}, polls = 0, next_poll_at = ${sqlNow(now)}`;
export const cancelledAt = (now: Now): SQL => sql`ended_at = ${sqlNow(now)}`;

/** Returns the ids of requests that wait for an operator, the latest first. */
export async function latestRequestedInvoices(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM invoice WHERE state = 'REQUESTED' ORDER BY requested_at DESC, id DESC LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns the keys of invoices at the issuer whose poll is due, the longest due first. */
export async function dueInvoices(db: Db, now: Now, limit: number): Promise<InvoiceKey[]> {
  const { rows } = await db.execute<InvoiceKey>(sql`
    SELECT member_id AS "memberId", id FROM invoice WHERE next_poll_at <= ${sqlNow(now)}
    ORDER BY next_poll_at LIMIT ${limit}`);
  return rows;
}

/** Claims a due poll. Of several processes at once one gets true. */
export async function claimPoll(
  db: Db,
  { polls, ...key }: InvoiceKey & Pick<InvoiceRow, "polls">,
  { now, nextAt }: { readonly now: Now; readonly nextAt: Date },
): Promise<boolean> {
  const claimed = await db.execute(sql`
    UPDATE invoice SET polls = polls + 1, next_poll_at = ${nextAt}
    WHERE ${ofKey(key)} AND polls = ${polls} AND next_poll_at <= ${sqlNow(now)}`);
  return claimed.rowCount === 1;
}

/** Makes the next poll due now. Returns false for an invoice that is not at the issuer. */
export async function pollNow(tx: Tx, key: InvoiceKey, now: Now): Promise<boolean> {
  const due = await tx.execute(sql`
    UPDATE invoice SET next_poll_at = ${sqlNow(now)} WHERE ${ofKey(key)} AND next_poll_at IS NOT NULL`);
  return due.rowCount === 1;
}

/** Records that the issuer refused to issue. Returns false when its end was known before. */
export async function failInvoice(
  tx: Tx,
  key: InvoiceKey,
  reason: string,
  now: Now,
): Promise<boolean> {
  const { from, to } = moveOf(invoiceLifecycle, "fail");
  const moved = await tx.execute(sql`
    UPDATE invoice SET state = ${to}, reason = ${reason}, next_poll_at = NULL, ended_at = ${sqlNow(now)}
    WHERE ${ofKey(key)} AND state = ANY(${sql.param([...from])}::text[])`);
  return moved.rowCount === 1;
}

/** Records the issuer's refusal of a reversal, which is asked for again. */
export async function recordFault(db: Db, key: InvoiceKey, fault: string): Promise<void> {
  await db.execute(
    sql`UPDATE invoice SET fault = ${fault} WHERE ${ofKey(key)} AND state = 'REVERSING'`,
  );
}

/** Returns the requests of a member without a decision. */
export async function openRequests(tx: Tx, memberId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM invoice WHERE member_id = ${memberId} AND state = 'REQUESTED'`,
  );
  return rows.map(({ id }) => id);
}

/** Removes the e-mail addresses; title and tax number stay, because the books need them. */
export async function eraseEmails(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`UPDATE invoice SET email_sealed = NULL WHERE member_id = ${memberId}`);
}

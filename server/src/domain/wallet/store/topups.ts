/** All SQL statements over packages, top-ups and their refunds. */
import { type SQL, sql } from "drizzle-orm";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import { retried } from "../../../platform/database/transaction.ts";
import { EVENTS_CHANNEL } from "../../../platform/push/event-log.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { Receipt, Received } from "../../payments/port.ts";
import type { Package, Refundable, TopUp } from "../model.ts";
import type { TopUpState } from "../lifecycle.ts";

type Queryable = Db | Tx;

const refuse = (error: unknown): never => {
  throw raisedRefusal(error) ?? error;
};

async function answerOf<A>(db: Queryable, call: SQL): Promise<A | undefined> {
  const { rows } = await db.execute<{ answer: A }>(sql`SELECT ${call} AS answer`).catch(refuse);
  return rows[0]?.answer;
}

const packageColumns = sql`
  package_id AS "packageId", amount_fen AS "amountFen", bonus_fen AS "bonusFen",
  is_chosen AS "isChosen", is_on AS "isOn", sort`;

/** Lists the packages on offer, or all, in display order. */
export async function listPackages(db: Queryable, which: "offered" | "all"): Promise<Package[]> {
  const { rows } = await db.execute<Package>(sql`
    SELECT ${packageColumns} FROM topup_package ${which === "offered" ? sql`WHERE is_on` : sql``}
    ORDER BY sort, amount_fen, package_id`);
  return rows;
}

/** Creates or changes a package; at most one is preselected, the last one set. */
export async function upsertPackage(tx: Tx, wanted: Package, now: Now): Promise<void> {
  if (wanted.isChosen) {
    await tx.execute(sql`
      UPDATE topup_package SET is_chosen = false, changed_at = ${sqlNow(now)}
      WHERE is_chosen AND package_id <> ${wanted.packageId}`);
  }
  await tx.execute(sql`
    INSERT INTO topup_package (package_id, amount_fen, bonus_fen, is_chosen, is_on, sort, changed_at)
    VALUES (${wanted.packageId}, ${wanted.amountFen}, ${wanted.bonusFen}, ${wanted.isChosen},
            ${wanted.isOn}, ${wanted.sort}, ${sqlNow(now)})
    ON CONFLICT (package_id) DO UPDATE
    SET amount_fen = excluded.amount_fen, bonus_fen = excluded.bonus_fen,
        is_chosen = excluded.is_chosen, is_on = excluded.is_on, sort = excluded.sort,
        changed_at = excluded.changed_at`);
}

/** Refuses BALANCE_FULL {room}. */
export const callOpen = (
  tx: Tx,
  memberId: string,
  opened: { topUp: object; capFen: number; now: Now },
): Promise<unknown> =>
  answerOf(
    tx,
    sql`wallet_topup_open(${memberId}, ${JSON.stringify(opened.topUp)}::jsonb, ${opened.capFen},
      ${opened.now}::timestamptz)`,
  );

/** See `wallet_topup_paid`. */
export type PaidTopUp = {
  readonly attemptId: string;
  readonly amountFen: number;
  readonly paidAt: Date;
  readonly capFen: number;
  readonly lotId: string;
  readonly eventId: string;
  readonly newsId: string;
  readonly bonusEndsAt: Date;
  /** Of the postings. */
  readonly title: string;
  readonly bonusTitle: string;
};

const receive = {
  name: "wallet_receive",
  // As orders_receive: called beside the function, with its commit.
  text: `SELECT answer, pg_notify('${EVENTS_CHANNEL}', $1::text) FROM wallet_receive($1::uuid,$2,$3,$4,$5) AS answer`,
};

/** See `functions/receive.sql`. */
export async function callReceive(
  db: Db,
  payment: {
    readonly ownerId: string;
    readonly topUpId: string;
    readonly attemptId: string;
    readonly receipt: Receipt & { readonly paid: PaidTopUp };
    readonly now: Now;
  },
): Promise<Received> {
  const { ownerId, topUpId, attemptId, receipt, now } = payment;
  const values = [ownerId, topUpId, attemptId, JSON.stringify(receipt), now];
  const [row] = await retried(() => runPrepared<{ answer: Received }>(db, receive, values));
  invariant(row, "wallet_receive returns one row");
  return row.answer;
}

/** Undefined when there is no such top-up. */
export const callSheet = async (
  db: Queryable,
  memberId: string,
  request: { topUpNo: string; now: Now },
): Promise<(Refundable & { readonly state: TopUpState }) | undefined> =>
  (await answerOf<(Refundable & { readonly state: TopUpState }) | null>(
    db,
    sql`wallet_refund_sheet(${memberId}, ${request.topUpNo}, ${request.now}::timestamptz)`,
  )) ?? undefined;

/** Refuses NOT_FOUND, ORDER_STATE, REFUND_DENIED {reason} and REFUND_CHANGED {refundFen}. */
export const callRefundOpen = (
  tx: Tx,
  memberId: string,
  { refund, now }: { refund: object; now: Now },
): Promise<string | undefined> =>
  answerOf(
    tx,
    sql`wallet_refund_open(${memberId}, ${JSON.stringify(refund)}::jsonb, ${now}::timestamptz)`,
  );

export const callRefundDone = (
  tx: Tx,
  memberId: string,
  done: { refundNo: string; eventId: string; now: Now },
): Promise<boolean | undefined> =>
  answerOf(
    tx,
    sql`wallet_refund_done(${memberId}, ${done.refundNo}, ${done.eventId}, ${done.now}::timestamptz)`,
  );

const micros = sql.raw("(extract(epoch FROM created_at) * 1000000)::bigint");
const ms = (column: string) => sql.raw(epochMsSql(column));

/** Only paid top-ups are refundable, so only for those the amount is computed. */
const topUpColumns = (now: Now) => sql`
  member_id AS "memberId", id, topup_no AS "topUpNo", amount_fen AS "amountFen",
  bonus_fen AS "bonusFen", state, closed_reason AS "closedReason",
  paid_back_fen AS "paidBackFen", ${ms("created_at")} AS "createdAt",
  ${ms("expires_at")} AS "expiresAt", ${ms("paid_at")} AS "paidAt",
  CASE WHEN state IN ('PAID', 'PART_REFUNDED')
       THEN (wallet_refundable(member_id, id, ${now}::timestamptz)->>'refundFen')::bigint
       ELSE 0 END AS "refundableFen"`;

export async function findTopUp(
  db: Queryable,
  memberId: string,
  { by, now }: { by: { id: string } | { topUpNo: string }; now: Now },
): Promise<TopUp | undefined> {
  const { rows } = await db.execute<TopUp>(sql`
    SELECT ${topUpColumns(now)} FROM topup
    WHERE member_id = ${memberId}
      AND ${"id" in by ? sql`id = ${by.id}` : sql`topup_no = ${by.topUpNo}`}`);
  return rows[0];
}

/** The end of a page: microseconds since 1970 and the id, both of the last row. */
export type Position = { readonly micros: number; readonly id: string };

/** Lists top-ups, the latest first. */
export async function listTopUps(
  db: Queryable,
  memberId: string,
  page: { after: Position | undefined; limit: number; now: Now },
): Promise<(TopUp & Position)[]> {
  const { after, limit, now } = page;
  const older = after
    ? sql`AND (created_at, id) < ('epoch'::timestamptz + ${after.micros}::bigint
                                    * interval '1 microsecond', ${after.id}::uuid)`
    : sql``;
  const { rows } = await db.execute<TopUp & Position>(sql`
    SELECT ${topUpColumns(now)}, ${micros} AS micros FROM topup
    WHERE member_id = ${memberId} ${older}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return rows;
}

export type PendingRefund = { readonly topUpNo: string; readonly refundFen: number };

/** Lists refunds of top-ups that the channel has not paid yet. */
export async function listPendingRefunds(
  db: Queryable,
  memberId: string,
): Promise<PendingRefund[]> {
  const { rows } = await db.execute<PendingRefund>(sql`
    SELECT t.topup_no AS "topUpNo", r.refund_fen AS "refundFen"
    FROM topup_refund r JOIN topup t ON t.member_id = r.member_id AND t.id = r.topup_id
    WHERE r.member_id = ${memberId} AND r.state = 'PROCESSING' ORDER BY r.created_at DESC, r.id`);
  return rows;
}

/**
 * Returns the numbers of top-ups by the refs in the ledger's postings: their ids, or numbers of
 * their refunds.
 */
export async function topUpNosOf(
  db: Queryable,
  memberId: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const all = sql.param([...refs]);
  const { rows } = await db.execute<{ ref: string; no: string }>(sql`
    SELECT id::text AS ref, topup_no AS no FROM topup
    WHERE member_id = ${memberId} AND id::text = ANY (${all}::text[])
    UNION ALL
    SELECT r.refund_no, t.topup_no
    FROM topup_refund r JOIN topup t ON t.member_id = r.member_id AND t.id = r.topup_id
    WHERE r.member_id = ${memberId} AND r.refund_no = ANY (${all}::text[])`);
  return new Map(rows.map(({ ref, no }) => [ref, no]));
}

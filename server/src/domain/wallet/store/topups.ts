/** All SQL statements over packages, top-ups and their refunds. */
import { sql } from "drizzle-orm";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import type { Position } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { retried } from "../../../platform/database/transaction.ts";
import { callAndNotify } from "../../../platform/push/event-log.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { ArgumentsOf, ResultOf } from "../../../platform/database/sql-function.ts";
import {
  walletReceive,
  walletRefundable,
  walletRefundDone,
  walletRefundOpen,
  walletRefundSheet,
  walletTopupOpen,
} from "../../../sql/wallet.ts";
import type { Received } from "../../payments/port.ts";
import type { Package, TopUp } from "../model.ts";

type Queryable = Db | Tx;

const refuse = (error: unknown): never => {
  throw raisedRefusal(error) ?? error;
};

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
  opened: { topUp: ArgumentsOf<typeof walletTopupOpen>["topup"]; capFen: number; now: Now },
): Promise<void> => {
  const { topUp: topup, capFen, now } = opened;
  return walletTopupOpen(tx, { member: memberId, topup, capFen, now }).catch(refuse);
};

type TopUpReceipt = ArgumentsOf<typeof walletReceive>["receipt"];
/** See `wallet_topup_paid`. */
export type PaidTopUp = TopUpReceipt["paid"];

/** See `functions/receive.sql`. */
export const callReceive = (
  db: Db,
  payment: {
    readonly ownerId: string;
    readonly topUpId: string;
    readonly attemptId: string;
    readonly receipt: TopUpReceipt;
    readonly now: Now;
  },
): Promise<Received> => {
  const { ownerId: member, topUpId: topup, attemptId: attempt, receipt, now } = payment;
  return retried(() => callAndNotify(db, walletReceive, { member, topup, attempt, receipt, now }));
};

type RefundSheet = NonNullable<ResultOf<typeof walletRefundSheet>>;

/** Undefined when there is no such top-up. */
export const callSheet = async (
  db: Queryable,
  member: string,
  request: { topUpNo: string; now: Now },
): Promise<RefundSheet | undefined> =>
  (await walletRefundSheet(db, { member, topupNo: request.topUpNo, now: request.now })) ??
  undefined;

/** Refuses NOT_FOUND, ORDER_STATE, REFUND_DENIED {reason} and REFUND_CHANGED {refundFen}. */
export const callRefundOpen = (
  tx: Tx,
  member: string,
  { refund, now }: { refund: ArgumentsOf<typeof walletRefundOpen>["refund"]; now: Now },
): Promise<string> => walletRefundOpen(tx, { member, refund, now }).catch(refuse);

export const callRefundDone = (
  tx: Tx,
  member: string,
  { eventId: event, ...done }: { refundNo: string; eventId: string; now: Now },
): Promise<boolean> => walletRefundDone(tx, { member, event, ...done });

const micros = sql.raw("(extract(epoch FROM created_at) * 1000000)::bigint");
const ms = (column: string) => sql.raw(epochMsSql(column));

const topUpColumns = sql`
  member_id AS "memberId", id, topup_no AS "topUpNo", amount_fen AS "amountFen",
  bonus_fen AS "bonusFen", state, closed_reason AS "closedReason",
  paid_back_fen AS "paidBackFen", ${ms("created_at")} AS "createdAt",
  ${ms("expires_at")} AS "expiresAt", ${ms("paid_at")} AS "paidAt"`;

const REFUNDABLE = new Set(["PAID", "PART_REFUNDED"]);
type StoredTopUp = Omit<TopUp, "refundableFen">;

/** Adds how much can be refunded: only of paid top-ups, so only for those it is computed. */
async function withRefundable<Row extends StoredTopUp>(
  db: Queryable,
  member: string,
  { rows, now }: { readonly rows: readonly Row[]; readonly now: Now },
): Promise<(Row & TopUp)[]> {
  const ids = rows.filter(({ state }) => REFUNDABLE.has(state)).map(({ id }) => id);
  const refundable = walletRefundable.sql({ member, topup: sql`t.id`, now });
  const found =
    ids.length === 0
      ? []
      : (
          await db.execute<{ id: string; fen: number }>(sql`
            SELECT t.id, (${refundable}->>'refundFen')::bigint AS fen
            FROM unnest(${sql.param(ids)}::uuid[]) AS t (id)`)
        ).rows;
  const fenOf = new Map(found.map(({ id, fen }) => [id, fen]));
  return rows.map((row) => ({ ...row, refundableFen: fenOf.get(row.id) ?? 0 }));
}

export async function findTopUp(
  db: Queryable,
  memberId: string,
  { by, now }: { by: { id: string } | { topUpNo: string }; now: Now },
): Promise<TopUp | undefined> {
  const { rows } = await db.execute<StoredTopUp>(sql`
    SELECT ${topUpColumns} FROM topup
    WHERE member_id = ${memberId}
      AND ${"id" in by ? sql`id = ${by.id}` : sql`topup_no = ${by.topUpNo}`}`);
  return (await withRefundable(db, memberId, { rows, now }))[0];
}

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
  const { rows } = await db.execute<StoredTopUp & Position>(sql`
    SELECT ${topUpColumns}, ${micros} AS micros FROM topup
    WHERE member_id = ${memberId} ${older}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return withRefundable(db, memberId, { rows, now });
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

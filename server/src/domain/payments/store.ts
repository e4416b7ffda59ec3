/**
 * All SQL statements about payments; each names the owner, and each change is guarded by the
 * expected state.
 */
import { sql } from "drizzle-orm";
import { platformInboxInsert } from "../../sql/platform.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";
import { retried } from "../../platform/database/transaction.ts";
import type { ArgumentsOf, ResultOf } from "../../platform/database/sql-function.ts";
import { callAndNotify } from "../../platform/push/event-log.ts";
import {
  paymentsAttemptOf,
  paymentsBegin,
  paymentsReceive,
  paymentsRefundRelease,
  paymentsRefundReserve,
  paymentsReturned,
} from "../../sql/payments.ts";
import { stateChangeSql } from "../../platform/entity-history.ts";
import { type EventOf, moveOf } from "../../platform/lifecycle.ts";
import { attemptLifecycle, type returnLifecycle, type ReturnState } from "./lifecycle.ts";
import type { Attempt, BizType, PaymentReturn } from "./model.ts";
import type { Receipt, Received } from "./port.ts";

type Queryable = Db | Tx;
export type PaymentKey = { readonly ownerId: string; readonly id: string };

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

const attemptColumns = sql.raw(`
  member_id AS "ownerId", id, biz_type AS "bizType", biz_id AS "bizId", via, out_trade_no AS "outTradeNo", title,
  amount_fen AS "amountFen", payer_hash AS "payerHash", payer_sealed AS "payerSealed", state,
  prepay_id AS "prepayId", looks AS "pollCount", ${ms("created_at")} AS "createdAt", ${ms("expires_at")} AS "expiresAt"`);

export const callBegin = (
  db: Queryable,
  ownerId: string,
  attempt: ArgumentsOf<typeof paymentsBegin>["attempt"],
  now: Now,
): Promise<ResultOf<typeof paymentsBegin>> => paymentsBegin(db, { member: ownerId, attempt, now });

/** Receives an update that brings no money; see `functions/receive.sql`. */
export const callReceive = (
  db: Db,
  { ownerId: member, id: attemptId }: PaymentKey,
  receipt: Receipt,
  now: Now,
): Promise<Received> =>
  retried(() => callAndNotify(db, paymentsReceive, { member, attemptId, receipt, now }));

export const callReturned = (
  tx: Tx,
  ownerId: string,
  done: ArgumentsOf<typeof paymentsReturned>["done"],
  now: Now,
): Promise<boolean> => paymentsReturned(tx, { member: ownerId, done, now });

type Part = { readonly ownerId: string; readonly attemptId: string; readonly amountFen: number };

export const callRefundReserve = (
  tx: Tx,
  { ownerId: member, ...part }: Part,
  now: Now,
): Promise<boolean> => paymentsRefundReserve(tx, { member, ...part, now });

export const callRefundRelease = (
  tx: Tx,
  { ownerId: member, ...part }: Part,
  now: Now,
): Promise<boolean> => paymentsRefundRelease(tx, { member, ...part, now });

export async function findAttempt(db: Queryable, key: PaymentKey): Promise<Attempt | undefined> {
  const found = await db.execute<Attempt>(sql`
    SELECT ${attemptColumns} FROM payment_attempt
    WHERE member_id = ${key.ownerId} AND id = ${key.id}`);
  return found.rows[0];
}

export type Payable = {
  readonly ownerId: string;
  readonly bizType: BizType;
  readonly bizId: string;
};

/** Lists the attempts of one payable, newest first. */
export async function attemptsOf(db: Queryable, business: Payable): Promise<Attempt[]> {
  const found = await db.execute<Attempt>(sql`
    SELECT ${attemptColumns} FROM payment_attempt
    WHERE member_id = ${business.ownerId} AND biz_type = ${business.bizType}
      AND biz_id = ${business.bizId}
    ORDER BY created_at DESC, id DESC`);
  return found.rows;
}

export type WonAttempt = {
  readonly attemptId: string;
  readonly outTradeNo: string;
  readonly amountFen: number;
  /** What refunds have reserved of it, in fen. */
  readonly returnedFen: number;
  /** A hash that identifies the payer. */
  readonly payerHash: Buffer;
};

/** Returns the attempt that won a payable. */
export async function findWonAttempt(
  db: Queryable,
  business: Payable,
): Promise<WonAttempt | undefined> {
  const found = await db.execute<WonAttempt>(sql`
    SELECT id AS "attemptId", out_trade_no AS "outTradeNo", amount_fen AS "amountFen",
           returned_fen AS "returnedFen", payer_hash AS "payerHash"
    FROM payment_attempt
    WHERE member_id = ${business.ownerId} AND biz_type = ${business.bizType}
      AND biz_id = ${business.bizId} AND outcome = 'won'`);
  return found.rows[0];
}

/** Returns the key of the attempt with this number; a number never changes its owner. */
export async function findKeyByOutTradeNo(
  db: Queryable,
  outTradeNo: string,
): Promise<PaymentKey | undefined> {
  const found = await db.execute<PaymentKey>(sql`
    SELECT owner_id AS "ownerId", attempt_id AS id FROM trade_no WHERE out_trade_no = ${outTradeNo}`);
  return found.rows[0];
}

/** Returns the attempt with this number, in one statement. */
export async function findAttemptByOutTradeNo(
  db: Db,
  outTradeNo: string,
): Promise<Attempt | undefined> {
  const [attempt] = await paymentsAttemptOf(db, { outTradeNo });
  return attempt;
}

/** The member, entity, actor and time of an attempt's history row. */
const attemptChange = ({ ownerId, id }: PaymentKey, now: Now) =>
  ({ memberId: ownerId, entity: "payment", entityId: id, by: "channel:wechatpay", now }) as const;

/** CREATED → PREPARED, also on a repeat; false when the attempt has ended meanwhile. */
export async function markPrepared(
  db: Queryable,
  key: PaymentKey,
  { prepayId, now }: { prepayId: string | null; now: Now },
): Promise<boolean> {
  const { from, to } = moveOf(attemptLifecycle, "prepared");
  const recorded = stateChangeSql(
    {
      ...attemptChange(key, now),
      name: "prepared",
      from: sql`moved.was`,
      to,
    },
    "moved",
  );
  const prepared = await db.execute(sql`
    WITH old AS (
      SELECT state AS was FROM payment_attempt
      WHERE member_id = ${key.ownerId} AND id = ${key.id} FOR NO KEY UPDATE),
    moved AS (UPDATE payment_attempt SET state = ${to}, prepay_id = ${prepayId} FROM old
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND state = ANY(${sql.param([...from, to])}::text[])
    RETURNING old.was),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return prepared.rowCount === 1;
}

/** CREATED → FAILED: the channel definitely refused to prepare it. */
export async function markFailed(
  db: Queryable,
  key: PaymentKey,
  { reason, now }: { reason: string; now: Now },
): Promise<void> {
  const { from, to } = moveOf(attemptLifecycle, "refused");
  const change = { ...attemptChange(key, now), name: "refused", from: "CREATED", to };
  await db.execute(sql`
    WITH moved AS (UPDATE payment_attempt
    SET state = ${to}, reason = ${reason}, next_look_at = NULL, ended_at = ${sqlNow(now)}
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND state = ANY(${sql.param([...from])}::text[])
    RETURNING 1),
    recorded AS (${stateChangeSql(change, "moved")})
    SELECT 1 FROM moved`);
}

/** Lists open attempts whose poll is due, the longest overdue first. */
export async function dueAttempts(db: Db, now: Now, limit: number): Promise<Attempt[]> {
  const due = await db.execute<Attempt>(sql`
    SELECT ${attemptColumns} FROM payment_attempt
    WHERE next_look_at <= ${sqlNow(now)} ORDER BY next_look_at LIMIT ${limit}`);
  return due.rows;
}

/** Claims one poll for this process by setting the next; false when another process claimed it. */
const createClaimPoll =
  (table: "payment_attempt" | "payment_return") =>
  async (
    db: Db,
    seen: PaymentKey & { readonly pollCount: number },
    { now, nextAt }: { now: Now; nextAt: Date },
  ): Promise<boolean> => {
    const taken = await db.execute(sql`
      UPDATE ${sql.raw(table)} SET next_look_at = ${nextAt}::timestamptz, looks = looks + 1
      WHERE member_id = ${seen.ownerId} AND id = ${seen.id} AND looks = ${seen.pollCount}
        AND next_look_at <= ${sqlNow(now)}`);
    return taken.rowCount === 1;
  };
export const claimPoll = createClaimPoll("payment_attempt");
export const claimReturnPoll = createClaimPoll("payment_return");

/**
 * Stores a notification as received, the first time; `isApplied` is false when it should have
 * changed something but did not.
 */
export async function insertNotice(
  tx: Queryable,
  notice: ArgumentsOf<typeof platformInboxInsert>,
): Promise<void> {
  await platformInboxInsert(tx, notice);
}

const returnColumns = sql`
  r.member_id AS "ownerId", r.id, r.attempt_id AS "attemptId", r.refund_no AS "refundNo",
  a.out_trade_no AS "outTradeNo", r.amount_fen AS "amountFen", a.amount_fen AS "paidFen", r.reason, r.state, r.looks AS "pollCount"`;
const returnTables = sql`
  payment_return r JOIN payment_attempt a ON a.member_id = r.member_id AND a.id = r.attempt_id`;

/** Returns the key of the return with this refund number; `undefined` when there is none. */
export async function findReturnKeyByRefundNo(
  db: Queryable,
  refundNo: string,
): Promise<PaymentKey | undefined> {
  const found = await db.execute<PaymentKey>(sql`
    SELECT owner_id AS "ownerId", return_id AS id FROM payment_return_no
    WHERE refund_no = ${refundNo}`);
  return found.rows[0];
}

export async function findReturn(
  db: Queryable,
  key: PaymentKey,
): Promise<PaymentReturn | undefined> {
  const found = await db.execute<PaymentReturn>(sql`
    SELECT ${returnColumns} FROM ${returnTables}
    WHERE r.member_id = ${key.ownerId} AND r.id = ${key.id}`);
  return found.rows[0];
}

export async function dueReturns(db: Db, now: Now, limit: number): Promise<PaymentReturn[]> {
  const due = await db.execute<PaymentReturn>(sql`
    SELECT ${returnColumns} FROM ${returnTables}
    WHERE r.next_look_at <= ${sqlNow(now)} ORDER BY r.next_look_at LIMIT ${limit}`);
  return due.rows;
}

/**
 * Applies a non-final transition of a return; false when it was no longer in the expected state.
 */
export async function moveReturn(
  tx: Queryable,
  key: PaymentKey,
  move: {
    event: EventOf<typeof returnLifecycle> | "retry";
    from: ReturnState;
    to: ReturnState;
    channelState: string;
    nextAt: Date | null;
    now: Now;
  },
): Promise<boolean> {
  const recorded = stateChangeSql(
    {
      memberId: key.ownerId,
      entity: "payment_return",
      entityId: key.id,
      name: move.event,
      from: move.from,
      to: move.to,
      by: "channel:wechatpay",
      now: move.now,
    },
    "moved",
  );
  const moved = await tx.execute(sql`
    WITH moved AS (UPDATE payment_return
    SET state = ${move.to}, word = ${move.channelState}, next_look_at = ${move.nextAt}::timestamptz
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND state = ${move.from}
    RETURNING 1),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return moved.rowCount === 1;
}

/** Returns a member's openid at one of our WeChat accounts. */
export async function openidOf(
  db: Queryable,
  { memberId, appId }: { memberId: string; appId: string },
): Promise<string | undefined> {
  const found = await db.execute<{ openid: string }>(sql`
    SELECT openid FROM member_identity WHERE member_id = ${memberId} AND appid = ${appId}`);
  return found.rows[0]?.openid;
}

/** SQL statements about approvals. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import { stateChangeSql } from "../../platform/entity-history.ts";
import { fromStates, moveOf } from "../../platform/lifecycle.ts";
import { approvalLifecycle, type ApprovalState } from "./lifecycle.ts";
import { afterPosition, byPosition, microsSql } from "../../platform/database/keyset.ts";
import type { Approval } from "./model.ts";
import { type ApprovalQuery, boxOrder } from "./port.ts";
import { approvalsExpired, approvalsValidSince, approvalsExpiresAt } from "../../sql/approvals.ts";

/** SQL condition: the waiting proposal `a` has expired. */
const expired = (now: Now) => approvalsExpired.sql({ since: sql`a.created_at`, now });

const approvals = (now: Now) => sql`
  SELECT a.id, a.kind, a.subject, a.payload, a.reason, a.maker, a.beneficiary,
         CASE WHEN a.state = 'waiting' AND ${expired(now)} THEN 'expired' ELSE a.state END AS state,
         a.checker, a.decision, ${sql.raw(epochMsSql("a.created_at"))} AS "createdAt",
         ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: "a.created_at" })))} AS "expiresAt",
         ${sql.raw(epochMsSql("a.decided_at"))} AS "decidedAt"
  FROM approval a`;

export type NewApproval = Pick<
  Approval,
  "id" | "kind" | "subject" | "payload" | "reason" | "maker" | "beneficiary"
>;

export async function insertApproval(tx: Tx, made: NewApproval, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO approval (id, kind, subject, payload, reason, maker, beneficiary, created_at)
    VALUES (${made.id}, ${made.kind}, ${made.subject}, ${JSON.stringify(made.payload)}::jsonb, ${made.reason},
            ${made.maker}, ${made.beneficiary}, ${sqlNow(now)})`);
}

/**
 * Locks the approval for the rest of the transaction: the second of two concurrent deciders waits
 * here and then finds it decided.
 */
export async function lockApproval(tx: Tx, id: string, now: Now): Promise<Approval | undefined> {
  const { rows } = await tx.execute<Approval>(
    sql`${approvals(now)} WHERE a.id = ${id} FOR UPDATE OF a`,
  );
  return rows[0];
}

export type DecisionRecord = {
  readonly id: string;
  readonly state: "approved" | "rejected";
  readonly checker: string;
  readonly decision: string;
};

/**
 * Decides a proposal, with its history row under the maker. Returns false when it is no longer
 * waiting or has expired.
 */
export async function recordDecision(tx: Tx, decision: DecisionRecord, now: Now): Promise<boolean> {
  const event = decision.state === "approved" ? "approve" : "reject";
  const from = fromStates(approvalLifecycle, event);
  const recorded = stateChangeSql(
    {
      memberId: sql`moved.maker`,
      entity: "approval",
      entityId: decision.id,
      name: event,
      from: "waiting",
      to: decision.state,
      by: `operator:${decision.checker}`,
      now,
    },
    "moved",
  );
  const done = await tx.execute(sql`
    WITH moved AS (UPDATE approval a SET state = ${decision.state}, checker = ${decision.checker}, decision = ${decision.decision},
                          decided_at = ${sqlNow(now)}
    WHERE a.id = ${decision.id} AND a.state = ANY(${sql.param([...from])}::text[])
      AND a.created_at > ${approvalsValidSince.sql({ now })}
    RETURNING a.maker),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return done.rowCount === 1;
}

/** Returns false when the proposal is no longer waiting or has expired. */
export async function recordWithdrawal(
  tx: Tx,
  { id, reason }: { readonly id: string; readonly reason: string },
  now: Now,
): Promise<boolean> {
  const { from, to } = moveOf(approvalLifecycle, "withdraw");
  const recorded = stateChangeSql(
    {
      memberId: sql`moved.maker`,
      entity: "approval",
      entityId: id,
      name: "withdraw",
      from: "waiting",
      to,
      by: "operator",
      now,
    },
    "moved",
  );
  const done = await tx.execute(sql`
    WITH moved AS (UPDATE approval a SET state = ${to}, decision = ${reason}, decided_at = ${sqlNow(now)}
    WHERE a.id = ${id} AND a.state = ANY(${sql.param([...from])}::text[]) AND a.created_at > ${approvalsValidSince.sql({ now })}
    RETURNING a.maker),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return done.rowCount === 1;
}

/** Returns one proposal of a kind. */
export async function findApproval(
  db: Db | Tx,
  { kind, id, now }: { kind: string; id: string; now: Now },
): Promise<Approval | undefined> {
  const { rows } = await db.execute<Approval>(
    sql`${approvals(now)} WHERE a.id = ${id} AND a.kind = ${kind}`,
  );
  return rows[0];
}

const times = { made: "a.created_at", decided: "a.decided_at" } as const;

/** Returns a page of one kind's proposals in a box of the inbox (`ApprovalQuery`). */
export async function readApprovalBox(
  db: Db,
  { kind, now, ...query }: ApprovalQuery & { readonly kind: string; readonly now: Now },
): Promise<(Approval & { readonly micros: number })[]> {
  const { time, order } = boxOrder(query.box, times);
  const condition = {
    waiting: sql`a.state = 'waiting' AND NOT ${expired(now)} AND a.maker <> ${query.operatorId}`,
    made: sql`a.maker = ${query.operatorId}`,
    decided: sql`a.decided_at IS NOT NULL`,
  }[query.box];
  const row = { time: sql.raw(time), id: sql`${kind}::text || '.' || a.id::text` };
  const { rows } = await db.execute<Approval & { micros: number }>(sql`
    SELECT * FROM (${approvals(now)} WHERE a.kind = ${kind} AND ${condition}
      AND ${afterPosition(row, query.after, order)}
      ORDER BY ${byPosition(row, order)} LIMIT ${query.limit}) b
    CROSS JOIN LATERAL (SELECT ${microsSql(time)} AS micros FROM approval a WHERE a.id = b.id) m
    ORDER BY ${sql.raw(order === "ascending" ? "micros, b.id" : "micros DESC, b.id DESC")}`);
  return rows;
}

/** Counts what waits for others than this operator, by kind; at most `limit` rows are read. */
export async function countWaiting(
  db: Db,
  {
    kinds,
    operatorId,
    limit,
    now,
  }: {
    readonly kinds: readonly string[];
    readonly operatorId: string;
    readonly limit: number;
    readonly now: Now;
  },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM approval a WHERE a.state = 'waiting' AND a.kind = ANY(${sql.param([...kinds])}::text[])
        AND a.maker <> ${operatorId} AND a.beneficiary IS DISTINCT FROM ${operatorId}
        AND NOT ${expired(now)} LIMIT ${limit}) w`);
  return rows[0]?.count ?? 0;
}

/** Returns the proposals of a kind in a state, newest first; waiting ones oldest first. */
export async function readApprovals(
  db: Db,
  { kind, state, limit, now }: { kind: string; state: ApprovalState; limit: number; now: Now },
): Promise<Approval[]> {
  const order = sql.raw(
    state === "waiting" ? "a.created_at, a.id" : "a.created_at DESC, a.id DESC",
  );
  const storedState = state === "waiting" || state === "expired" ? "waiting" : state;
  const age =
    state === "expired" ? expired(now) : state === "waiting" ? sql`NOT ${expired(now)}` : sql`true`;
  const { rows } = await db.execute<Approval>(sql`
    ${approvals(now)} WHERE a.kind = ${kind} AND a.state = ${storedState} AND ${age} ORDER BY ${order} LIMIT ${limit}`);
  return rows;
}

/**
 * Returns the proposals of a kind (about one subject) that are waiting, and those that expired within the last seven
 * days and were not proposed again; oldest first.
 */
export async function readOpenApprovals(
  db: Db | Tx,
  {
    kind,
    subject,
    limit,
    now,
  }: { kind: string; subject: string | undefined; limit: number; now: Now },
): Promise<Approval[]> {
  const ofSubject = subject === undefined ? sql`true` : sql`a.subject = ${subject}`;
  const { rows } = await db.execute<Approval>(sql`
    ${approvals(now)} WHERE a.kind = ${kind} AND a.state = 'waiting' AND ${ofSubject}
      AND (NOT ${expired(now)} OR (
        ${approvalsExpiresAt.sql({ since: sql`a.created_at` })} > ${sqlNow(now)} - interval '7 days'
        AND NOT EXISTS (SELECT FROM approval n WHERE n.kind = a.kind AND n.subject = a.subject
                        AND (n.created_at, n.id) > (a.created_at, a.id))))
    ORDER BY a.created_at, a.id LIMIT ${limit}`);
  return rows;
}

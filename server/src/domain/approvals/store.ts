/** SQL statements about approvals. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import { stateChangeSql } from "../../platform/entity-history.ts";
import { fromStates } from "../../platform/lifecycle.ts";
import { approvalLifecycle, type ApprovalState } from "./lifecycle.ts";
import type { Approval } from "./model.ts";
import { approvalsExpired, approvalsExpiresAt } from "../../sql/approvals.ts";

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
  const recorded = stateChangeSql({
    memberId: sql`moved.maker`,
    entity: "approval",
    entityId: decision.id,
    name: event,
    from: "waiting",
    to: decision.state,
    by: `operator:${decision.checker}`,
    now,
  });
  const done = await tx.execute(sql`
    WITH moved AS (UPDATE approval a SET state = ${decision.state}, checker = ${decision.checker}, decision = ${decision.decision},
                          decided_at = ${sqlNow(now)}
    WHERE a.id = ${decision.id} AND a.state = ANY(${sql.param([...from])}::text[])
      AND NOT ${expired(now)}
    RETURNING a.maker)
    SELECT ${recorded} FROM moved`);
  return done.rowCount === 1;
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
 * Returns the proposals of a kind that are waiting, and those that expired within the last seven
 * days and were not proposed again; oldest first.
 */
export async function readOpenApprovals(
  db: Db,
  { kind, limit, now }: { kind: string; limit: number; now: Now },
): Promise<Approval[]> {
  const { rows } = await db.execute<Approval>(sql`
    ${approvals(now)} WHERE a.kind = ${kind} AND a.state = 'waiting'
      AND (NOT ${expired(now)} OR (
        ${approvalsExpiresAt.sql({ since: sql`a.created_at` })} > ${sqlNow(now)} - interval '7 days'
        AND NOT EXISTS (SELECT FROM approval n WHERE n.kind = a.kind AND n.subject = a.subject
                        AND (n.created_at, n.id) > (a.created_at, a.id))))
    ORDER BY a.created_at, a.id LIMIT ${limit}`);
  return rows;
}

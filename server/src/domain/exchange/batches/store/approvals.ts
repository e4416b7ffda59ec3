/** SQL statements on batches that another person approves, and on exports whose key waits. */
import { type SQL, sql } from "drizzle-orm";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { afterPosition, byPosition, microsSql } from "../../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../../platform/database/sql.ts";
import { approvalsExpired, approvalsExpiresAt } from "../../../../sql/approvals.ts";
import { type ApprovalQuery, type ApprovalSummary, boxOrder } from "../../../approvals/port.ts";

/** Instants in ms. The counts over the batch's codes are not read. */
export type BatchApproval = Omit<
  ApprovalSummary,
  "title" | "subject" | "amountFen" | "beneficiary"
> & {
  readonly name: string;
  readonly count: number;
  readonly target: BatchTarget;
  readonly activation: string;
  readonly usesPerCode: number;
  readonly dealerFen: number | null;
};

export type BatchApprovalKind = "code_batch" | "code_export";

const kinds = {
  code_batch: {
    time: "b.submitted_at",
    decided: "b.decided_at",
    checker: "b.checker_id",
    // A draft or a batch that is still generated waits for no checker.
    exists: sql`b.submitted_at IS NOT NULL AND b.state NOT IN ('draft', 'generating', 'failed')`,
    isOpen: sql`b.state = 'ready'`,
    end: sql`CASE WHEN b.state <> 'rejected' THEN 'approved' WHEN b.checker_id IS NULL THEN 'withdrawn'
      ELSE 'rejected' END`,
  },
  code_export: {
    time: "b.exported_at",
    decided: "b.export_key_at",
    checker: "b.export_key_by",
    exists: sql`b.exported_at IS NOT NULL`,
    isOpen: sql`b.export_key_by IS NULL`,
    end: sql`'approved'::text`,
  },
} as const;

const batches = (kind: BatchApprovalKind, now: Now, time: string): SQL => {
  const columns = kinds[kind];
  const expired = approvalsExpired.sql({ since: sql.raw(columns.time), now });
  return sql`
    SELECT b.batch_id AS ref, b.name, b.count, b.target, b.activation, b.uses_per_code AS "usesPerCode",
           b.dealer_fen AS "dealerFen", b.note AS reason, b.maker_id AS maker,
           CASE WHEN NOT ${columns.isOpen} THEN ${columns.end} WHEN ${expired} THEN 'expired' ELSE 'waiting' END AS state,
           ${sql.raw(columns.checker)} AS checker, b.reason AS decision,
           ${sql.raw(epochMsSql(columns.time))} AS "createdAt",
           ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: columns.time })))} AS "expiresAt",
           ${sql.raw(epochMsSql(columns.decided))} AS "decidedAt", ${microsSql(time)} AS micros
    FROM code_batch b`;
};

export async function readBatchApprovals(
  db: Db,
  kind: BatchApprovalKind,
  { now, ...query }: ApprovalQuery & { readonly now: Now },
): Promise<BatchApproval[]> {
  const columns = kinds[kind];
  const times = { made: columns.time, decided: columns.decided };
  const { time, order } = boxOrder(query.box, times);
  const expired = approvalsExpired.sql({ since: sql.raw(columns.time), now });
  const condition = {
    waiting: sql`${columns.isOpen} AND NOT ${expired} AND b.maker_id <> ${query.operatorId}`,
    made: sql`b.maker_id = ${query.operatorId}`,
    decided: sql`NOT ${columns.isOpen} AND ${sql.raw(columns.decided)} IS NOT NULL`,
  }[query.box];
  const row = { time: sql.raw(time), id: sql`${kind}::text || '.' || b.batch_id::text` };
  const { rows } = await db.execute<BatchApproval>(sql`
    ${batches(kind, now, time)} WHERE ${columns.exists} AND ${condition}
      AND ${afterPosition(row, query.after, order)}
    ORDER BY ${byPosition(row, order)} LIMIT ${query.limit}`);
  return rows;
}

export async function findBatchApproval(
  db: Db | Tx,
  kind: BatchApprovalKind,
  { batchId, now }: { readonly batchId: string; readonly now: Now },
): Promise<BatchApproval | undefined> {
  const { rows } = await db.execute<BatchApproval>(sql`
    ${batches(kind, now, kinds[kind].time)} WHERE b.batch_id = ${batchId} AND ${kinds[kind].exists}`);
  return rows[0];
}

/** ready → rejected by its own maker. Returns false when it does not wait for a checker. */
export async function withdrawReadyBatch(
  tx: Tx,
  batchId: string,
  {
    makerId,
    reason,
    now,
  }: { readonly makerId: string; readonly reason: string; readonly now: Now },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE code_batch SET state = 'rejected', reason = ${reason}, decided_at = ${sqlNow(now)}
    WHERE batch_id = ${batchId} AND state = 'ready' AND maker_id = ${makerId}`);
  return done.rowCount === 1;
}

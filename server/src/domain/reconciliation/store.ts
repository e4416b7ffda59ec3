/** SQL statements on reconciliation runs and cases. */
import { sql } from "drizzle-orm";
import { ledgerLockMember } from "../../sql/ledger.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";
import type { Asset } from "../ledger/model.ts";
import { caseState } from "./store/operator.ts";
import type { CaseState, OpenedCase, CaseToOpen, RunKind } from "./model.ts";

export async function insertRun(db: Db, run: { id: string; kind: RunKind; now: Now }) {
  await db.execute(sql`
    INSERT INTO recon_run (id, kind, started_at) VALUES (${run.id}, ${run.kind}, ${sqlNow(run.now)})`);
}

export type RunEnd = {
  readonly id: string;
  readonly state: "done" | "failed";
  readonly checks: readonly object[];
  readonly found: number;
  readonly now: Now;
};

export async function endRun(db: Db, { id, state, checks, found, now }: RunEnd): Promise<void> {
  await db.execute(sql`
    UPDATE recon_run SET state = ${state}, checks = ${JSON.stringify(checks)}::jsonb, found = ${found},
                         ended_at = ${sqlNow(now)}
    WHERE id = ${id} AND state = 'running'`);
}

/** Opens a case, or records that a live one was seen again, with its current values. */
export async function upsertCase(
  tx: Tx,
  { caseId, runId, ...found }: CaseToOpen & { caseId: string; runId: string; now: Now },
): Promise<OpenedCase> {
  const actual = sql`${JSON.stringify(found.actual)}::jsonb`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO recon_case AS c (id, run_id, class, subject, member_id, expected, actual, proposal, opened_at, seen_at)
    SELECT ${caseId}::uuid, ${runId}::uuid, ${found.class}, ${found.subject}, ${found.memberId ?? null}::uuid,
           ${JSON.stringify(found.expected)}::jsonb, ${actual},
           ${found.proposal ? JSON.stringify(found.proposal) : null}::jsonb, ${sqlNow(found.now)}, ${sqlNow(found.now)}
    WHERE NOT EXISTS (
      SELECT FROM recon_case d WHERE d.class = ${found.class} AND d.subject = ${found.subject} AND d.state = 'dismissed'
        AND coalesce(d.actual->'difference', d.actual) = coalesce(${actual}->'difference', ${actual}))
    ON CONFLICT (class, subject) WHERE state IN ('open', 'proposed') DO UPDATE
      SET seen_at = excluded.seen_at, expected = excluded.expected, actual = excluded.actual,
          proposal = CASE c.state WHEN 'open' THEN excluded.proposal ELSE c.proposal END
    RETURNING id`);
  const id = rows[0]?.id;
  if (id === undefined) return { outcome: "dismissed" };
  return { caseId: id, outcome: id === caseId ? "opened" : "seen" };
}

/** Stores which assets a case has frozen, or that it no longer freezes any. */
export async function recordFrozenAssets(
  tx: Tx,
  caseId: string,
  assets: readonly Asset[],
): Promise<void> {
  await tx.execute(
    sql`UPDATE recon_case SET frozen = ${sql.param(assets)}::text[] WHERE id = ${caseId}`,
  );
}

export type CaseClosing = {
  readonly caseId: string;
  /** Set when an entry is posted: the proposal, which must still be the case's current one. */
  readonly approvalId?: string;
  readonly from: readonly CaseState[];
  readonly to: "booked" | "dismissed" | "healed";
  readonly by: string;
  readonly reason: string;
  readonly now: Now;
};

export type ClosedCase = { readonly memberId: string | null; readonly frozen: Asset[] };

/** Closes a case. Returns `undefined` when it is not in one of the states `from`. */
export async function closeCaseRow(tx: Tx, closing: CaseClosing): Promise<ClosedCase | undefined> {
  // Read before the change: a cluster changes a table of its coordinator by that table alone.
  const [seen] = (
    await tx.execute<{ state: CaseState; stored: string; approvalId: string | null }>(sql`
      SELECT ${caseState(closing.now)} AS state, c.state AS stored, c.approval_id AS "approvalId"
      FROM recon_case c WHERE c.id = ${closing.caseId}`)
  ).rows;
  if (!seen || !closing.from.includes(seen.state)) return undefined;
  const { rows } = await tx.execute<ClosedCase>(sql`
    UPDATE recon_case c SET state = ${closing.to}, closed_at = ${sqlNow(closing.now)}, closed_by = ${closing.by},
                            closing = ${closing.reason}
    WHERE c.id = ${closing.caseId} AND c.state = ${seen.stored} AND c.approval_id IS NOT DISTINCT FROM ${seen.approvalId}::uuid
      AND (${closing.approvalId ?? null}::uuid IS NULL OR c.approval_id = ${closing.approvalId ?? null}::uuid)
    RETURNING c.member_id AS "memberId", c.frozen`);
  return rows[0];
}

/**
 * Returns the member's assets that other live cases keep frozen. Locks the member's ledger first: a
 * case that opens concurrently freezes under the same lock, so it is either seen here or freezes
 * again afterwards.
 */
export async function frozenByCases(tx: Tx, memberId: string, now: Now): Promise<Asset[]> {
  await ledgerLockMember(tx, { member: memberId, now });
  const { rows } = await tx.execute<{ asset: Asset }>(sql`
    SELECT DISTINCT unnest(frozen) AS asset FROM recon_case
    WHERE member_id = ${memberId} AND state IN ('open', 'proposed')`);
  return rows.map(({ asset }) => asset);
}

/** Returns live cases of these classes that no run has seen since this run's `startedAt`. */
export async function findUnseenCases(
  db: Db,
  runId: string,
  classes: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM recon_case c, recon_run r
    WHERE r.id = ${runId} AND c.class = ANY (${sql.param(classes)}::text[]) AND c.state IN ('open', 'proposed')
      AND c.seen_at < r.started_at ORDER BY c.id`);
  return rows.map(({ id }) => id);
}

/**
 * Returns the heads of the audit's hash chains: stored elsewhere, they prove later that no chain
 * was rewritten.
 */
export async function readAuditHeads(
  db: Db,
): Promise<{ operatorId: string; seq: number; hash: string }[]> {
  const { rows } = await db.execute<{ operatorId: string; seq: number; hash: string }>(sql`
    SELECT member_id AS "operatorId", seq, encode(hash, 'hex') AS hash FROM audit_head ORDER BY member_id`);
  return rows;
}

/** SQL queries for operators: reconciliation runs, cases, freezes, sums. */
import { sql } from "drizzle-orm";
import { approvalsExpired } from "../../../sql/approvals.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { assigneeSql } from "../../approvals/actions.ts";
import type { Asset } from "../../ledger/model.ts";
import type { CaseState, ProposedEntry, RunKind } from "../model.ts";

/** Instants in ms. */
export type Run = {
  readonly runId: string;
  readonly kind: RunKind;
  readonly state: "running" | "done" | "failed";
  readonly found: number;
  readonly checks: Record<string, unknown>[];
  readonly startedAt: number;
  readonly endedAt: number | null;
};

const RUNS_MAX = 100;

export async function readRuns(db: Db, kind: string | undefined): Promise<Run[]> {
  const { rows } = await db.execute<Run>(sql`
    SELECT id AS "runId", kind, state, found, checks, ${sql.raw(epochMsSql("started_at"))} AS "startedAt",
           ${sql.raw(epochMsSql("ended_at"))} AS "endedAt"
    FROM recon_run WHERE ${kind ?? null}::text IS NULL OR kind = ${kind ?? null}
    ORDER BY started_at DESC, id DESC LIMIT ${RUNS_MAX}`);
  return rows;
}

export type CaseRow = {
  readonly caseId: string;
  readonly class: string;
  readonly subject: string;
  readonly memberId: string | null;
  readonly state: CaseState;
  readonly expected: Record<string, unknown>;
  readonly actual: Record<string, unknown>;
  readonly proposal: ProposedEntry | null;
  readonly frozen: Asset[];
  readonly approvalId: string | null;
  readonly openedAt: number;
  readonly seenAt: number;
  readonly closedAt: number | null;
  readonly closedBy: string | null;
  readonly closing: string | null;
  /** The operator who is to settle it. */
  readonly assigneeId: string | null;
};

/** The state of a case `c`: one whose proposal has expired is open again. */
export const caseState = (now: Now) => sql`
  CASE WHEN c.state = 'proposed' AND EXISTS (
    SELECT FROM approval a WHERE a.id = c.approval_id AND ${approvalsExpired.sql({ since: sql`a.created_at`, now })})
  THEN 'open' ELSE c.state END`;

/** The name of a case in the table of assignments. */
export const caseObject = (caseId: string): string => `case.${caseId}`;

const assigneeOfCase = assigneeSql(sql`'case.' || c.id::text`);

const cases = (now: Now) => sql`
  SELECT c.id AS "caseId", c.class, c.subject, c.member_id AS "memberId", ${caseState(now)} AS state, c.expected, c.actual,
         c.proposal, c.frozen, c.approval_id AS "approvalId", ${sql.raw(epochMsSql("c.opened_at"))} AS "openedAt",
         ${sql.raw(epochMsSql("c.seen_at"))} AS "seenAt", ${sql.raw(epochMsSql("c.closed_at"))} AS "closedAt",
         c.closed_by AS "closedBy", c.closing, ${assigneeOfCase} AS "assigneeId"
  FROM recon_case c`;

export async function readCase(db: Db, caseId: string, now: Now): Promise<CaseRow | undefined> {
  const { rows } = await db.execute<CaseRow>(sql`${cases(now)} WHERE c.id = ${caseId}`);
  return rows[0];
}

export type CaseFilter = {
  readonly states: readonly CaseState[];
  readonly class: string | undefined;
  readonly memberId: string | undefined;
  /** The last case of the previous page, by its opening in ms. */
  readonly before: { readonly at: number; readonly caseId: string } | undefined;
  /** The operator whose cases are wanted; null: those without one. */
  readonly assigneeId: string | null | undefined;
  readonly count: number;
  readonly now: Now;
};

/** Newest first. */
export async function readCases(db: Db, filter: CaseFilter): Promise<CaseRow[]> {
  const { before, memberId = null, assigneeId, now } = filter;
  const ofAssignee =
    assigneeId === undefined
      ? sql`true`
      : sql`${assigneeOfCase} IS NOT DISTINCT FROM ${assigneeId}::uuid`;
  const { rows } = await db.execute<CaseRow>(sql`
    ${cases(now)} WHERE ${caseState(now)} = ANY (${sql.param(filter.states)}::text[])
      AND (${filter.class ?? null}::text IS NULL OR c.class = ${filter.class ?? null})
      AND (${memberId}::uuid IS NULL OR c.member_id = ${memberId}::uuid)
      AND ${ofAssignee}
      AND (${before?.at ?? null}::bigint IS NULL OR (date_trunc('milliseconds', c.opened_at), c.id) <
           (to_timestamp(${before?.at ?? null}::float8 / 1000), ${before?.caseId ?? null}::uuid))
    ORDER BY date_trunc('milliseconds', c.opened_at) DESC, c.id DESC LIMIT ${filter.count}`);
  return rows;
}

/** Counts the live cases by state, up to `limit` each. */
export async function countLiveCases(
  db: Db,
  { limit, now }: { readonly limit: number; readonly now: Now },
): Promise<{ open: number; proposed: number }> {
  const { rows } = await db.execute<{ state: CaseState; count: number }>(sql`
    SELECT live.state, least(count(*), ${limit})::int AS count
    FROM (SELECT ${caseState(now)} AS state FROM recon_case c WHERE c.state IN ('open', 'proposed')) live
    GROUP BY 1`);
  const countOf = (state: CaseState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { open: countOf("open"), proposed: countOf("proposed") };
}

export type FreezeRow = {
  readonly memberId: string;
  readonly asset: Asset;
  readonly reason: string;
  readonly actor: string;
  readonly changedAt: number;
};

const FREEZES_MAX = 500;

/** Scans all members; for the few operators who may read it. */
export async function readFreezes(db: Db): Promise<FreezeRow[]> {
  const { rows } = await db.execute<FreezeRow>(sql`
    SELECT member_id AS "memberId", asset, reason, actor, ${sql.raw(epochMsSql("changed_at"))} AS "changedAt"
    FROM ledger_freeze WHERE is_frozen ORDER BY changed_at DESC LIMIT ${FREEZES_MAX}`);
  return rows;
}

export type AccountTotal = {
  readonly asset: Asset;
  readonly purpose: string;
  readonly isContra: boolean;
  /** Credits less debits. */
  readonly balance: number;
};

/** The totals of all members' accounts and of every contra account. */
export async function readAccountTotals(db: Db | Tx): Promise<AccountTotal[]> {
  const { rows } = await db.execute<AccountTotal>(sql`
    SELECT asset, purpose, is_contra AS "isContra", sum(credits - debits)::bigint AS balance
    FROM ledger_part GROUP BY 1, 2, 3 ORDER BY 1, 2`);
  return rows;
}

/** What the check of all stored balances found last, by asset; none where they agree. */
export async function readTotalDifferences(
  db: Db | Tx,
): Promise<{ asset: Asset; difference: number }[]> {
  const { rows } = await db.execute<{ asset: Asset; difference: number }>(sql`
    SELECT subject AS asset, (actual->>'difference')::bigint AS difference FROM recon_case
    WHERE class = 'total' AND state IN ('open', 'proposed')`);
  return rows;
}

/** Returns which of these cases are live. */
export async function openCasesOf(db: Db, caseIds: readonly string[]): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT id FROM recon_case
    WHERE id = ANY (${sql.param([...caseIds])}::uuid[]) AND state IN ('open', 'proposed')`);
  return found.rows.map(({ id }) => id);
}

/** Returns the ids of live cases, the latest first. */
export async function latestOpenCases(db: Db, limit: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT id FROM recon_case WHERE state IN ('open', 'proposed') ORDER BY opened_at DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}

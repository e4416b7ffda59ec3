/** SQL statements about cases and their hits. Instants in ms. */
import { sql } from "drizzle-orm";
import type { RiskPlace } from "@yunjing/contract/schemas/operators/risk";
import { auditedRow } from "../../../platform/audited-row.ts";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { stateChangeSql } from "../../../platform/entity-history.ts";
import { moveOf } from "../../../platform/lifecycle.ts";
import { riskCaseLifecycle, type RiskCaseState } from "../lifecycle.ts";
import type { ListKind, Verdict } from "../model.ts";

export type StoredCase = Position & {
  readonly subject: string;
  readonly rule: string;
  readonly label: string;
  readonly state: RiskCaseState;
  readonly hits: number;
  readonly openedAt: number;
  readonly lastHitAt: number;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly decision: "release" | ListKind | null;
  readonly reason: string | null;
};

const ms = (column: string) => sql.raw(`${epochMsSql(column)}::float8`);
const columns = sql`${positionColumns("last_hit_at", "id")}, subject, rule, label, state, hits,
  ${ms("opened_at")} AS "openedAt", ${ms("last_hit_at")} AS "lastHitAt",
  ${ms("decided_at")} AS "decidedAt", decided_by AS "decidedBy", decision, reason`;

/** Returns a page of cases of a state and one more, the latest hit first. */
export async function listCases(
  db: Db,
  state: RiskCaseState,
  { after, limit }: KeysetPage,
): Promise<StoredCase[]> {
  const row = byUuid("last_hit_at", "id");
  const { rows } = await db.execute<StoredCase>(sql`
    SELECT ${columns} FROM risk_case
    WHERE state = ${state} AND ${afterPosition(row, after, "descending")}
    ORDER BY ${byPosition(row, "descending")} LIMIT ${limit + 1}`);
  return rows;
}

export async function findCase(db: Db | Tx, caseId: string): Promise<StoredCase | undefined> {
  const { rows } = await db.execute<StoredCase>(
    sql`SELECT ${columns} FROM risk_case WHERE id = ${caseId}::uuid`,
  );
  return rows[0];
}

/** Returns the ids of open cases, the latest hit first. */
export async function latestRiskCases(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM risk_case WHERE state = 'OPEN' ORDER BY last_hit_at DESC, id DESC LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export type StoredHit = {
  readonly at: number;
  readonly place: RiskPlace;
  readonly verdict: Verdict;
  readonly found: number | null;
  readonly figure: number | null;
  readonly memberId: string | null;
  readonly device: string | null;
  readonly network: string | null;
};

/** Returns the latest hits of a case. */
export async function hitsOfCase(db: Db, caseId: string, limit: number): Promise<StoredHit[]> {
  const { rows } = await db.execute<StoredHit>(sql`
    SELECT ${ms("happened_at")} AS at, place, verdict, found, figure, owner_id AS "memberId", device, network
    FROM risk_hit WHERE case_id = ${caseId}::uuid ORDER BY happened_at DESC, id DESC LIMIT ${limit}`);
  return rows;
}

export type Decision = {
  readonly subject: string;
  readonly caseId: string;
  readonly decision: "release" | ListKind;
  readonly reason: string;
  readonly operatorId: string;
};

/** Decides an open case; false when it is decided already. */
export async function decideCase(
  tx: Tx,
  { subject, caseId, decision, reason, operatorId }: Decision,
  now: Now,
): Promise<boolean> {
  const event = decision === "release" ? "release" : "list";
  const { from, to } = moveOf(riskCaseLifecycle, event);
  const recorded = stateChangeSql(
    {
      memberId: operatorId,
      entity: "risk_case",
      entityId: caseId,
      name: event,
      from: "OPEN",
      to,
      by: `operator:${operatorId}`,
      now,
    },
    "moved",
  );
  const { rowCount } = await tx.execute(sql`
    WITH moved AS (
      UPDATE risk_case SET state = ${to}, decision = ${decision}, reason = ${reason},
             decided_by = ${operatorId}::uuid, decided_at = ${sqlNow(now)}
      WHERE subject = ${subject} AND id = ${caseId}::uuid AND state = ANY(${sql.param([...from])}::text[])
      RETURNING id),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  return rowCount === 1;
}

/** Begins the count of a rule for a subject anew. */
export async function resetCounter(
  tx: Tx,
  { subject, rule }: { readonly subject: string; readonly rule: string },
): Promise<void> {
  await tx.execute(
    sql`UPDATE risk_counter SET parts = '{0}' WHERE subject = ${subject} AND rule = ${rule}`,
  );
}

/** Returns a case as the audit shows it. */
export const riskCaseStateOf = (db: Db, caseId: string) =>
  auditedRow(
    db,
    caseId,
    sql`SELECT rule, label, state, decision, hits FROM risk_case WHERE id = ${caseId}::uuid`,
  );

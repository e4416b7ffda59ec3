/** SQL statements that change rules, and the figures of what they did. Instants in ms. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { Figures, Mode, RuleCode, Verdict } from "../model.ts";

export type RuleChange = {
  readonly code: RuleCode;
  readonly mode: Mode;
  readonly verdict: Verdict;
  readonly figures: Figures;
  readonly sinceVersion: number;
  readonly reason: string;
  readonly operatorId: string;
};

/** Stores a rule of this version; returns the new version, `undefined` when it has another. */
export async function storeRule(
  tx: Tx,
  { code, mode, verdict, figures, sinceVersion, reason, operatorId }: RuleChange,
  now: Now,
): Promise<number | undefined> {
  const values = sql`${JSON.stringify(figures)}::jsonb`;
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO risk_rule (code, mode, verdict, figures, reason, operator_id, changed_at)
    VALUES (${code}, ${mode}, ${verdict}, ${values}, ${reason}, ${operatorId}::uuid, ${sqlNow(now)})
    ON CONFLICT (code) DO NOTHING RETURNING version`
      : sql`
    UPDATE risk_rule SET mode = ${mode}, verdict = ${verdict}, figures = ${values}, reason = ${reason},
           operator_id = ${operatorId}::uuid, changed_at = ${sqlNow(now)}, version = version + 1
    WHERE code = ${code} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

export type LastChange = {
  readonly code: string;
  readonly reason: string;
  readonly changedBy: string;
  readonly changedAt: number;
};

/** Returns who changed each rule last, and why. */
export async function lastChanges(db: Db): Promise<LastChange[]> {
  const { rows } = await db.execute<LastChange>(sql`
    SELECT code, reason, operator_id AS "changedBy",
           ${sql.raw(epochMsSql("changed_at"))}::float8 AS "changedAt" FROM risk_rule`);
  return rows;
}

/** Returns a rule as the audit shows it; without a change it has no fields. */
export const riskRuleStateOf = (db: Db, code: string) =>
  auditedRow(
    db,
    code,
    sql`SELECT mode, verdict, figures, version FROM risk_rule WHERE code = ${code}`,
  );

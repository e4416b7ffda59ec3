/** SQL statements about the fulfilment terms that benefits share. Instants in ms. */
import type { FormField } from "@yunjing/contract/schemas/benefit";
import type { ContractTerms } from "@yunjing/contract/schemas/operators/goods";
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

const ms = (column: string) => sql.raw(`(${epochMsSql(column)})::float8`);

export type ContractRow = {
  readonly code: string;
  readonly name: string;
  readonly terms: ContractTerms;
  readonly isOn: boolean;
  readonly version: number;
  readonly changedAt: number;
  readonly changedBy: string;
  readonly benefits: number;
  readonly behind: number;
};

/** Returns all terms, those of most benefits first, or the terms of this code. */
export async function readContracts(db: Db | Tx, code?: string): Promise<ContractRow[]> {
  const { rows } = await db.execute<ContractRow>(sql`
    SELECT t.code, t.name, t.body AS terms, t.is_on AS "isOn", t.version, ${ms("t.changed_at")} AS "changedAt",
           t.changed_by AS "changedBy", count(c.terms_code)::int AS benefits,
           (count(*) FILTER (WHERE c.terms_version < t.version))::int AS behind
    FROM contract_terms t
    LEFT JOIN (fulfilment_contract c JOIN benefit b ON b.contract_id = c.contract_id) ON c.terms_code = t.code
    WHERE ${code ?? null}::text IS NULL OR t.code = ${code ?? null}
    GROUP BY t.code ORDER BY t.is_on DESC, benefits DESC, t.code`);
  return rows;
}

export type UseOfContract = {
  readonly benefitId: string;
  readonly title: string;
  readonly version: number;
};

/** Returns the benefits whose live contract was made from these terms, the oldest version first. */
export async function readUses(db: Db | Tx, code: string): Promise<UseOfContract[]> {
  const { rows } = await db.execute<UseOfContract>(sql`
    SELECT b.benefit_id AS "benefitId", b.title, c.terms_version AS version
    FROM fulfilment_contract c JOIN benefit b ON b.contract_id = c.contract_id
    WHERE c.terms_code = ${code} ORDER BY c.terms_version, b.benefit_id`);
  return rows;
}

export type ContractVersionRow = {
  readonly version: number;
  readonly name: string;
  readonly reason: string;
  readonly at: number;
  readonly by: string;
};

const VERSIONS_SHOWN = 50;

/** Returns the last versions of terms, the newest first. */
export async function readContractVersions(db: Db, code: string): Promise<ContractVersionRow[]> {
  const { rows } = await db.execute<ContractVersionRow>(sql`
    SELECT version, name, reason, ${ms("changed_at")} AS at, changed_by AS by
    FROM contract_terms_version WHERE code = ${code} ORDER BY version DESC LIMIT ${VERSIONS_SHOWN}`);
  return rows;
}

export type NewContract = {
  readonly code: string;
  readonly name: string;
  readonly terms: ContractTerms;
  readonly isOn: boolean;
  readonly sinceVersion: number;
  readonly reason: string;
  readonly operatorId: string;
  readonly now: Now;
};

/** Stores terms and their version; returns its number, undefined when they have another one. */
export async function storeContract(tx: Tx, terms: NewContract): Promise<number | undefined> {
  const { code, name, isOn, sinceVersion, reason, operatorId, now } = terms;
  const body = sql`${JSON.stringify(terms.terms)}::jsonb`;
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO contract_terms (code, version, name, body, is_on, changed_by, changed_at)
    VALUES (${code}, 1, ${name}, ${body}, ${isOn}, ${operatorId}, ${sqlNow(now)})
    ON CONFLICT (code) DO NOTHING RETURNING version`
      : sql`
    UPDATE contract_terms SET version = version + 1, name = ${name}, body = ${body}, is_on = ${isOn},
           changed_by = ${operatorId}, changed_at = ${sqlNow(now)}
    WHERE code = ${code} AND version = ${sinceVersion} RETURNING version`,
  );
  const version = rows[0]?.version;
  if (version !== undefined)
    await tx.execute(sql`
      INSERT INTO contract_terms_version (code, version, name, body, is_on, reason, changed_by, changed_at)
      VALUES (${code}, ${version}, ${name}, ${body}, ${isOn}, ${reason}, ${operatorId}, ${sqlNow(now)})`);
  return version;
}

/** Returns true when other terms have this name. */
export async function isContractNameTaken(
  tx: Tx,
  { code, name }: Pick<NewContract, "code" | "name">,
): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`SELECT FROM contract_terms WHERE name = ${name} AND code <> ${code}`,
  );
  return rows.length > 0;
}

/** Returns every field that any contract asks members to fill in. */
export async function readFormsInUse(db: Db | Tx): Promise<FormField[]> {
  const { rows } = await db.execute<{ field: FormField }>(sql`
    SELECT DISTINCT field FROM fulfilment_contract, jsonb_array_elements(form) AS field ORDER BY field`);
  return rows.map(({ field }) => field);
}

/** Returns terms, as the audit shows them before and after a write. */
export const contractStateOf = (db: Db, code: string) =>
  auditedRow(
    db,
    code,
    sql`SELECT version, name, body AS terms, is_on AS "isOn" FROM contract_terms WHERE code = ${code}`,
  );

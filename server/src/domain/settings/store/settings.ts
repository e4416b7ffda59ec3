/** SQL statements about settings as operators change them. Instants in ms. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { SettingValue } from "../model.ts";

/** `value` null is the start value. */
export type StoredSetting = {
  readonly name: string;
  readonly value: SettingValue | null;
  readonly version: number;
  readonly reason: string;
  readonly changedBy: string;
  readonly changedAt: number;
};

type Row = Omit<StoredSetting, "changedAt"> & { readonly changedAt: string };
const storedOf = (row: Row): StoredSetting => ({ ...row, changedAt: Number(row.changedAt) });

const columns = sql`name, value, version, reason, updated_by AS "changedBy",
  ${sql.raw(epochMsSql("updated_at"))} AS "changedAt"`;

/** Returns every setting that was ever changed. */
export async function readStored(db: Db | Tx): Promise<StoredSetting[]> {
  const { rows } = await db.execute<Row>(
    sql`SELECT ${columns} FROM setting WHERE version > 0 ORDER BY name`,
  );
  return rows.map(storedOf);
}

/**
 * Locks settings until the transaction ends, in the order of their names, and returns them. One that
 * was never changed gets a row of version 0, so that writers of related figures wait for each other.
 */
export async function lockStored(tx: Tx, names: readonly string[]): Promise<StoredSetting[]> {
  const wanted = sql`${sql.param([...names].toSorted())}::text[]`;
  await tx.execute(
    sql`INSERT INTO setting (name) SELECT unnest(${wanted}) ON CONFLICT (name) DO NOTHING`,
  );
  const { rows } = await tx.execute<Row>(
    sql`SELECT ${columns} FROM setting WHERE name = ANY (${wanted}) ORDER BY name FOR UPDATE`,
  );
  return rows.map(storedOf);
}

export type SettingChange = {
  readonly name: string;
  /** Null for the start value. */
  readonly value: SettingValue | null;
  readonly sinceVersion: number;
  readonly reason: string;
  readonly operatorId: string;
  /** The second person, where one agreed. */
  readonly approverId: string | undefined;
};

/**
 * Changes the setting of this version and records it; returns the new version, or `undefined` when
 * it has another one.
 */
export async function storeSetting(
  tx: Tx,
  { name, value, sinceVersion, reason, operatorId, approverId }: SettingChange,
  now: Now,
): Promise<number | undefined> {
  const stored = value === null ? null : JSON.stringify(value);
  const { rows } = await tx.execute<{ version: number }>(sql`
    WITH changed AS (
      UPDATE setting SET value = ${stored}::jsonb, version = version + 1, reason = ${reason},
                         updated_at = ${sqlNow(now)}, updated_by = ${operatorId}
      WHERE name = ${name} AND version = ${sinceVersion} RETURNING version)
    INSERT INTO setting_version (name, version, value, reason, operator_id, approver_id, changed_at)
    SELECT ${name}, version, ${stored}::jsonb, ${reason}, ${operatorId}::uuid,
           ${approverId ?? null}::uuid, ${sqlNow(now)}
    FROM changed RETURNING version`);
  return rows[0]?.version;
}

export type SettingVersion = {
  readonly version: number;
  readonly value: SettingValue | null;
  readonly reason: string;
  readonly operatorId: string;
  readonly approverId: string | null;
  readonly changedAt: number;
};

/** Returns the versions of a setting before another one, the latest first. */
export async function readVersions(
  db: Db,
  { name, before, limit }: { name: string; before: number | undefined; limit: number },
): Promise<SettingVersion[]> {
  type VersionRow = Omit<SettingVersion, "changedAt"> & { readonly changedAt: string };
  const { rows } = await db.execute<VersionRow>(sql`
    SELECT version, value, reason, operator_id AS "operatorId", approver_id AS "approverId",
           ${sql.raw(epochMsSql("changed_at"))} AS "changedAt"
    FROM setting_version WHERE name = ${name} AND version < ${before ?? 2_147_483_647}
    ORDER BY version DESC LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, changedAt: Number(row.changedAt) }));
}

/** Returns the value of one version, null for the start value; `undefined` without this version. */
export async function findVersion(
  db: Db,
  { name, version }: { readonly name: string; readonly version: number },
): Promise<{ readonly value: SettingValue | null } | undefined> {
  const { rows } = await db.execute<{ value: SettingValue | null }>(
    sql`SELECT value FROM setting_version WHERE name = ${name} AND version = ${version}`,
  );
  return rows[0];
}

/** Returns a setting as the audit shows it; without a change it has no fields. */
export const settingStateOf = (db: Db, name: string) =>
  auditedRow(
    db,
    name,
    sql`SELECT value, version FROM setting WHERE name = ${name} AND version > 0`,
  );

/** SQL statements about kill switches and the maintenance notice. Instants in ms. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

type Changed = {
  readonly reason: string;
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: number;
};
export type StoredSwitch = Changed & {
  readonly name: string;
  readonly isOff: boolean;
  readonly endsAt: number | null;
};
export type StoredNotice = Changed & {
  readonly text: string;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
};

const changed = sql`reason, version, operator_id AS "changedBy",
  ${sql.raw(epochMsSql("changed_at"))}::float8 AS "changedAt"`;

/** Returns the switches that were ever used. */
export async function readSwitches(db: Db | Tx): Promise<StoredSwitch[]> {
  const { rows } = await db.execute<StoredSwitch>(sql`
    SELECT name, is_off AS "isOff", ${sql.raw(epochMsSql("ends_at"))}::float8 AS "endsAt", ${changed}
    FROM kill_switch ORDER BY name`);
  return rows;
}

/** Returns the notice as it was stored last. */
export async function readNotice(db: Db | Tx): Promise<StoredNotice | undefined> {
  const { rows } = await db.execute<StoredNotice>(sql`
    SELECT body AS text, ${sql.raw(epochMsSql("starts_at"))}::float8 AS "startsAt",
           ${sql.raw(epochMsSql("ends_at"))}::float8 AS "endsAt", ${changed}
    FROM maintenance_notice WHERE place = 'member'`);
  return rows[0];
}

type By = { readonly sinceVersion: number; readonly reason: string; readonly operatorId: string };
const instant = (at: number | undefined) =>
  sql`${at === undefined ? null : new Date(at)}::timestamptz`;

export type SwitchChange = By & {
  readonly name: string;
  readonly isOff: boolean;
  readonly endsAt: number | undefined;
};

/** Stores a switch of this version; returns the new version, `undefined` when it has another. */
export async function storeSwitch(
  tx: Tx,
  { name, isOff, endsAt, sinceVersion, reason, operatorId }: SwitchChange,
  now: Now,
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO kill_switch (name, is_off, ends_at, reason, operator_id, changed_at)
    VALUES (${name}, ${isOff}, ${instant(endsAt)}, ${reason}, ${operatorId}::uuid, ${sqlNow(now)})
    ON CONFLICT (name) DO NOTHING RETURNING version`
      : sql`
    UPDATE kill_switch SET is_off = ${isOff}, ends_at = ${instant(endsAt)}, reason = ${reason},
           operator_id = ${operatorId}::uuid, changed_at = ${sqlNow(now)}, version = version + 1
    WHERE name = ${name} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

export type NoticeChange = By & {
  readonly text: string;
  readonly startsAt: number | undefined;
  readonly endsAt: number | undefined;
};

/** Stores the notice of this version; returns the new version, `undefined` when it has another. */
export async function storeNotice(
  tx: Tx,
  { text, startsAt, endsAt, sinceVersion, reason, operatorId }: NoticeChange,
  now: Now,
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO maintenance_notice (place, body, starts_at, ends_at, reason, operator_id, changed_at)
    VALUES ('member', ${text}, ${instant(startsAt)}, ${instant(endsAt)}, ${reason},
            ${operatorId}::uuid, ${sqlNow(now)})
    ON CONFLICT (place) DO NOTHING RETURNING version`
      : sql`
    UPDATE maintenance_notice SET body = ${text}, starts_at = ${instant(startsAt)},
           ends_at = ${instant(endsAt)}, reason = ${reason}, operator_id = ${operatorId}::uuid,
           changed_at = ${sqlNow(now)}, version = version + 1
    WHERE place = 'member' AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

/** Returns a switch as the audit shows it. */
export const switchStateOf = (db: Db, name: string) =>
  auditedRow(
    db,
    name,
    sql`SELECT is_off AS "isOff", ends_at AS "endsAt", version FROM kill_switch WHERE name = ${name}`,
  );

/** Returns the notice as the audit shows it. */
export const noticeStateOf = (db: Db) =>
  auditedRow(
    db,
    "notice",
    sql`SELECT body AS text, starts_at AS "startsAt", ends_at AS "endsAt", version
        FROM maintenance_notice WHERE place = 'member'`,
  );

/** SQL statements about the entries of the lists. Instants in ms. */
import { type SQL, sql } from "drizzle-orm";
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
import type { ListKind, Subject, SubjectKind } from "../model.ts";
import { ENTRIES_MAX } from "../store.ts";

export type StoredEntry = Position & {
  readonly kind: ListKind;
  readonly subject: string;
  readonly label: string;
  readonly reason: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly endsAt: number | null;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
  readonly endReason: string | null;
};

const ms = (column: string) => sql.raw(`${epochMsSql(column)}::float8`);

export type EntryQuery = {
  readonly kind?: ListKind | undefined;
  readonly subjectKind?: SubjectKind | undefined;
  readonly isEnded: boolean;
};

/** Returns a page of entries and one more, the newest first. */
export async function listEntries(
  db: Db,
  { kind, subjectKind, isEnded }: EntryQuery,
  { after, limit }: KeysetPage,
): Promise<StoredEntry[]> {
  const row = byUuid("created_at", "entry_id");
  const conditions: SQL[] = [isEnded ? sql`ended_at IS NOT NULL` : sql`ended_at IS NULL`];
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  if (subjectKind !== undefined) conditions.push(sql`starts_with(subject, ${`${subjectKind}:`})`);
  const { rows } = await db.execute<StoredEntry>(sql`
    SELECT ${positionColumns("created_at", "entry_id")}, kind, subject, label, reason,
           operator_id AS "createdBy", ${ms("created_at")} AS "createdAt", ${ms("ends_at")} AS "endsAt",
           ${ms("ended_at")} AS "endedAt", ended_by AS "endedBy", end_reason AS "endReason"
    FROM risk_entry
    WHERE ${sql.join(conditions, sql` AND `)} AND ${afterPosition(row, after, "descending")}
    ORDER BY ${byPosition(row, "descending")} LIMIT ${limit + 1}`);
  return rows;
}

export type NewEntry = {
  readonly entryId: string;
  readonly kind: ListKind;
  readonly subject: Subject;
  readonly label: string;
  readonly reason: string;
  readonly endsAt: number | undefined;
  readonly caseId?: string;
  readonly operatorId: string;
};

/**
 * Puts a subject on a list and ends the entry that it has; false when another operator does the same
 * at once, or when the lists are full.
 */
export async function insertEntry(tx: Tx, entry: NewEntry, now: Now): Promise<boolean> {
  const { entryId, kind, subject, label, reason, endsAt, caseId, operatorId } = entry;
  const end = endsAt === undefined ? null : new Date(endsAt);
  await tx.execute(sql`
    UPDATE risk_entry SET ended_at = ${sqlNow(now)}, ended_by = ${operatorId}::uuid, end_reason = ${reason}
    WHERE subject = ${subject} AND ended_at IS NULL`);
  const { rowCount } = await tx.execute(sql`
    INSERT INTO risk_entry (entry_id, kind, subject, label, reason, case_id, operator_id, created_at, ends_at)
    SELECT ${entryId}::uuid, ${kind}, ${subject}, ${label}, ${reason}, ${caseId ?? null}::uuid,
           ${operatorId}::uuid, ${sqlNow(now)}, ${end}::timestamptz
    WHERE (SELECT count(*) FROM risk_entry
           WHERE ended_at IS NULL AND (ends_at IS NULL OR ends_at > ${sqlNow(now)})) < ${ENTRIES_MAX}
    ON CONFLICT (subject) WHERE ended_at IS NULL DO NOTHING`);
  return rowCount === 1;
}

/** Returns the subject of an entry in force. */
export async function subjectOfEntry(tx: Tx, entryId: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ subject: string }>(
    sql`SELECT subject FROM risk_entry WHERE entry_id = ${entryId}::uuid AND ended_at IS NULL`,
  );
  return rows[0]?.subject;
}

/** Ends an entry; false when it has ended already. */
export async function endEntryRow(
  tx: Tx,
  { entryId, operatorId, reason }: Pick<NewEntry, "entryId" | "operatorId" | "reason">,
  now: Now,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE risk_entry SET ended_at = ${sqlNow(now)}, ended_by = ${operatorId}::uuid, end_reason = ${reason}
    WHERE entry_id = ${entryId}::uuid AND ended_at IS NULL`);
  return rowCount === 1;
}

/** Returns whether a subject is a member or the phone of that member. */
export async function isOfMember(
  tx: Tx,
  { subject, memberId }: { readonly subject: string; readonly memberId: string },
): Promise<boolean> {
  if (subject === `member:${memberId}`) return true;
  const { rowCount } = await tx.execute(sql`
    SELECT FROM phone_claim WHERE member_id = ${memberId}::uuid
      AND 'phone:' || encode(phone_hash, 'hex') = ${subject}`);
  return rowCount !== 0;
}

/** Returns an entry as the audit shows it. */
export const entryStateOf = (db: Db, entryId: string) =>
  auditedRow(
    db,
    entryId,
    sql`SELECT kind, label, ends_at AS "endsAt", ended_at AS "endedAt" FROM risk_entry
        WHERE entry_id = ${entryId}::uuid`,
  );

/** SQL statements about texts with versions: the draft, the versions, and the one in force. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { VersionedName, VersionedTexts } from "../model.ts";

const instant = (column: string) => sql.raw(`(${epochMsSql(column)})::float8`);

export type StoredDraft<T> = {
  readonly version: number;
  /** Null before the first save. */
  readonly body: T | null;
  readonly isOpen: boolean;
  readonly savedBy: string | null;
  /** ms. */
  readonly savedAt: number | null;
};

/** Returns the draft of a text, open or past. */
export async function readDraft<N extends VersionedName>(
  db: Db | Tx,
  name: N,
): Promise<StoredDraft<VersionedTexts[N]> | undefined> {
  const { rows } = await db.execute<StoredDraft<VersionedTexts[N]>>(sql`
    SELECT version, body, is_open AS "isOpen", saved_by AS "savedBy", ${instant("saved_at")} AS "savedAt"
    FROM content_draft WHERE name = ${name}`);
  return rows[0];
}

/** Locks a text until the transaction ends: its draft and the making of versions. */
export async function lockText(tx: Tx, name: VersionedName): Promise<void> {
  await tx.execute(sql`SELECT FROM content_draft WHERE name = ${name} FOR UPDATE`);
}

/** Stores a draft; returns its new version, or undefined when it has another version meanwhile. */
export async function storeDraft<N extends VersionedName>(
  tx: Tx,
  draft: {
    readonly name: N;
    readonly sinceVersion: number;
    readonly body: VersionedTexts[N];
    readonly savedBy: string;
    readonly now: Now;
  },
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    UPDATE content_draft SET version = version + 1, body = ${JSON.stringify(draft.body)}::jsonb,
           is_open = true, saved_by = ${draft.savedBy}, saved_at = ${sqlNow(draft.now)}
    WHERE name = ${draft.name} AND version = ${draft.sinceVersion} RETURNING version`);
  return rows[0]?.version;
}

/** Ends the open draft of this version; returns false when it is past or has another version. */
export async function closeDraft(
  tx: Tx,
  name: VersionedName,
  sinceVersion: number,
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE content_draft SET is_open = false
    WHERE name = ${name} AND version = ${sinceVersion} AND is_open`);
  return done.rowCount === 1;
}

export type NewVersion<N extends VersionedName> = {
  readonly name: N;
  readonly body: VersionedTexts[N];
  readonly mustAgreeAgain: boolean;
  readonly reason: string;
  readonly publishedBy: string;
  /** From when members read it; at once without it. */
  readonly startsAt: Date | undefined;
  readonly now: Now;
};

/** Appends a version and returns its number. The caller holds the lock of `lockText`. */
export async function insertVersion<N extends VersionedName>(
  tx: Tx,
  made: NewVersion<N>,
): Promise<number> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    INSERT INTO content_version (name, version, body, must_agree_again, reason, published_by, published_at, starts_at)
    SELECT ${made.name}, coalesce(max(version), 0) + 1, ${JSON.stringify(made.body)}::jsonb,
           ${made.mustAgreeAgain}::boolean, ${made.reason}, ${made.publishedBy}, ${sqlNow(made.now)},
           coalesce(${made.startsAt ?? null}::timestamptz, ${sqlNow(made.now)})
    FROM content_version WHERE name = ${made.name} RETURNING version`);
  return rows[0]?.version ?? 0;
}

/** Withdraws what waits for its instant, or this version of it; returns the numbers. */
export async function withdrawWaiting(
  tx: Tx,
  name: VersionedName,
  withdrawal: { readonly by: string; readonly now: Now; readonly version?: number },
): Promise<number[]> {
  const { by, now, version = null } = withdrawal;
  const { rows } = await tx.execute<{ version: number }>(sql`
    UPDATE content_version SET withdrawn_by = ${by}, withdrawn_at = ${sqlNow(now)}
    WHERE name = ${name} AND starts_at > ${sqlNow(now)} AND withdrawn_at IS NULL
      AND (${version}::int IS NULL OR version = ${version}::int) RETURNING version`);
  return rows.map((row) => row.version);
}

export type VersionRow = {
  readonly version: number;
  readonly at: number;
  readonly startsAt: number;
  readonly by: string;
  readonly reason: string;
  readonly mustAgreeAgain: boolean;
  readonly isWithdrawn: boolean;
  readonly hasBegun: boolean;
};

/** Returns the versions of a text below a number, the newest first. */
export async function readVersions(
  db: Db | Tx,
  name: VersionedName,
  { before, limit, now }: { before: number | null; limit: number; now: Now },
): Promise<VersionRow[]> {
  const { rows } = await db.execute<VersionRow>(sql`
    SELECT version, ${instant("published_at")} AS at, ${instant("starts_at")} AS "startsAt",
           published_by AS by, reason, must_agree_again AS "mustAgreeAgain",
           withdrawn_at IS NOT NULL AS "isWithdrawn", starts_at <= ${sqlNow(now)} AS "hasBegun"
    FROM content_version WHERE name = ${name} AND (${before}::int IS NULL OR version < ${before}::int)
    ORDER BY version DESC LIMIT ${limit}`);
  return rows;
}

/** Returns the text of a version. */
export async function readVersion<N extends VersionedName>(
  db: Db | Tx,
  name: N,
  version: number,
): Promise<VersionedTexts[N] | undefined> {
  const { rows } = await db.execute<{ body: VersionedTexts[N] }>(
    sql`SELECT body FROM content_version WHERE name = ${name} AND version = ${version}`,
  );
  return rows[0]?.body;
}

export type LiveText<T> = {
  readonly version: number;
  readonly body: T;
  /** ms. */
  readonly startsAt: number;
};

/** Returns the version in force at `now`; undefined before the first one. */
export async function readInForce<N extends VersionedName>(
  db: Db | Tx,
  name: N,
  now: Now,
): Promise<LiveText<VersionedTexts[N]> | undefined> {
  const { rows } = await db.execute<LiveText<VersionedTexts[N]>>(sql`
    SELECT version, body, ${instant("starts_at")} AS "startsAt" FROM content_version
    WHERE name = ${name} AND starts_at <= ${sqlNow(now)} AND withdrawn_at IS NULL
    ORDER BY version DESC LIMIT 1`);
  return rows[0];
}

export type BegunVersions = {
  readonly name: string;
  /** The version in force. */
  readonly current: number;
  /** The newest version that members must accept; 0 when there is none. */
  readonly required: number;
};

/** Returns for every published text the version in force and the one that must be accepted. */
export async function readBegunVersions(db: Db | Tx, now: Now): Promise<BegunVersions[]> {
  const { rows } = await db.execute<BegunVersions>(sql`
    SELECT name, max(version) AS current,
           coalesce(max(version) FILTER (WHERE must_agree_again), 0) AS required
    FROM content_version WHERE starts_at <= ${sqlNow(now)} AND withdrawn_at IS NULL GROUP BY name`);
  return rows;
}

/** Returns a text's draft and versions, as the audit shows them before and after a write. */
export const versionedStateOf = (db: Db, name: VersionedName) =>
  auditedRow(
    db,
    name,
    sql`SELECT d.version AS "sinceVersion", d.is_open AS "isOpen", md5(d.body::text) AS "draftHash",
               (SELECT max(version) FROM content_version v
                WHERE v.name = d.name AND starts_at <= now() AND withdrawn_at IS NULL) AS live,
               (SELECT max(version) FROM content_version v
                WHERE v.name = d.name AND starts_at > now() AND withdrawn_at IS NULL) AS waiting
        FROM content_draft d WHERE d.name = ${name}`,
  );

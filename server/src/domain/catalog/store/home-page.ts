/** SQL statements about the home page: its draft, its versions, and the blocks in force. */
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

const instant = (column: string) => sql.raw(`(${epochMsSql(column)})::float8`);

/** Returns the blocks made without a version, as an import or the demo made them. */
async function unversionedBlocks(db: Db | Tx): Promise<DraftBlock[]> {
  const { rows } = await db.execute<{ block: DraftBlock }>(sql`
    SELECT jsonb_strip_nulls(jsonb_build_object(
             'blockId', block_id, 'kind', kind, 'title', title, 'isOn', true, 'audience', audience,
             'gradeMin', grade_min, 'regionCodes', region_codes, 'body', body,
             'startsAt', ${instant("starts_at")}, 'endsAt', ${instant("ends_at")})) AS block
    FROM home_block ORDER BY sort, block_id`);
  return rows.map(({ block }) => block);
}

export type LiveHome = {
  /** 0 before the first version. */
  readonly version: number;
  readonly blocks: DraftBlock[];
};

/** Returns the version in force at `now` with all its blocks, shown or not. */
export async function homeInForce(db: Db | Tx, now: Now): Promise<LiveHome> {
  const { rows } = await db.execute<LiveHome>(sql`
    SELECT version, blocks FROM home_version
    WHERE starts_at <= ${sqlNow(now)} AND withdrawn_at IS NULL ORDER BY version DESC LIMIT 1`);
  return rows[0] ?? { version: 0, blocks: await unversionedBlocks(db) };
}

export type StoredHomeDraft = {
  readonly version: number;
  readonly blocks: DraftBlock[];
  readonly isOpen: boolean;
  readonly savedBy: string | null;
  /** ms. */
  readonly savedAt: number | null;
};

/** Returns the draft, open or past. */
export async function readHomeDraft(db: Db | Tx): Promise<StoredHomeDraft | undefined> {
  const { rows } = await db.execute<StoredHomeDraft>(sql`
    SELECT version, blocks, is_open AS "isOpen", saved_by AS "savedBy", ${instant("saved_at")} AS "savedAt"
    FROM home_draft`);
  return rows[0];
}

/** Locks the home page until the transaction ends: its draft and the making of versions. */
export async function lockHome(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT FROM home_draft FOR UPDATE`);
}

/** Stores a draft; returns its new version, or undefined when it has another version meanwhile. */
export async function storeHomeDraft(
  tx: Tx,
  draft: {
    readonly sinceVersion: number;
    readonly blocks: readonly DraftBlock[];
    readonly savedBy: string;
    readonly now: Now;
  },
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    UPDATE home_draft SET version = version + 1, blocks = ${JSON.stringify(draft.blocks)}::jsonb,
           is_open = true, saved_by = ${draft.savedBy}, saved_at = ${sqlNow(draft.now)}
    WHERE version = ${draft.sinceVersion} RETURNING version`);
  return rows[0]?.version;
}

/** Ends the open draft of this version; returns false when it is past or has another version. */
export async function closeHomeDraft(tx: Tx, sinceVersion: number): Promise<boolean> {
  const done = await tx.execute(
    sql`UPDATE home_draft SET is_open = false WHERE version = ${sinceVersion} AND is_open`,
  );
  return done.rowCount === 1;
}

export type NewHomeVersion = {
  readonly blocks: readonly DraftBlock[];
  readonly reason: string;
  readonly publishedBy: string;
  /** From when members see it; at once without it. */
  readonly startsAt?: Date | undefined;
  readonly restoredFrom?: number;
  readonly now: Now;
};

/** Appends a version and returns its number. The caller holds the lock of `lockHome`. */
export async function insertHomeVersion(tx: Tx, made: NewHomeVersion): Promise<number> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    INSERT INTO home_version (version, blocks, reason, published_by, published_at, starts_at, restored_from)
    SELECT coalesce(max(version), 0) + 1, ${JSON.stringify(made.blocks)}::jsonb, ${made.reason}, ${made.publishedBy},
           ${sqlNow(made.now)}, coalesce(${made.startsAt ?? null}::timestamptz, ${sqlNow(made.now)}),
           ${made.restoredFrom ?? null}::int
    FROM home_version RETURNING version`);
  return rows[0]?.version ?? 0;
}

/** Withdraws what waits for its instant, or this version of it; returns the numbers. */
export async function withdrawWaiting(
  tx: Tx,
  withdrawal: { readonly by: string; readonly now: Now; readonly version?: number },
): Promise<number[]> {
  const { by, now, version = null } = withdrawal;
  const { rows } = await tx.execute<{ version: number }>(sql`
    UPDATE home_version SET withdrawn_by = ${by}, withdrawn_at = ${sqlNow(now)}
    WHERE starts_at > ${sqlNow(now)} AND withdrawn_at IS NULL
      AND (${version}::int IS NULL OR version = ${version}::int) RETURNING version`);
  return rows.map((row) => row.version);
}

export type HomeVersionRow = {
  readonly version: number;
  readonly at: number;
  readonly startsAt: number;
  readonly by: string;
  readonly reason: string;
  readonly blocks: number;
  readonly restoredFrom: number | null;
  readonly isWithdrawn: boolean;
  readonly hasBegun: boolean;
};

/** Returns the versions below a number, the newest first. */
export async function readHomeVersions(
  db: Db | Tx,
  { before, limit, now }: { before: number | null; limit: number; now: Now },
): Promise<HomeVersionRow[]> {
  const { rows } = await db.execute<HomeVersionRow>(sql`
    SELECT version, ${instant("published_at")} AS at, ${instant("starts_at")} AS "startsAt",
           published_by AS by, reason, jsonb_array_length(blocks) AS blocks,
           restored_from AS "restoredFrom", withdrawn_at IS NOT NULL AS "isWithdrawn",
           starts_at <= ${sqlNow(now)} AS "hasBegun"
    FROM home_version WHERE ${before}::int IS NULL OR version < ${before}::int
    ORDER BY version DESC LIMIT ${limit}`);
  return rows;
}

/** Returns the version that waits for its instant. */
export async function readWaiting(db: Db | Tx, now: Now): Promise<HomeVersionRow | undefined> {
  const [newest] = await readHomeVersions(db, { before: null, limit: 1, now });
  return newest && !newest.hasBegun && !newest.isWithdrawn ? newest : undefined;
}

/** Returns the blocks of a version. */
export async function readHomeBlocks(
  db: Db | Tx,
  version: number,
): Promise<DraftBlock[] | undefined> {
  const { rows } = await db.execute<{ blocks: DraftBlock[] }>(
    sql`SELECT blocks FROM home_version WHERE version = ${version}`,
  );
  return rows[0]?.blocks;
}

type GoodsRow = {
  readonly benefitId: string;
  readonly title: string;
  readonly artwork: string;
  readonly pictureId: string | null;
  readonly isOnSale: boolean;
  readonly regionCodes: string[];
};

/** Returns the benefits of these ids that exist, on sale or not. */
export async function readNamedGoods(
  db: Db | Tx,
  benefitIds: readonly string[],
): Promise<GoodsRow[]> {
  const { rows } = await db.execute<GoodsRow>(sql`
    SELECT benefit_id AS "benefitId", title, artwork, picture_id AS "pictureId", status = 'on' AS "isOnSale",
           region_codes AS "regionCodes"
    FROM benefit WHERE benefit_id = ANY(${sql.param([...benefitIds])}::text[])`);
  return rows;
}

/** Returns the draft and the version in force, as the audit shows them before and after a write. */
export const homeStateOf = (db: Db) =>
  auditedRow(
    db,
    "home",
    sql`SELECT d.version AS "sinceVersion", d.is_open AS "isOpen", md5(d.blocks::text) AS "draftHash",
               (SELECT max(version) FROM home_version WHERE starts_at <= now() AND withdrawn_at IS NULL) AS live,
               (SELECT max(version) FROM home_version WHERE starts_at > now() AND withdrawn_at IS NULL) AS waiting
        FROM home_draft d`,
  );

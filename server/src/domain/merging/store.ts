/** SQL statements on merges and their steps. */
import type { MergeContents } from "@yunjing/contract/schemas/merging";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import { mergingBegin, mergingDone, mergingHold } from "../../sql/merging.ts";

/** Returns false when the member was already merged into another. */
export const beginMerge = (
  tx: Tx,
  { from, ...merge }: { from: string; into: string; actor: string; now: Now },
): Promise<boolean> => mergingBegin(tx, { member: from, ...merge });

export type LockedMerge = { readonly into: string; readonly step: number; readonly at: number };

/**
 * Locks a merge until the end of the transaction. Returns `undefined` when the member was never
 * merged into another.
 */
export const lockMerge = async (tx: Tx, from: string): Promise<LockedMerge | undefined> =>
  (await mergingHold(tx, { member: from })) ?? undefined;

/** Records what a step transferred, if anything, and the time of the next check. */
export const recordStep = (
  tx: Tx,
  step: { from: string; moved: MergeContents | undefined; nextCheckAt: Date; now: Now },
): Promise<void> =>
  mergingDone(tx, {
    member: step.from,
    moved: step.moved ?? null,
    look: step.nextCheckAt,
    now: step.now,
  });

export async function isMerged(db: Db | Tx, memberId: string): Promise<boolean> {
  const found = await db.execute(sql`SELECT FROM member_merge WHERE member_id = ${memberId}`);
  return found.rowCount === 1;
}

/** Returns merged members due for a check, the longest due first. */
export async function dueMerges(db: Db, limit: number, now: Now): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT member_id AS id FROM member_merge WHERE look_at <= ${sqlNow(now)} ORDER BY look_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export type MergeRow = {
  readonly fromId: string;
  readonly intoId: string;
  readonly actor: string;
  readonly createdAt: number;
  readonly steps: { readonly seq: number; readonly at: number; readonly moved: MergeContents }[];
};

/** Returns the newest merges, or those of one member on either side. */
export async function listMerges(
  db: Db,
  { memberId, limit }: { readonly memberId: string | undefined; readonly limit: number },
): Promise<MergeRow[]> {
  const of = memberId ?? null;
  const { rows } = await db.execute<MergeRow>(sql`
    SELECT m.member_id AS "fromId", m.into_id AS "intoId", m.actor,
           ${sql.raw(epochMsSql("m.created_at"))} AS "createdAt",
           coalesce((SELECT json_agg(json_build_object('seq', s.seq, 'at', ${sql.raw(epochMsSql("s.at"))}, 'moved', s.moved)
                                     ORDER BY s.seq)
                     FROM member_merge_step s WHERE s.member_id = m.member_id), '[]') AS steps
    FROM member_merge m WHERE ${of}::uuid IS NULL OR m.member_id = ${of} OR m.into_id = ${of}
    ORDER BY m.created_at DESC, m.member_id DESC LIMIT ${limit}`);
  return rows;
}

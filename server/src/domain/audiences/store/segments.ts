/** SQL statements on segments and on the members that their rules apply to. */
import type { SegmentRules } from "@yunjing/contract/schemas/operators/audiences";
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { segmentCondition } from "./segment-sql.ts";

type Reader = Db | Tx;

export type StoredSegment = {
  readonly segmentId: string;
  readonly name: string;
  readonly rules: SegmentRules;
  readonly version: number;
  readonly makerId: string;
  readonly changedAt: number;
};

const columns = sql.raw(`
  segment_id AS "segmentId", name, rules, version, maker_id AS "makerId", ${epochMsSql("changed_at")} AS "changedAt"`);

const LISTED_MAX = 200;

export async function listSegments(db: Db): Promise<StoredSegment[]> {
  const { rows } = await db.execute<StoredSegment>(sql`
    SELECT ${columns} FROM segment WHERE deleted_at IS NULL ORDER BY changed_at DESC, segment_id LIMIT ${LISTED_MAX}`);
  return rows;
}

export async function findSegment(
  db: Reader,
  segmentId: string,
): Promise<StoredSegment | undefined> {
  const { rows } = await db.execute<StoredSegment>(
    sql`SELECT ${columns} FROM segment WHERE segment_id = ${segmentId} AND deleted_at IS NULL`,
  );
  return rows[0];
}

type Written = Pick<StoredSegment, "segmentId" | "name" | "rules">;

export async function insertSegment(
  tx: Tx,
  { segmentId, name, rules, makerId }: Written & { readonly makerId: string },
  now: Now,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO segment (segment_id, name, rules, maker_id, created_at, changed_at)
    VALUES (${segmentId}, ${name}, ${JSON.stringify(rules)}::jsonb, ${makerId}, ${sqlNow(now)}, ${sqlNow(now)})`);
}

/** Returns false when it is deleted, or another page changed it after `sinceVersion`. */
export async function updateSegment(
  db: Db,
  { segmentId, name, rules, sinceVersion }: Written & { readonly sinceVersion: number },
  now: Now,
): Promise<boolean> {
  const changed = await db.execute(sql`
    UPDATE segment SET name = ${name}, rules = ${JSON.stringify(rules)}::jsonb, version = version + 1,
      changed_at = ${sqlNow(now)}
    WHERE segment_id = ${segmentId} AND version = ${sinceVersion} AND deleted_at IS NULL`);
  return changed.rowCount === 1;
}

export async function deleteSegmentRow(db: Db, segmentId: string, now: Now): Promise<boolean> {
  const deleted = await db.execute(sql`
    UPDATE segment SET deleted_at = ${sqlNow(now)} WHERE segment_id = ${segmentId} AND deleted_at IS NULL`);
  return deleted.rowCount === 1;
}

/** The members of a segment, as a statement of at most `limit` rows. */
export const segmentMembersSql = (rules: SegmentRules, limit: number, now: Now): SQL =>
  sql`SELECT m.member_id FROM member m WHERE ${segmentCondition(rules, now)} LIMIT ${limit}`;

export type SampledMember = {
  readonly memberNo: string;
  readonly nickname: string;
  readonly phone: string;
};

/** Counts the rows of a statement. */
export async function countRows(tx: Tx, rowsSql: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${rowsSql}) found`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts the members up to `limit`; and returns the newest of them, with masked phones. */
export async function countMembers(
  tx: Tx,
  rules: SegmentRules,
  { limit, sampleSize, now }: { limit: number; sampleSize: number; now: Now },
): Promise<{ count: number; sample: SampledMember[] }> {
  const count = await countRows(tx, segmentMembersSql(rules, limit, now));
  const sampled = await tx.execute<SampledMember>(sql`
    SELECT m.member_no AS "memberNo", m.nickname, m.phone_mask AS phone FROM member m
    WHERE ${segmentCondition(rules, now)} ORDER BY m.created_at DESC, m.member_id DESC LIMIT ${sampleSize}`);
  return { count, sample: sampled.rows };
}

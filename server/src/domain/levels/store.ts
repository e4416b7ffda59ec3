/** Every SQL statement about levels. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { ReadQuery } from "../../platform/database/read-query.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import {
  levelsGrant,
  levelsGrade,
  levelsAddGrowth,
  levelsAddOrderGrowth,
  levelsGrowth,
  levelsSettle,
  levelsMemberLevel,
} from "../../sql/levels.ts";
import { membersIsReturning, membersCreatedAt } from "../../sql/members.ts";
import type { ResultOf } from "../../platform/database/sql-function.ts";
import type { Level } from "./model.ts";

type Reader = Db | Tx;

/** Returns all levels, the lowest first. */
export async function readLevels(db: Reader): Promise<Level[]> {
  const { rows } = await db.execute<Level>(sql`
    SELECT grade, name, growth_from AS "growthFrom", keep_days AS "keepDays", points_rate AS "pointsRate",
           coupon_templates AS "couponTemplates", benefits, version
    FROM level ORDER BY grade`);
  return rows;
}

/** `since` in ms. */
export type MemberLevelRow = {
  grade: number;
  name: string;
  pointsRate: number;
  since: number | null;
  isReturning: boolean;
};

/**
 * The level data of member `$1` at `$2` for orders; `since` is null when there is no such member.
 */
export const memberLevelRowQuery: ReadQuery<MemberLevelRow, MemberLevelRow | undefined> = {
  name: "levels_standing_of",
  text: `
    WITH own AS MATERIALIZED (
      SELECT ${levelsGrade.text({ member: "$1", now: "$2" })} AS grade,
             ${epochMsSql(membersCreatedAt.text({ member: "$1" }))} AS since,
             ${membersIsReturning.text({ member: "$1" })} AS "isReturning")
    SELECT l.grade, l.name, l.points_rate AS "pointsRate", own.since, own."isReturning"
    FROM level l JOIN own ON own.grade = l.grade`,
  toResult: ([row]) => row,
};

export type LevelRow = {
  grade: number;
  name: string;
  growth: number;
  /** The names of its benefits. */
  benefits: string[];
  nextGrowth: number | null;
  nextName: string | null;
};

/** Returns the level of a member, the one above it, and the growth that counts now. */
export async function readLevel(
  db: Reader,
  memberId: string,
  now: Now,
): Promise<LevelRow | undefined> {
  const { rows } = await db.execute<LevelRow>(sql`
    WITH own AS MATERIALIZED (
      SELECT ${levelsGrade.sql({ member: memberId, now })} AS grade,
             ${levelsGrowth.sql({ member: memberId, at: sqlNow(now) })} AS growth)
    SELECT l.grade, l.name, own.growth,
           ARRAY(SELECT b ->> 'name' FROM jsonb_array_elements(l.benefits) b) AS benefits,
           n.growth_from AS "nextGrowth", n.name AS "nextName"
    FROM own JOIN level l ON l.grade = own.grade LEFT JOIN level n ON n.grade = l.grade + 1`);
  return rows[0];
}

export const callAddGrowth = (
  tx: Reader,
  {
    memberId,
    ...grown
  }: { memberId: string; ref: string; growth: number; title: string; now: Now },
): Promise<ResultOf<typeof levelsAddGrowth>> => levelsAddGrowth(tx, { member: memberId, ...grown });

export const callAddOrderGrowth = (
  tx: Reader,
  {
    memberId,
    orderId,
    ...order
  }: { memberId: string; orderId: string; cashFen: number; title: string; now: Now },
): Promise<ResultOf<typeof levelsAddOrderGrowth>> =>
  levelsAddOrderGrowth(tx, { member: memberId, order: orderId, ...order });

/** `keptUntil` in ms; null for the lowest level. */
export const readSummary = (
  db: Reader,
  memberId: string,
  now: Now,
): Promise<ResultOf<typeof levelsMemberLevel>> => levelsMemberLevel(db, { member: memberId, now });

/** Returns the newest growth entries; instants in ms. */
export async function readEntries(
  db: Reader,
  memberId: string,
  limit: number,
): Promise<{ text: string; growth: number; at: number }[]> {
  const { rows } = await db.execute<{ text: string; growth: number; at: number }>(sql`
    SELECT title AS text, growth, ${sql.raw(epochMsSql("at"))} AS at FROM growth_entry
    WHERE member_id = ${memberId} ORDER BY seq DESC LIMIT ${limit}`);
  return rows;
}

/** Returns members whose period has ended by now, the earliest end first. */
export async function membersDue(db: Db, now: Now, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT member_id AS id FROM member_level WHERE kept_until <= ${sqlNow(now)} ORDER BY kept_until LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export const callSettle = (db: Reader, memberId: string, now: Now): Promise<void> =>
  levelsSettle(db, { member: memberId, now });

export type LevelGrant = {
  readonly memberId: string;
  readonly id: string;
  readonly grade: number;
  readonly source: "manual" | "code" | "purchase";
  /** The same reference of the same source grants once. */
  readonly ref: string;
  readonly until: Date;
  readonly note: string;
  readonly actor: string;
};

export const callGrant = (
  tx: Reader,
  { memberId, until, now, ...granted }: LevelGrant & { readonly now: Now },
): Promise<ResultOf<typeof levelsGrant>> =>
  levelsGrant(tx, { member: memberId, granted, until, now });

/**
 * Updates a level if it still has the version the change is based on; returns false when it does
 * not.
 */
export async function updateLevel(
  tx: Tx,
  { version: sinceVersion, ...level }: Level,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE level
    SET name = ${level.name}, growth_from = ${level.growthFrom}, keep_days = ${level.keepDays},
        points_rate = ${level.pointsRate}, coupon_templates = ${sql.param([...level.couponTemplates])}::text[],
        benefits = ${JSON.stringify(level.benefits)}::jsonb, version = version + 1
    WHERE grade = ${level.grade} AND version = ${sinceVersion}`);
  return changed.rowCount === 1;
}

/**
 * Locks all levels for the rest of the transaction, so that their order cannot change meanwhile.
 */
export async function lockLevels(tx: Tx): Promise<Level[]> {
  await tx.execute(sql`SELECT 1 FROM level ORDER BY grade FOR UPDATE`);
  return readLevels(tx);
}

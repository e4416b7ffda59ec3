/** Every statement about levels. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { at, type Now } from "../../platform/database/sql.ts";
import type { Rung } from "./model.ts";

type Reader = Db | Tx;

/** All rungs, the lowest first. */
export async function readLadder(db: Reader): Promise<Rung[]> {
  const { rows } = await db.execute<Rung>(sql`
    SELECT grade, name, growth_from AS "growthFrom", keep_days AS "keepDays", points_rate AS "pointsRate",
           coupon_templates AS "couponTemplates", benefits, version
    FROM level ORDER BY grade`);
  return rows;
}

export type StandingRow = { grade: number; name: string; pointsRate: number; since: Date | null };

/** What trade asks of a member; `since` is null when there is no such member. */
export async function readStanding(
  db: Reader,
  memberId: string,
  now: Now,
): Promise<StandingRow | undefined> {
  const { rows } = await db.execute<StandingRow>(sql`
    SELECT grade, name, points_rate AS "pointsRate", members_since(${memberId}) AS since
    FROM level WHERE grade = levels_grade(${memberId}, ${now}::timestamptz)`);
  return rows[0];
}

export type LevelRow = Rung & {
  growth: number;
  nextGrowth: number | null;
  nextName: string | null;
};

/** The level of a member, the one above it, and the growth that counts now. */
export async function readLevel(
  db: Reader,
  memberId: string,
  now: Now,
): Promise<LevelRow | undefined> {
  const { rows } = await db.execute<LevelRow>(sql`
    SELECT l.grade, l.name, levels_growth(${memberId}, ${at(now)}) AS growth,
           n.growth_from AS "nextGrowth", n.name AS "nextName"
    FROM level l LEFT JOIN level n ON n.grade = l.grade + 1
    WHERE l.grade = levels_grade(${memberId}, ${now}::timestamptz)`);
  return rows[0];
}

/** Calls levels_grow; see `functions/grow.sql`. */
export async function callGrow(
  tx: Reader,
  grown: { memberId: string; ref: string; growth: number; title: string; now: Now },
): Promise<"grown" | "replay" | "none"> {
  const { rows } = await tx.execute<{ outcome: "grown" | "replay" | "none" }>(sql`
    SELECT levels_grow(${grown.memberId}, ${grown.ref}, ${grown.growth}::integer, ${grown.title},
                       ${grown.now}::timestamptz) AS outcome`);
  return rows[0]?.outcome ?? "replay";
}

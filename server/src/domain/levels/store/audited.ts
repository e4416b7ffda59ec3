/** Reads what operators change in levels, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns the terms of a level. */
export const levelStateOf = (db: Db, grade: number) =>
  auditedRow(
    db,
    String(grade),
    sql`SELECT name, growth_from AS "growthFrom", keep_days AS "keepDays", points_rate AS "pointsRate",
               coupon_templates AS "couponTemplates", benefits, version FROM level WHERE grade = ${grade}`,
  );

/** Returns a member's level, and until when it is kept. */
export const memberLevelStateOf = (db: Db, memberId: string) =>
  auditedRow(
    db,
    memberId,
    sql`SELECT grade, kept_until AS "keptUntil", records FROM member_level WHERE member_id = ${memberId}`,
  );

/** A member's grade, for whoever sets prices or privileges by it. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";

const FIRST_GRADE = 1;

/** The grade in force; the first for a guest or a member who is gone. */
export async function gradeOf(db: Db | Tx, memberId: string): Promise<number> {
  const found = await db.execute<{ grade: number }>(
    sql`SELECT grade FROM member WHERE member_id = ${memberId} AND status <> 'CANCELLED'`,
  );
  return found.rows[0]?.grade ?? FIRST_GRADE;
}

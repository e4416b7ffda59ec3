/** SQL statements about members' birthdays. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";

/** Stores a birthday `05-20` of a member who has none; returns whether it did, or has it already. */
export async function storeBirthday(tx: Tx, memberId: string, birthday: string): Promise<boolean> {
  const stored = await tx.execute(sql`
    UPDATE member SET birthday = ${birthday}
    WHERE member_id = ${memberId} AND coalesce(birthday, ${birthday}) = ${birthday}`);
  return stored.rowCount === 1;
}

export type BirthdayPage = {
  readonly birthdays: readonly string[];
  readonly after: string | undefined;
  readonly limit: number;
};

/** Returns active members with one of these birthdays by their id, after a member. */
export async function membersBornOn(
  db: Db,
  { birthdays, after, limit }: BirthdayPage,
): Promise<{ readonly memberId: string; readonly birthday: string }[]> {
  const { rows } = await db.execute<{ memberId: string; birthday: string }>(sql`
    SELECT member_id AS "memberId", birthday FROM member
    WHERE birthday = ANY (${sql.param([...birthdays])}::text[]) AND status = 'ACTIVE'
      AND (${after ?? null}::uuid IS NULL OR member_id > ${after ?? null}::uuid)
    ORDER BY member_id LIMIT ${limit}`);
  return rows;
}

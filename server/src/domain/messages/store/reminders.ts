/** SQL statements about how far the expiry reminders of a day have come. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { ExpiryPage } from "../port.ts";

export type ReminderType = { readonly kind: "coupon" | "points"; readonly days: number };

export type ReminderPosition = ReminderType & {
  /** The last item of the last page; undefined before the first. */
  readonly after: ExpiryPage["after"];
  readonly isEnded: boolean;
};

/** Returns what was begun of a day (YYYY-MM-DD in Shanghai). */
export async function readPositions(db: Db, day: string): Promise<readonly ReminderPosition[]> {
  const { rows } = await db.execute<
    ReminderType & {
      at: string | null;
      memberId: string | null;
      id: string | null;
      isEnded: boolean;
    }
  >(sql`
    SELECT kind, days_before AS days, last_at AS at, last_member AS "memberId", last_id AS id,
           ended_at IS NOT NULL AS "isEnded"
    FROM message_reminder WHERE day = ${day}::date`);
  return rows.map(({ kind, days, at, memberId, id, isEnded }) => ({
    kind,
    days,
    isEnded,
    after: at === null || memberId === null || id === null ? undefined : { at, memberId, id },
  }));
}

/** Stores where a page ended; the last page of a day ends it. */
export async function writePosition(
  db: Db,
  day: string,
  { kind, days, after, isEnded }: ReminderPosition,
  now: Now,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO message_reminder (day, kind, days_before, last_at, last_member, last_id, ended_at)
    VALUES (${day}::date, ${kind}, ${days}, ${after?.at ?? null}, ${after?.memberId ?? null}::uuid,
            ${after?.id ?? null}::uuid, ${isEnded ? sqlNow(now) : sql`NULL`})
    ON CONFLICT (day, kind, days_before) DO UPDATE
    SET last_at = excluded.last_at, last_member = excluded.last_member, last_id = excluded.last_id,
        ended_at = excluded.ended_at
    WHERE message_reminder.ended_at IS NULL`);
}

/** Removes the days before this one. */
export async function deletePositionsBefore(db: Db, day: string): Promise<void> {
  await db.execute(sql`DELETE FROM message_reminder WHERE day < ${day}::date`);
}

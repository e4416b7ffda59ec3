/** Every SQL statement about copies of members' own data; each change is guarded. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql, sqlNow, type Now } from "../../platform/database/sql.ts";

type Timed = { readonly now: Now };
type Key = { readonly memberId: string; readonly id: string };

/** Instants in ms. */
export type StoredCopy = {
  readonly id: string;
  readonly askedAt: number;
  readonly readyAt: number | null;
  readonly failedAt: number | null;
  readonly bytes: number | null;
  readonly filesUntil: number;
  readonly removedAt: number | null;
  readonly downloadedAt: number | null;
};

const columns = sql.raw(`
  id, bytes, ${epochMsSql("asked_at")} AS "askedAt", ${epochMsSql("ready_at")} AS "readyAt",
  ${epochMsSql("failed_at")} AS "failedAt", ${epochMsSql("files_until")} AS "filesUntil",
  ${epochMsSql("removed_at")} AS "removedAt", ${epochMsSql("downloaded_at")} AS "downloadedAt"`);

export async function newestCopy(db: Db | Tx, memberId: string): Promise<StoredCopy | undefined> {
  const { rows } = await db.execute<StoredCopy>(sql`
    SELECT ${columns} FROM personal_copy WHERE member_id = ${memberId}
    ORDER BY asked_at DESC, id DESC LIMIT 1`);
  return rows[0];
}

/** Counts the copies that a member asked for since an instant. */
export async function countCopies(db: Db | Tx, memberId: string, since: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM personal_copy WHERE member_id = ${memberId} AND asked_at >= ${since}`);
  return rows[0]?.count ?? 0;
}

/** Returns false while another copy of the member is being made. */
export async function insertCopy(
  tx: Tx,
  { memberId, id, filesUntil, now }: Key & Timed & { readonly filesUntil: Date },
): Promise<boolean> {
  const made = await tx.execute(sql`
    INSERT INTO personal_copy (member_id, id, asked_at, files_until)
    VALUES (${memberId}, ${id}, ${sqlNow(now)}, ${filesUntil})
    ON CONFLICT (member_id) WHERE ready_at IS NULL AND failed_at IS NULL DO NOTHING`);
  return made.rowCount === 1;
}

/** Whether the copy still has to be made. */
export async function isMaking(db: Db, { memberId, id }: Key): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM personal_copy
    WHERE member_id = ${memberId} AND id = ${id} AND ready_at IS NULL AND failed_at IS NULL`);
  return found.rowCount === 1;
}

/** Returns false when another run has ended the copy. */
export async function markReady(
  tx: Tx,
  copy: Key & Timed & { readonly bytes: number; readonly filesUntil: Date },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE personal_copy SET ready_at = ${sqlNow(copy.now)}, bytes = ${copy.bytes}, files_until = ${copy.filesUntil}
    WHERE member_id = ${copy.memberId} AND id = ${copy.id} AND ready_at IS NULL AND failed_at IS NULL`);
  return done.rowCount === 1;
}

export async function markFailed(db: Db, { memberId, id, now }: Key & Timed): Promise<void> {
  await db.execute(sql`
    UPDATE personal_copy SET failed_at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND id = ${id} AND ready_at IS NULL AND failed_at IS NULL`);
}

/** Returns false when there is no copy to download. */
export async function setLink(
  tx: Tx,
  link: Key & Timed & { readonly hash: Buffer; readonly until: Date },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE personal_copy SET link_hash = ${link.hash}, link_until = ${link.until}
    WHERE member_id = ${link.memberId} AND id = ${link.id} AND ready_at IS NOT NULL AND removed_at IS NULL
      AND files_until > ${sqlNow(link.now)}`);
  return done.rowCount === 1;
}

/** Uses up a link; returns false when it is unknown, used or past. */
export async function takeLink(
  tx: Tx,
  { memberId, id, hash, now }: Key & Timed & { readonly hash: Buffer },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE personal_copy SET link_hash = NULL, link_until = NULL, downloads = downloads + 1,
                             downloaded_at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND id = ${id} AND link_hash = ${hash} AND link_until > ${sqlNow(now)}
      AND removed_at IS NULL AND files_until > ${sqlNow(now)}`);
  return done.rowCount === 1;
}

/** Returns copies whose file must go: past ones, failed ones, and those of closed accounts. */
export async function dueCopies(db: Db, now: Now, limit: number): Promise<Key[]> {
  const { rows } = await db.execute<Key>(sql`
    SELECT c.member_id AS "memberId", c.id FROM personal_copy c JOIN member m USING (member_id)
    WHERE c.removed_at IS NULL AND (c.files_until <= ${sqlNow(now)} OR m.status = 'CANCELLED')
    ORDER BY c.files_until LIMIT ${limit}`);
  return rows;
}

export async function markRemoved(db: Db, { memberId, id, now }: Key & Timed): Promise<void> {
  await db.execute(sql`
    UPDATE personal_copy SET removed_at = ${sqlNow(now)}, link_hash = NULL, link_until = NULL,
           failed_at = CASE WHEN ready_at IS NULL THEN least(failed_at, clock.at) ELSE failed_at END
    FROM (SELECT ${sqlNow(now)} AS at) clock
    WHERE member_id = ${memberId} AND id = ${id} AND removed_at IS NULL`);
}

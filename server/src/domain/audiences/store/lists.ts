/** SQL statements on lists of members that a file named. */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

export type StoredList = {
  readonly listId: string;
  readonly name: string;
  readonly members: number;
  readonly makerId: string;
  readonly createdAt: number;
};

const columns = sql.raw(`
  list_id AS "listId", name, members, maker_id AS "makerId", ${epochMsSql("created_at")} AS "createdAt"`);

const LISTED_MAX = 100;

/** Returns the lists made since an instant, newest first. */
export async function listLists(db: Db, since: Date): Promise<StoredList[]> {
  const { rows } = await db.execute<StoredList>(sql`
    SELECT ${columns} FROM member_list WHERE created_at >= ${since}
    ORDER BY created_at DESC, list_id DESC LIMIT ${LISTED_MAX}`);
  return rows;
}

export async function findList(db: Db | Tx, listId: string): Promise<StoredList | undefined> {
  const { rows } = await db.execute<StoredList>(
    sql`SELECT ${columns} FROM member_list WHERE list_id = ${listId}`,
  );
  return rows[0];
}

/** Stores a list with its members in the caller's transaction. */
export async function insertList(
  tx: Tx,
  list: Pick<StoredList, "listId" | "name" | "makerId"> & { readonly memberIds: readonly string[] },
  now: Now,
): Promise<void> {
  const { listId, name, makerId, memberIds } = list;
  await tx.execute(sql`
    INSERT INTO member_list (list_id, name, members, maker_id, created_at)
    VALUES (${listId}, ${name}, ${memberIds.length}, ${makerId}, ${sqlNow(now)})`);
  await tx.execute(sql`
    INSERT INTO member_list_entry (member_id, list_id)
    SELECT id, ${listId} FROM unnest(${sql.param([...memberIds])}::uuid[]) AS given(id)`);
}

/** The members of a list, as a statement. */
export const listMembersSql = (listId: string): SQL =>
  sql`SELECT member_id FROM member_list_entry WHERE list_id = ${listId}`;

type Found<K> = { readonly key: K; readonly memberId: string };

/** Returns the members with these numbers; an unknown number is left out. */
export async function membersByNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<Found<string>>(sql`
    SELECT member_no AS key, member_id AS "memberId" FROM member_no_claim
    WHERE member_no = ANY(${sql.param([...numbers])}::text[])`);
  return new Map(rows.map(({ key, memberId }) => [key, memberId]));
}

/** Returns the members whose phones have these keyed hashes, by the hash in hex. */
export async function membersByPhones(
  db: Db,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<Found<string>>(sql`
    SELECT encode(phone_hash, 'hex') AS key, member_id AS "memberId" FROM phone_claim
    WHERE phone_hash IN (SELECT decode(hash, 'hex') FROM unnest(${sql.param([...hashes])}::text[]) AS given(hash))`);
  return new Map(rows.map(({ key, memberId }) => [key, memberId]));
}

/** Deletes at most `limit` lists made before an instant, with their members; returns how many. */
export async function deleteLists(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await tx.execute<{ listId: string }>(sql`
    SELECT list_id AS "listId" FROM member_list WHERE created_at < ${before}
    ORDER BY created_at, list_id LIMIT ${limit}`);
  const ids = sql`${sql.param(rows.map(({ listId }) => listId))}::uuid[]`;
  await tx.execute(sql`DELETE FROM member_list_entry WHERE list_id = ANY(${ids})`);
  await tx.execute(sql`DELETE FROM member_list WHERE list_id = ANY(${ids})`);
  return rows.length;
}

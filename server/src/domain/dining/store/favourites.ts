/** SQL statements about the favourite stores of a member. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { membersRefuseMerged } from "../../../sql/members.ts";

/** Returns the ids of the member's favourite stores, the newest first, at most `limit`. */
export async function favouriteStoreIds(
  db: Db,
  memberId: string,
  limit: number,
): Promise<string[]> {
  const found = await db.execute<{ storeId: string }>(sql`
    SELECT store_id AS "storeId" FROM favourite_store WHERE member_id = ${memberId} AND is_on
    ORDER BY at DESC, store_id LIMIT ${limit}`);
  return found.rows.map(({ storeId }) => storeId);
}

/** The advisory lock of a member's marks; any number not used elsewhere works. */
const MARKS_LOCK = 7_261_015;

/**
 * Marks a store, or no longer; a repeat changes nothing. Returns false when `limit` other stores are
 * marked already. A merged member is refused.
 */
export async function setFavouriteStore(
  db: Db,
  favourite: {
    readonly memberId: string;
    readonly storeId: string;
    readonly isOn: boolean;
    readonly limit: number;
    readonly now: Now;
  },
): Promise<boolean> {
  const { memberId, storeId, isOn, limit, now } = favourite;
  return transaction(db, async (tx) => {
    // Several marks at once count one after the other: a count in the same statement would not see the others'.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${MARKS_LOCK}, hashtext(${memberId}))`);
    const { rows } = await tx.execute<{ isFull: boolean }>(sql`
    WITH marked AS (
      SELECT ${isOn} AND count(*) >= ${limit} AS is_full FROM favourite_store
      WHERE member_id = ${memberId} AND is_on AND store_id <> ${storeId}),
    written AS (
      INSERT INTO favourite_store (member_id, store_id, is_on, at)
      SELECT ${memberId}::uuid, ${storeId}, ${isOn}, ${sqlNow(now)}
      FROM marked, ${membersRefuseMerged.sql({ member: memberId })}
      WHERE NOT marked.is_full
      ON CONFLICT (member_id, store_id) DO UPDATE SET is_on = excluded.is_on, at = excluded.at
      WHERE favourite_store.is_on <> excluded.is_on)
    SELECT is_full AS "isFull" FROM marked`);
    return rows[0]?.isFull === false;
  });
}

/** Deletes the favourite stores of a closed account. */
export async function eraseFavouriteStores(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM favourite_store WHERE member_id = ${memberId}`);
}
